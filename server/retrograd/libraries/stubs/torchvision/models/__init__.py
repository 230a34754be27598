from _network import Network
from torchvision.models import detection, segmentation


def _make(*args, **kwargs):
    return Network()


resnet18 = resnet34 = resnet50 = resnet101 = resnet152 = resnext50_32x4d = resnext101_32x8d = wide_resnet50_2 = wide_resnet101_2 = _make
vgg11 = vgg13 = vgg16 = vgg19 = vgg11_bn = vgg13_bn = vgg16_bn = vgg19_bn = alexnet = googlenet = inception_v3 = squeezenet1_0 = squeezenet1_1 = _make
densenet121 = densenet161 = densenet169 = densenet201 = mobilenet_v2 = mobilenet_v3_small = mobilenet_v3_large = mnasnet1_0 = shufflenet_v2_x1_0 = _make
efficientnet_b0 = efficientnet_b1 = efficientnet_b2 = efficientnet_b3 = efficientnet_b4 = efficientnet_b5 = efficientnet_b6 = efficientnet_b7 = _make
efficientnet_v2_s = efficientnet_v2_m = efficientnet_v2_l = regnet_y_400mf = regnet_x_400mf = convnext_tiny = convnext_small = convnext_base = convnext_large = _make
vit_b_16 = vit_b_32 = vit_l_16 = vit_l_32 = swin_t = swin_s = swin_b = swin_v2_t = maxvit_t = get_model = _make
ResNet = VGG = DenseNet = AlexNet = MobileNetV2 = EfficientNet = VisionTransformer = Inception3 = GoogLeNet = Network
