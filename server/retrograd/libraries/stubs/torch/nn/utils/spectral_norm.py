from torch.nn.utils.weights import remove_spectral_norm, spectral_norm
