from _retrograd import unknown


class SummaryWriter:
    def __init__(self, log_dir=None, *args, **kwargs):
        self.log_dir = log_dir

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, *args, **kwargs):
        pass

    add_scalars = add_histogram = add_image = add_images = add_figure = add_video = add_audio = add_text = add_scalar
    add_graph = add_embedding = add_pr_curve = add_mesh = add_hparams = add_custom_scalars = add_tensor = add_scalar

    def flush(self):
        pass

    close = flush

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass
