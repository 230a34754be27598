def set_image_backend(backend):
    pass


def disable_beta_transforms_warning():
    pass
