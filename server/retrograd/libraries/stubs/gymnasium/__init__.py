from _retrograd import unknown

spaces = wrappers = vector = envs = utils = logger = error = unknown()


def make(*args, **kwargs):
    return unknown()


make_vec = register = make


class Env:
    def reset(self, *, seed=None, options=None):
        return unknown()

    def step(self, action):
        return unknown()

    def render(self, *args, **kwargs):
        return unknown()

    def close(self):
        pass

    @property
    def unwrapped(self):
        return self

    @property
    def action_space(self):
        return unknown()

    @property
    def observation_space(self):
        return unknown()


class Wrapper(Env):
    def __init__(self, env):
        self.env = env

    def reset(self, **kwargs):
        return self.env.reset(**kwargs)

    def step(self, action):
        return self.env.step(action)

    def __getattr__(self, name):
        return getattr(self.env, name)


class ObservationWrapper(Wrapper):
    pass


class RewardWrapper(Wrapper):
    pass


class ActionWrapper(Wrapper):
    pass
