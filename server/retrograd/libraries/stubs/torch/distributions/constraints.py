from _retrograd import unknown

real = positive = nonnegative = unit_interval = simplex = boolean = real_vector = independent = unknown()
