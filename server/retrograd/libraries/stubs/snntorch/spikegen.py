from _retrograd import plain


def rate(data, *args, **kwargs):
    return plain()


latency = delta = rate_conv = latency_code = rate
