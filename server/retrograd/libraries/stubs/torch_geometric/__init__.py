from _retrograd import unknown


def seed_everything(seed):
    pass
