from _network import Network
from _retrograd import unknown

Unet = UnetPlusPlus = MAnet = Linknet = FPN = PSPNet = PAN = DeepLabV3 = DeepLabV3Plus = Segformer = UPerNet = Network
metrics = unknown()


def create_model(arch, *args, **kwargs):
    return Network()
