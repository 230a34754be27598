from _network import Network
from _retrograd import node, unknown


class _Output:
    def __init__(self, sample):
        self.sample = sample

    def __getitem__(self, i):
        return self.sample


class UNet2DModel(Network):
    def forward(self, sample, timestep=None, *args, return_dict=True, **kwargs):
        out = self.head(self.trunk(sample, args, kwargs))
        return _Output(out) if return_dict is not False else (out,)


UNet2DConditionModel = UNet1DModel = UNet3DConditionModel = ControlNetModel = Transformer2DModel = DiTTransformer2DModel = FluxTransformer2DModel = SD3Transformer2DModel = UNet2DModel


class _Posterior:
    def __init__(self, made):
        self.made = made

    def sample(self, generator=None):
        return node("sample", [self.made], (), True)

    def mode(self):
        return self.made


class _Encoded:
    def __init__(self, made):
        self.latent_dist = _Posterior(made)
        self.latents = made


class AutoencoderKL(Network):
    def encode(self, x, *args, **kwargs):
        return _Encoded(self.trunk(x))

    def decode(self, z, *args, **kwargs):
        return _Output(self.head(z))

    def forward(self, sample, *args, **kwargs):
        return _Output(self.head(self.trunk(sample)))


VQModel = AutoencoderKL


class DDPMScheduler:
    def __init__(self, *args, **kwargs):
        self.config = self.timesteps = self.alphas_cumprod = unknown()

    @classmethod
    def from_pretrained(cls, *args, **kwargs):
        return cls()

    from_config = from_pretrained

    def set_timesteps(self, *args, **kwargs):
        pass

    def add_noise(self, original_samples, noise, timesteps):
        return node("add_noise", [original_samples, noise], (), True)

    def scale_model_input(self, sample, timestep=None):
        return sample

    def get_velocity(self, sample, noise, timesteps):
        return node("velocity", [sample, noise], (), True)

    def step(self, model_output, timestep, sample, *args, **kwargs):
        return _Stepped(node("denoise", [model_output, sample], (), True))


class _Stepped:
    def __init__(self, sample):
        self.prev_sample = self.pred_original_sample = sample


DDIMScheduler = PNDMScheduler = EulerDiscreteScheduler = DPMSolverMultistepScheduler = LMSDiscreteScheduler = FlowMatchEulerDiscreteScheduler = DDPMScheduler
optimization = utils = unknown()
