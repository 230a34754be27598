from torch.nn import LayerNorm as FusedLayerNorm, RMSNorm as FusedRMSNorm

MixedFusedLayerNorm = FusedLayerNorm
