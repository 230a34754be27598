from timm import create_model
