from _retrograd import node, plain, unknown
import torch


def to_tensor(pic):
    return plain()


pil_to_tensor = to_tensor


def to_pil_image(pic, mode=None):
    return unknown()


def normalize(tensor, *args, **kwargs):
    return node("transform", [tensor], (), True) if isinstance(tensor, torch.Tensor) else tensor


resize = center_crop = crop = hflip = vflip = rotate = affine = pad = gaussian_blur = adjust_brightness = adjust_contrast = normalize
adjust_hue = adjust_saturation = rgb_to_grayscale = resized_crop = perspective = erase = convert_image_dtype = invert = normalize
