from _network import Network
from _retrograd import assume, unknown


def load(repo_or_dir, model, *args, **kwargs):
    assume("what `torch.hub.load` gives is a network with trainable parameters")
    return Network()


def load_state_dict_from_url(url, *args, **kwargs):
    return unknown()


def set_dir(d):
    pass


list = help = get_dir = download_url_to_file = load_state_dict_from_url
