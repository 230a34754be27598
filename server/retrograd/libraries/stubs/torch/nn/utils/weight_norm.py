from torch.nn.utils.weights import remove_weight_norm, weight_norm
