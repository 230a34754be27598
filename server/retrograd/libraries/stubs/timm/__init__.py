from _network import Network
from _retrograd import unknown


def create_model(model_name, *args, **kwargs):
    return Network()


def list_models(*args, **kwargs):
    return unknown()


utils = data = unknown()
