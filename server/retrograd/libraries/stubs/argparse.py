from _retrograd import unknown, unknown_bool, unknown_int

SUPPRESS = "==SUPPRESS=="
REMAINDER = "..."


class ArgumentError(Exception):
    pass


class ArgumentTypeError(Exception):
    pass


class Namespace:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __contains__(self, key):
        return key in self.__dict__


class _Parsed(Namespace):
    def __getattr__(self, name):
        value = unknown()
        setattr(self, name, value)
        return value


class _Group:
    def __init__(self, declared):
        self._declared = declared

    def add_argument(self, *flags, **options):
        name = options.get("dest")
        if name is None:
            long = [f for f in flags if f.startswith("--")] or flags
            name = long[0].lstrip("-").replace("-", "_")
        # flags come from outside: of a value only its kind is known, never the default
        if options.get("action") in ("store_true", "store_false"):
            self._declared[name] = unknown_bool()
        elif options.get("type") is int and options.get("default") is not None and "nargs" not in options:
            self._declared[name] = unknown_int("", None)
        return unknown()

    def add_argument_group(self, *args, **kwargs):
        return _Group(self._declared)

    def add_mutually_exclusive_group(self, *args, **kwargs):
        return _Group(self._declared)


class ArgumentParser(_Group):
    def __init__(self, *args, parents=(), **kwargs):
        self._declared = {}
        for p in parents:
            self._declared.update(p._declared)

    def set_defaults(self, **kwargs):
        pass

    def get_default(self, dest):
        return unknown()

    def add_subparsers(self, **kwargs):
        return unknown()

    def parse_args(self, args=None, namespace=None):
        return _Parsed(**self._declared)

    def parse_known_args(self, args=None, namespace=None):
        return _Parsed(**self._declared), unknown()

    def print_help(self, file=None):
        pass

    def error(self, message):
        raise SystemExit(2)

    def exit(self, status=0, message=None):
        raise SystemExit(status)


class ArgumentDefaultsHelpFormatter:
    pass


class RawTextHelpFormatter:
    pass


class RawDescriptionHelpFormatter:
    pass


class Action:
    pass


def BooleanOptionalAction(*args, **kwargs):
    return unknown()
