from _retrograd import unknown


class PrivacyEngine:
    def __init__(self, *args, **kwargs):
        self.accountant = unknown()

    def make_private(self, *, module, optimizer, data_loader=None, **kwargs):
        return module, optimizer, data_loader

    make_private_with_epsilon = make_private

    def attach(self, optimizer):
        pass

    def get_epsilon(self, *args, **kwargs):
        return unknown()


def GradSampleModule(module, *args, **kwargs):
    return module
