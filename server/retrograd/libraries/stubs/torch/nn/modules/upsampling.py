from torch.nn.modules.shape import Upsample, UpsamplingBilinear2d, UpsamplingNearest2d
