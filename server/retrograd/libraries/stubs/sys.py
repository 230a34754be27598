from _retrograd import unknown

argv = unknown()
maxsize = 9223372036854775807


def exit(status=None, /):
    raise SystemExit(status)
