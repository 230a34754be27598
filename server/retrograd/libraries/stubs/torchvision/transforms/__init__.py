from _retrograd import node, plain, unknown
import torch


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, image):
        for transform in self.transforms:
            image = transform(image)
        return image


class ToTensor:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, image):
        return plain()


PILToTensor = ToImage = ToTensor


class _Transform:
    # of a tensor a differentiable one, of an image an image
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, image, *args):
        return node("transform", [image], (), True) if isinstance(image, torch.Tensor) else image

    forward = __call__


class Normalize(_Transform):
    pass


class Lambda:
    def __init__(self, lambd):
        self.lambd = lambd

    def __call__(self, image):
        return self.lambd(image)


class RandomApply(Compose):
    def __init__(self, transforms, p=0.5):
        self.transforms = transforms


class ToPILImage:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, image):
        return unknown()


Resize = CenterCrop = RandomCrop = RandomResizedCrop = RandomHorizontalFlip = RandomVerticalFlip = RandomRotation = ColorJitter = Grayscale = Pad = _Transform
RandomGrayscale = RandomErasing = RandomAffine = GaussianBlur = RandomPerspective = ConvertImageDtype = ToDtype = FiveCrop = TenCrop = AutoAugment = RandAugment = TrivialAugmentWide = _Transform
RandomAdjustSharpness = RandomAutocontrast = RandomEqualize = RandomInvert = RandomPosterize = RandomSolarize = RandomChoice = RandomOrder = _Transform


class InterpolationMode:
    NEAREST = "nearest"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"
