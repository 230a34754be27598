from _retrograd import node


def _surrogate(*args, **kwargs):
    return lambda x: node("surrogate", [x], [x])


fast_sigmoid = sigmoid = atan = straight_through_estimator = triangular = spike_rate_escape = LSO = SFS = heaviside = _surrogate
