from _retrograd import node, plain


def make_grid(tensor, *args, **kwargs):
    return node("make_grid", [tensor])


def save_image(tensor, fp, *args, **kwargs):
    pass


def draw_bounding_boxes(image, boxes, *args, **kwargs):
    return plain()


draw_segmentation_masks = draw_keypoints = draw_bounding_boxes
