from _retrograd import unknown

# arrays carry no graph; of one nothing is known but its class


class ndarray:
    def __class_call__(cls, *args, **kwargs):
        return unknown()


class generic(ndarray):
    pass


class number(generic):
    pass


class integer(number):
    pass


class floating(number):
    pass


class bool_(generic):
    pass


class float16(floating):
    pass


class float32(floating):
    pass


class float64(floating):
    pass


class int8(integer):
    pass


class int16(integer):
    pass


class int32(integer):
    pass


class int64(integer):
    pass


class uint8(integer):
    pass


class uint16(integer):
    pass


class uint32(integer):
    pass


class uint64(integer):
    pass


double = float_ = longdouble = float64
single = float32
half = float16
int_ = intp = longlong = int64
bool8 = bool_
signedinteger = unsignedinteger = integer
complex64 = complex128 = complexfloating = number
pi = 3.141592653589793
e = 2.718281828459045
inf = Inf = infty = float("inf")
nan = NaN = float("nan")
newaxis = None
_made = unknown()
array = asarray = ascontiguousarray = asfortranarray = zeros = ones = empty = full = zeros_like = ones_like = empty_like = full_like = arange = _made
linspace = logspace = geomspace = eye = identity = diag = tril = triu = meshgrid = mgrid = ogrid = indices = fromiter = fromfunction = frombuffer = _made
fromfile = load = loadtxt = genfromtxt = save = savez = savez_compressed = savetxt = copy = copyto = concatenate = stack = vstack = hstack = dstack = _made
column_stack = row_stack = split = array_split = hsplit = vsplit = tile = repeat = reshape = ravel = squeeze = expand_dims = transpose = swapaxes = _made
moveaxis = rollaxis = roll = flip = fliplr = flipud = rot90 = pad = append = insert = delete = unique = broadcast_to = broadcast_arrays = atleast_1d = _made
atleast_2d = atleast_3d = add = subtract = multiply = divide = true_divide = floor_divide = power = float_power = mod = remainder = negative = abs = _made
absolute = fabs = sign = sqrt = cbrt = square = exp = exp2 = expm1 = log = log2 = log10 = log1p = sin = cos = tan = arcsin = arccos = arctan = arctan2 = _made
sinh = cosh = tanh = deg2rad = rad2deg = degrees = radians = hypot = floor = ceil = round = around = rint = trunc = fix = clip = minimum = maximum = _made
fmin = fmax = sum = prod = mean = average = median = std = var = min = max = amin = amax = ptp = argmin = argmax = argsort = sort = lexsort = argwhere = _made
searchsorted = nonzero = flatnonzero = where = select = choose = take = take_along_axis = put = put_along_axis = cumsum = cumprod = diff = gradient = _made
ediff1d = nansum = nanmean = nanstd = nanvar = nanmin = nanmax = nanmedian = percentile = quantile = nanpercentile = histogram = histogram2d = _made
bincount = digitize = cov = corrcoef = correlate = convolve = interp = polyfit = polyval = trapz = trapezoid = dot = vdot = inner = outer = matmul = _made
tensordot = einsum = kron = cross = trace = isnan = isinf = isfinite = isclose = allclose = array_equal = any = all = logical_and = logical_or = _made
logical_not = logical_xor = equal = not_equal = less = less_equal = greater = greater_equal = isin = in1d = intersect1d = union1d = setdiff1d = real = _made
imag = conj = angle = nan_to_num = vectorize = apply_along_axis = shape = size = ndim = iinfo = finfo = dtype = result_type = can_cast = issubdtype = _made
promote_types = set_printoptions = get_printoptions = printoptions = seterr = errstate = random = linalg = fft = testing = lib = ma = char = _made
polynomial = unravel_index = ravel_multi_index = array2string = array_str = array_repr = c_ = r_ = s_ = ix_ = void = str_ = bytes_ = object_ = _made
datetime64 = timedelta64 = memmap = nditer = ndenumerate = ndindex = resize = block = packbits = unpackbits = bitwise_and = bitwise_or = bitwise_xor = _made
invert = left_shift = right_shift = heaviside = sinc = hanning = hamming = blackman = kaiser = bartlett = signbit = lcm = gcd = _made
