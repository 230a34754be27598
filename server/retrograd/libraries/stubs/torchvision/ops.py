from _retrograd import integers, node


def nms(boxes, scores, iou_threshold):
    return integers()


batched_nms = remove_small_boxes = nms


def box_iou(boxes1, boxes2):
    return node("box_iou", [boxes1, boxes2], [boxes1, boxes2], True)


generalized_box_iou = complete_box_iou = distance_box_iou = box_iou


def sigmoid_focal_loss(inputs, targets, alpha=0.25, gamma=2, reduction="none"):
    return node("sigmoid_focal_loss", [inputs], [inputs], True)


def roi_align(input, boxes, output_size, *args, **kwargs):
    return node("roi_align", [input], (), "index")


roi_pool = ps_roi_align = roi_align


def box_convert(boxes, in_fmt, out_fmt):
    return node("box_convert", [boxes], (), True)


clip_boxes_to_image = box_convert
