class ABCMeta(type):
    pass


class ABC:
    pass


def abstractmethod(func):
    return func


abstractproperty = property
abstractclassmethod = classmethod
abstractstaticmethod = staticmethod
