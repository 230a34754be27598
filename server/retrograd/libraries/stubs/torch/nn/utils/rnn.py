from _retrograd import node, unknown
import torch
from torch.nn import _Packed as PackedSequence


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    return PackedSequence(node("pack", [input], (), True))


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    return node("pad_packed", [sequence.data], (), True), torch.zeros(1)


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    return node("pad_sequence", list(sequences))


def pack_sequence(sequences, enforce_sorted=True):
    return PackedSequence(node("pack", list(sequences), (), True))
