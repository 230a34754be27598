from _retrograd import integers, node
import torch


class PackedSequence:
    def __init__(self, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        self.data = data
        self.batch_sizes = integers() if batch_sizes is None else batch_sizes
        self.sorted_indices = sorted_indices
        self.unsorted_indices = unsorted_indices

    def _with(self, data):
        return PackedSequence(data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    def to(self, *args, **kwargs):
        return self

    cuda = cpu = float = to

    def __iter__(self):
        return iter((self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices))

    def __getitem__(self, i):
        return (self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)[i]


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    return PackedSequence(node("pack_padded", [input], (), True))


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    return node("pad_packed", [sequence.data], (), True), integers()


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    return node("pad_sequence", list(sequences))


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    return [padded_sequences[i] for i in range(len(lengths))]


def pack_sequence(sequences, enforce_sorted=True):
    return PackedSequence(node("pack_padded", list(sequences), (), True))
