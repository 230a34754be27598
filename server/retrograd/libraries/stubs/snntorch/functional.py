from _retrograd import node, unknown


class _Loss:
    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, spk_out, targets=None):
        return node("loss", [spk_out], [spk_out], True)


ce_rate_loss = ce_count_loss = ce_max_membrane_loss = mse_count_loss = mse_membrane_loss = mse_temporal_loss = ce_temporal_loss = _Loss


def accuracy_rate(spk_out, targets, *args, **kwargs):
    return unknown()


accuracy_temporal = accuracy_rate


def reg_l1(*args, **kwargs):
    return _Loss()


l1_rate_sparsity = reg_l1
