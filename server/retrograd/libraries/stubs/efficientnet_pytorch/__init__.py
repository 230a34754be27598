from _network import Network as EfficientNet
