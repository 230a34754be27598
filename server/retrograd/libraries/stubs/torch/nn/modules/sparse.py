from _retrograd import Parameter, bump
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None):
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = padding_idx
        self.max_norm = max_norm
        self.weight = Parameter(torch.empty(num_embeddings, embedding_dim) if _weight is None else _weight, not _freeze)

    def reset_parameters(self):
        bump(self.weight)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, *args, **kwargs):
        rows, columns = embeddings.shape[0], embeddings.shape[1]
        return cls(rows, columns, _weight=embeddings, _freeze=freeze)

    def forward(self, input):
        if self.max_norm is not None:
            bump(self.weight)
        return F.embedding(input, self.weight)


class EmbeddingBag(Module):
    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="mean", sparse=False, _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None):
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.mode = mode
        self.weight = Parameter(torch.empty(num_embeddings, embedding_dim) if _weight is None else _weight)

    reset_parameters = Embedding.reset_parameters

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, *args, **kwargs):
        made = cls(embeddings.shape[0], embeddings.shape[1], _weight=embeddings)
        made.weight.requires_grad = not freeze
        return made

    def forward(self, input, offsets=None, per_sample_weights=None):
        return F.embedding_bag(input, self.weight, offsets, mode=self.mode, per_sample_weights=per_sample_weights)
