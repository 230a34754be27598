from _retrograd import bump


def _fill(tensor, *args, **kwargs):
    bump(tensor)
    return tensor


uniform_ = normal_ = trunc_normal_ = constant_ = ones_ = zeros_ = eye_ = dirac_ = xavier_uniform_ = xavier_normal_ = _fill
kaiming_uniform_ = kaiming_normal_ = orthogonal_ = sparse_ = xavier_uniform = xavier_normal = kaiming_normal = uniform = normal = constant = _fill


def calculate_gain(*args, **kwargs):
    return 1.0
