from _retrograd import Parameter, bump, module_parameters, node, settled
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
        self._apart = settled(self.kdim != embed_dim, False) or settled(self.vdim != embed_dim, False)
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
        if settled(self.batch_first, False):
            # the projections copy what is transposed
            same = query is key
            query = node("transpose", [query])
            if same and key is value:
                key = value = query
            else:
                key, value = node("transpose", [key]), node("transpose", [value])
        if self._apart:
            q = F.linear(query, self.q_proj_weight, self.in_proj_bias)
            k = F.linear(key, self.k_proj_weight, self.in_proj_bias)
            v = F.linear(value, self.v_proj_weight, self.in_proj_bias)
        else:
            q = k = v = F.linear(query, self.in_proj_weight, self.in_proj_bias)
            if key is not query:
                k = v = F.linear(key, self.in_proj_weight, self.in_proj_bias)
            if value is not key:
                v = F.linear(value, self.in_proj_weight, self.in_proj_bias)
        weights = node("attention", [q, k, attn_mask], (), True)
        out = self.out_proj(node("attention", [weights, v], (), True))
        return out, (weights.mean(1) if need_weights else None)
