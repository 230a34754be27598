class ProgressBar:
    def __init__(self, gen, *args, **kwargs):
        self.gen = gen

    def __iter__(self):
        return iter(self.gen)

    def __len__(self):
        return len(self.gen)

    def write(self, *args, **kwargs):
        pass

    update = update_graph = on_iter_end = write


progress_bar = master_bar = ProgressBar
