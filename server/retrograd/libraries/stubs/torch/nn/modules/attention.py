from _retrograd import Parameter, bump, module_parameters, settled
import torch
import torch.nn.functional as F
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module


class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None, dtype=None):
        self.embed_dim = embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._apart = kdim is not None and kdim != embed_dim or vdim is not None and vdim != embed_dim
        if self._apart:
            self.q_proj_weight = Parameter(torch.empty(embed_dim, embed_dim))
            self.k_proj_weight = Parameter(torch.empty(embed_dim, self.kdim))
            self.v_proj_weight = Parameter(torch.empty(embed_dim, self.vdim))
            self.in_proj_weight = None
        else:
            self.in_proj_weight = Parameter(torch.empty(3 * embed_dim, embed_dim))
            self.q_proj_weight = self.k_proj_weight = self.v_proj_weight = None
        self.in_proj_bias = Parameter(torch.empty(3 * embed_dim)) if settled(bias, True) else None
        self.out_proj = Linear(embed_dim, embed_dim, bias)

    def _reset_parameters(self):
        bump(module_parameters(self))

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True, is_causal=False):
        out, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, None, None, False,
            self.dropout, self.out_proj.weight, self.out_proj.bias, self.training, key_padding_mask, need_weights, attn_mask,
            self._apart, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight,
        )
        return out, (weights if need_weights else None)
