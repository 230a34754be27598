from _network import Network
from _retrograd import integers, node


class _Detection(Network):
    def forward(self, images, targets=None):
        base = Network.forward(self, images)
        if targets is not None:
            names = ("loss_classifier", "loss_box_reg", "loss_objectness", "loss_rpn_box_reg")
            return {name: node(name, [base], (), True) for name in names}
        return [{"boxes": node("boxes", [base], (), True), "scores": node("scores", [base], (), True), "labels": integers()}]


def _make(*args, **kwargs):
    return _Detection()


fasterrcnn_resnet50_fpn = fasterrcnn_resnet50_fpn_v2 = fasterrcnn_mobilenet_v3_large_fpn = maskrcnn_resnet50_fpn = maskrcnn_resnet50_fpn_v2 = _make
retinanet_resnet50_fpn = retinanet_resnet50_fpn_v2 = ssd300_vgg16 = ssdlite320_mobilenet_v3_large = keypointrcnn_resnet50_fpn = fcos_resnet50_fpn = _make
FasterRCNN = MaskRCNN = RetinaNet = _Detection
