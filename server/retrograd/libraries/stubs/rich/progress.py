from _retrograd import unknown


def track(sequence, *args, **kwargs):
    return iter(sequence)


class Progress:
    def __init__(self, *columns, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None

    def track(self, sequence, *args, **kwargs):
        return iter(sequence)

    def add_task(self, *args, **kwargs):
        return unknown()

    def start(self, *args, **kwargs):
        pass

    update = advance = stop = refresh = remove_task = start
