class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, *args, **kwargs):
        self.iterable = iterable
        self.total = total
        self.n = 0

    def __iter__(self):
        return iter(self.iterable)

    def __len__(self):
        return len(self.iterable) if self.iterable is not None else self.total

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None

    def update(self, n=1):
        pass

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        pass

    def set_description(self, desc=None, refresh=True):
        pass

    set_postfix_str = set_description_str = set_description

    @classmethod
    def write(cls, s, file=None, end="\n", nolock=False):
        pass

    @classmethod
    def pandas(cls, **kwargs):
        pass

    def close(self):
        pass

    refresh = clear = display = unpause = reset = update


def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)


tqdm_notebook = tqdm_gui = tqdm
tnrange = trange
