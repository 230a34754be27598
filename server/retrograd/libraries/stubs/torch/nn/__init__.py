from _retrograd import (
    Parameter, bump, mark_buffer, module_children, module_named_buffers, module_named_children, module_named_modules,
    module_named_parameters, module_parameters, node, op, plain, set_grad_enabled, zero_grad,
)
import torch
import torch.nn.functional as F


class Module:
    training = True

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        for hook in self.__dict__.get("_pre_hooks", ()):
            got = hook(self, args)
            if got is not None:
                args = got if isinstance(got, tuple) else (got,)
        out = self.forward(*args, **kwargs)
        for hook in self.__dict__.get("_hooks", ()):
            got = hook(self, args, out)
            if got is not None:
                out = got
        return out

    def register_forward_hook(self, hook, prepend=False, with_kwargs=False, always_call=False):
        self._hooks = list(self.__dict__.get("_hooks", ())) + [hook]
        return _Handle(self, "_hooks", hook)

    def register_forward_pre_hook(self, hook, prepend=False, with_kwargs=False):
        self._pre_hooks = list(self.__dict__.get("_pre_hooks", ())) + [hook]
        return _Handle(self, "_pre_hooks", hook)

    def register_full_backward_hook(self, hook, prepend=False):
        return _Handle(self, "_none", hook)

    def register_backward_hook(self, hook):
        return _Handle(self, "_none", hook)

    def parameters(self, recurse=True):
        return iter(module_parameters(self, recurse))

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return iter(module_named_parameters(self, recurse))

    def buffers(self, recurse=True):
        return iter([b for n, b in module_named_buffers(self)])

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return iter(module_named_buffers(self))

    def children(self):
        return iter(module_children(self))

    def named_children(self):
        return iter(module_named_children(self))

    def modules(self):
        return iter([m for n, m in module_named_modules(self)])

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        return iter(module_named_modules(self))

    @property
    def _parameters(self):
        return dict(module_named_parameters(self, False))

    @property
    def _modules(self):
        return dict(module_named_children(self))

    @property
    def _buffers(self):
        return dict(module_named_buffers(self))

    def train(self, mode=True):
        for n, m in module_named_modules(self):
            m.training = mode
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for p in module_parameters(self):
            p.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        zero_grad(module_parameters(self), set_to_none)

    def to(self, *args, **kwargs):
        return self

    def cuda(self, device=None):
        return self

    def cpu(self):
        return self

    def float(self):
        return self

    def double(self):
        return self

    def half(self):
        return self

    def bfloat16(self):
        return self

    def type(self, dst_type):
        return self

    def to_empty(self, *args, **kwargs):
        return self

    def share_memory(self):
        return self

    def compile(self, *args, **kwargs):
        return None

    def apply(self, fn):
        for n, m in module_named_modules(self):
            fn(m)
        return self

    def register_parameter(self, name, param):
        setattr(self, name, param)

    def register_buffer(self, name, tensor, persistent=True):
        mark_buffer(self, name)
        setattr(self, name, tensor)

    def register_module(self, name, module):
        setattr(self, name, module)

    def add_module(self, name, module):
        setattr(self, name, module)

    def get_parameter(self, target):
        return dict(module_named_parameters(self))[target]

    def get_submodule(self, target):
        return dict(module_named_modules(self))[target] if target else self

    def state_dict(self, *args, **kwargs):
        out = {}
        for n, p in module_named_parameters(self):
            out[n] = p.detach()
        for n, b in module_named_buffers(self):
            out[n] = b
        return out

    def load_state_dict(self, state_dict, strict=True, assign=False):
        bump(module_parameters(self))

    def extra_repr(self):
        return ""

    def _get_name(self):
        return ""

    def forward(self, *args):
        raise NotImplementedError


class _Handle:
    def __init__(self, module, name, hook):
        self.module = module
        self.name = name
        self.hook = hook

    def remove(self):
        setattr(self.module, self.name, [h for h in self.module.__dict__.get(self.name, ()) if h is not self.hook])

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.remove()


class Identity(Module):
    def forward(self, input):
        return input


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty(out_features, in_features))
        self.bias = Parameter(torch.empty(out_features)) if bias else None

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)


class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        self.weight = Parameter(torch.empty(out_features, in1_features, in2_features))
        self.bias = Parameter(torch.empty(out_features)) if bias else None

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)


class _Conv(Module):
    _op = "nn.functional.conv2d"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.weight = Parameter(torch.empty(out_channels, in_channels))
        self.bias = Parameter(torch.empty(out_channels)) if bias else None

    def forward(self, input):
        return op(self._op, input, self.weight, self.bias)


class Conv1d(_Conv):
    _op = "nn.functional.conv1d"


class Conv2d(_Conv):
    _op = "nn.functional.conv2d"


class Conv3d(_Conv):
    _op = "nn.functional.conv3d"


class _ConvTranspose(_Conv):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        self.weight = Parameter(torch.empty(in_channels, out_channels))
        self.bias = Parameter(torch.empty(out_channels)) if bias else None

    def forward(self, input, output_size=None):
        return op(self._op, input, self.weight, self.bias)


class ConvTranspose1d(_ConvTranspose):
    _op = "nn.functional.conv_transpose1d"


class ConvTranspose2d(_ConvTranspose):
    _op = "nn.functional.conv_transpose2d"


class ConvTranspose3d(_ConvTranspose):
    _op = "nn.functional.conv_transpose3d"


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, **kwargs):
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.weight = Parameter(torch.empty(num_embeddings, embedding_dim), not _freeze)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, **kwargs):
        return cls(1, 1, _freeze=freeze)

    def forward(self, input):
        return node("embedding", [self.weight], (), True)


class EmbeddingBag(Embedding):
    def forward(self, input, offsets=None, per_sample_weights=None):
        return node("embedding_bag", [self.weight], (), True)


class _Norm(Module):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        self.num_features = num_features
        self.weight = Parameter(torch.ones(num_features)) if affine else None
        self.bias = Parameter(torch.zeros(num_features)) if affine else None
        if track_running_stats:
            self.register_buffer("running_mean", torch.zeros(num_features))
            self.register_buffer("running_var", torch.ones(num_features))
            self.register_buffer("num_batches_tracked", torch.tensor(0))
        else:
            self.running_mean = self.running_var = None

    def forward(self, input):
        if self.training or self.running_mean is None:
            return node("batch_norm", [input, self.weight, self.bias], [input, self.weight] if self.weight is not None else [input], True)
        return F.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias, False)


class BatchNorm1d(_Norm):
    pass


class BatchNorm2d(_Norm):
    pass


class BatchNorm3d(_Norm):
    pass


class SyncBatchNorm(_Norm):
    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        return module


class InstanceNorm1d(_Norm):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None):
        _Norm.__init__(self, num_features, eps, momentum, affine, track_running_stats)


class InstanceNorm2d(InstanceNorm1d):
    pass


class InstanceNorm3d(InstanceNorm1d):
    pass


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        self.normalized_shape = normalized_shape
        self.weight = Parameter(torch.ones(1)) if elementwise_affine else None
        self.bias = Parameter(torch.zeros(1)) if elementwise_affine and bias else None

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias)


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        self.weight = Parameter(torch.ones(num_channels)) if affine else None
        self.bias = Parameter(torch.zeros(num_channels)) if affine else None

    def forward(self, input):
        return F.group_norm(input, 1, self.weight, self.bias)


class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        self.weight = Parameter(torch.ones(1)) if elementwise_affine else None

    def forward(self, input):
        return F.rms_norm(input, (1,), self.weight)


class _Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        self.p = p
        self.inplace = inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout(_Dropout):
    pass


class Dropout1d(_Dropout):
    pass


class Dropout2d(_Dropout):
    pass


class Dropout3d(_Dropout):
    pass


class AlphaDropout(_Dropout):
    pass


class _Simple(Module):
    _op = ""

    def __init__(self, *args, **kwargs):
        self._args = args
        self._kwargs = kwargs

    def forward(self, input):
        return op(self._op, input, *self._args, **self._kwargs)


class ReLU(Module):
    def __init__(self, inplace=False):
        self.inplace = inplace

    def forward(self, input):
        return F.relu(input, self.inplace)


class ReLU6(ReLU):
    def forward(self, input):
        return F.relu6(input, self.inplace)


class SiLU(ReLU):
    def forward(self, input):
        return F.silu(input, self.inplace)


class Mish(ReLU):
    def forward(self, input):
        return F.mish(input, self.inplace)


class Hardswish(ReLU):
    def forward(self, input):
        return F.hardswish(input, self.inplace)


class Hardsigmoid(ReLU):
    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)


class SELU(ReLU):
    def forward(self, input):
        return F.selu(input, self.inplace)


class ELU(Module):
    def __init__(self, alpha=1.0, inplace=False):
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)


class CELU(ELU):
    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)


class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        self.weight = Parameter(torch.ones(num_parameters))

    def forward(self, input):
        return F.prelu(input, self.weight)


class GELU(Module):
    def __init__(self, approximate="none"):
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input)


class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)


class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)


class Softplus(Module):
    def forward(self, input):
        return F.softplus(input)


class Softsign(Module):
    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    def forward(self, input):
        return F.tanhshrink(input)


class LogSigmoid(Module):
    def forward(self, input):
        return F.logsigmoid(input)


class Hardtanh(_Simple):
    _op = "nn.functional.hardtanh"


class GLU(Module):
    def __init__(self, dim=-1):
        self.dim = dim

    def forward(self, input):
        return F.glu(input, self.dim)


class Softmax(Module):
    def __init__(self, dim=None):
        self.dim = dim

    def forward(self, input):
        return F.softmax(input, self.dim)


class LogSoftmax(Softmax):
    def forward(self, input):
        return F.log_softmax(input, self.dim)


class Softmin(Softmax):
    def forward(self, input):
        return F.softmin(input, self.dim)


class Softmax2d(Module):
    def forward(self, input):
        return F.softmax(input, -3)


class _Pool(Module):
    _op = "nn.functional.max_pool2d"

    def __init__(self, kernel_size=1, stride=None, padding=0, *args, **kwargs):
        self.kernel_size = kernel_size

    def forward(self, input):
        return op(self._op, input, self.kernel_size)


class MaxPool1d(_Pool):
    _op = "nn.functional.max_pool1d"


class MaxPool2d(_Pool):
    _op = "nn.functional.max_pool2d"


class MaxPool3d(_Pool):
    _op = "nn.functional.max_pool3d"


class AvgPool1d(_Pool):
    _op = "nn.functional.avg_pool1d"


class AvgPool2d(_Pool):
    _op = "nn.functional.avg_pool2d"


class AvgPool3d(_Pool):
    _op = "nn.functional.avg_pool3d"


class AdaptiveAvgPool1d(Module):
    def __init__(self, output_size):
        self.output_size = output_size

    def forward(self, input):
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(AdaptiveAvgPool1d):
    def forward(self, input):
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(AdaptiveAvgPool1d):
    def forward(self, input):
        return F.adaptive_avg_pool3d(input, self.output_size)


class AdaptiveMaxPool1d(AdaptiveAvgPool1d):
    def forward(self, input):
        return node("adaptive_max_pool", [input], [input], True)


class AdaptiveMaxPool2d(AdaptiveMaxPool1d):
    pass


class AdaptiveMaxPool3d(AdaptiveMaxPool1d):
    pass


class _Reshape(Module):
    def __init__(self, *args, **kwargs):
        pass

    def forward(self, input):
        return node("reshape", [input])


class ZeroPad2d(_Reshape):
    pass


class ConstantPad1d(_Reshape):
    pass


class ConstantPad2d(_Reshape):
    pass


class ReflectionPad1d(_Reshape):
    def forward(self, input):
        return node("reflection_pad", [input], [input])


class ReflectionPad2d(ReflectionPad1d):
    pass


class ReplicationPad1d(ReflectionPad1d):
    pass


class ReplicationPad2d(ReflectionPad1d):
    pass


class PixelShuffle(_Reshape):
    pass


class PixelUnshuffle(_Reshape):
    pass


class Upsample(_Reshape):
    pass


class UpsamplingNearest2d(_Reshape):
    pass


class UpsamplingBilinear2d(_Reshape):
    pass


class Unfold(_Reshape):
    pass


class Fold(_Reshape):
    pass


class ChannelShuffle(_Reshape):
    pass


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        self.start_dim = start_dim

    def forward(self, input):
        return torch.flatten(input, self.start_dim)


class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        self.dim = dim

    def forward(self, input):
        return node("unflatten", [input])


class _Loss(Module):
    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        self.reduction = reduction


class L1Loss(_Loss):
    def forward(self, input, target):
        return F.l1_loss(input, target, reduction=self.reduction)


class MSELoss(_Loss):
    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        self.reduction = reduction

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction)


class HuberLoss(_Loss):
    def __init__(self, reduction="mean", delta=1.0):
        self.reduction = reduction

    def forward(self, input, target):
        return F.huber_loss(input, target, reduction=self.reduction)


class CrossEntropyLoss(_Loss):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
        self.weight = weight
        self.reduction = reduction
        self.label_smoothing = label_smoothing

    def forward(self, input, target):
        return F.cross_entropy(input, target, weight=self.weight, reduction=self.reduction)


class NLLLoss(_Loss):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        self.weight = weight
        self.reduction = reduction

    def forward(self, input, target):
        return F.nll_loss(input, target, weight=self.weight, reduction=self.reduction)


class BCELoss(_Loss):
    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        self.weight = weight
        self.reduction = reduction

    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        self.weight = weight
        self.pos_weight = pos_weight
        self.reduction = reduction

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(input, target, self.weight, pos_weight=self.pos_weight, reduction=self.reduction)


class KLDivLoss(_Loss):
    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        self.reduction = reduction
        self.log_target = log_target

    def forward(self, input, target):
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class _AnyLoss(Module):
    def __init__(self, *args, **kwargs):
        pass

    def forward(self, *args):
        return node("loss", args, args, True)


class TripletMarginLoss(_AnyLoss):
    pass


class CosineEmbeddingLoss(_AnyLoss):
    pass


class MarginRankingLoss(_AnyLoss):
    pass


class HingeEmbeddingLoss(_AnyLoss):
    pass


class MultiLabelMarginLoss(_AnyLoss):
    pass


class MultiMarginLoss(_AnyLoss):
    pass


class SoftMarginLoss(_AnyLoss):
    pass


class MultiLabelSoftMarginLoss(_AnyLoss):
    pass


class PoissonNLLLoss(_AnyLoss):
    pass


class GaussianNLLLoss(_AnyLoss):
    pass


class CTCLoss(_AnyLoss):
    pass


class CosineSimilarity(Module):
    def __init__(self, dim=1, eps=1e-8):
        self.dim = dim

    def forward(self, x1, x2):
        return F.cosine_similarity(x1, x2, self.dim)


class PairwiseDistance(_AnyLoss):
    pass


class _RNN(Module):
    _cell = False

    def __init__(self, input_size, hidden_size, num_layers=1, *args, **kwargs):
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.batch_first = kwargs.get("batch_first", False)
        self.bidirectional = kwargs.get("bidirectional", False)
        self.weight_ih_l0 = Parameter(torch.empty(hidden_size))
        self.weight_hh_l0 = Parameter(torch.empty(hidden_size))
        self.bias_ih_l0 = Parameter(torch.empty(hidden_size))
        self.bias_hh_l0 = Parameter(torch.empty(hidden_size))

    def flatten_parameters(self):
        pass

    def _weights(self):
        return [self.weight_ih_l0, self.weight_hh_l0, self.bias_ih_l0, self.bias_hh_l0]

    def forward(self, input, hx=None):
        data = input.data if isinstance(input, _Packed) else input
        w = self._weights()
        out = node("rnn", [data, hx] + w, [data, self.weight_ih_l0, self.weight_hh_l0], True)
        h = op("unbind", out)[0]
        if isinstance(input, _Packed):
            return _Packed(out), h
        return out, h


class RNN(_RNN):
    pass


class GRU(_RNN):
    pass


class LSTM(_RNN):
    def forward(self, input, hx=None):
        data = input.data if isinstance(input, _Packed) else input
        w = self._weights()
        out = node("lstm", [data, hx] + w, [data, hx, self.weight_ih_l0, self.weight_hh_l0], True)
        h = op("unbind", out)
        if isinstance(input, _Packed):
            return _Packed(out), (h[0], h[1])
        return out, (h[0], h[1])


class _Packed:
    def __init__(self, data):
        self.data = data
        self.batch_sizes = None


class _Cell(Module):
    def __init__(self, input_size, hidden_size, bias=True, *args, **kwargs):
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.weight_ih = Parameter(torch.empty(hidden_size, input_size))
        self.weight_hh = Parameter(torch.empty(hidden_size, hidden_size))
        self.bias_ih = Parameter(torch.empty(hidden_size)) if bias else None
        self.bias_hh = Parameter(torch.empty(hidden_size)) if bias else None


class RNNCell(_Cell):
    def forward(self, input, hx=None):
        if hx is None:
            hx = plain()
        return torch.tanh(F.linear(input, self.weight_ih, self.bias_ih) + F.linear(hx, self.weight_hh, self.bias_hh))


class GRUCell(_Cell):
    def forward(self, input, hx=None):
        if hx is None:
            hx = plain()
        return torch.gru_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)


class LSTMCell(_Cell):
    def forward(self, input, hx=None):
        if hx is None:
            hx = (plain(), plain())
        gates = F.linear(input, self.weight_ih, self.bias_ih) + F.linear(hx[0], self.weight_hh, self.bias_hh)
        i, f, g, o = gates.chunk(4)
        c = torch.sigmoid(f) * hx[1] + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, *args, **kwargs):
        self.in_proj_weight = Parameter(torch.empty(embed_dim))
        self.in_proj_bias = Parameter(torch.empty(embed_dim))
        self.out_proj = Linear(embed_dim, embed_dim)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True, is_causal=False):
        att = node("attention", [query, key, value, self.in_proj_weight, self.in_proj_bias], [query, key, value, self.in_proj_weight], True)
        weights = node("attention_weights", [att], (), True)
        return self.out_proj(att), (weights if need_weights else None)


class TransformerEncoderLayer(Module):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, *args, **kwargs):
        self.self_attn = MultiheadAttention(d_model, nhead)
        self.linear1 = Linear(d_model, dim_feedforward)
        self.linear2 = Linear(dim_feedforward, d_model)
        self.norm1 = LayerNorm(d_model)
        self.norm2 = LayerNorm(d_model)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = self.norm1(src + self.self_attn(src, src, src)[0])
        return self.norm2(x + self.linear2(F.relu(self.linear1(x))))


class TransformerDecoderLayer(TransformerEncoderLayer):
    def forward(self, tgt, memory, *args, **kwargs):
        x = self.norm1(tgt + self.self_attn(tgt, memory, memory)[0])
        return self.norm2(x + self.linear2(F.relu(self.linear1(x))))


class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, *args, **kwargs):
        self.layer = encoder_layer
        self.norm = norm

    def forward(self, src, *args, **kwargs):
        x = self.layer(src)
        return self.norm(x) if self.norm is not None else x


class TransformerDecoder(TransformerEncoder):
    def forward(self, tgt, memory, *args, **kwargs):
        x = self.layer(tgt, memory)
        return self.norm(x) if self.norm is not None else x


class Transformer(Module):
    def __init__(self, d_model=512, nhead=8, *args, **kwargs):
        self.encoder = TransformerEncoderLayer(d_model, nhead)
        self.decoder = TransformerDecoderLayer(d_model, nhead)

    def forward(self, src, tgt, *args, **kwargs):
        return self.decoder(tgt, self.encoder(src))

    @staticmethod
    def generate_square_subsequent_mask(sz, *args, **kwargs):
        return torch.zeros(sz, sz)


class Sequential(Module):
    def __init__(self, *args):
        self._list = []
        if len(args) == 1 and isinstance(args[0], dict):
            for k, m in args[0].items():
                setattr(self, k, m)
                self._list.append(m)
        else:
            for m in args:
                setattr(self, str(len(self._list)), m)
                self._list.append(m)

    def forward(self, input):
        for m in self._list:
            input = m(input)
        return input

    def append(self, module):
        setattr(self, str(len(self._list)), module)
        self._list.append(module)
        return self

    def __getitem__(self, i):
        if isinstance(i, slice):
            return Sequential(*self._list[i])
        return self._list[i]

    def __setitem__(self, i, module):
        self._list[i] = module
        setattr(self, str(i), module)

    def __len__(self):
        return len(self._list)

    def __iter__(self):
        return iter(self._list)


class ModuleList(Module):
    def __init__(self, modules=None):
        self._list = []
        if modules is not None:
            self.extend(modules)

    def append(self, module):
        setattr(self, str(len(self._list)), module)
        self._list.append(module)
        return self

    def extend(self, modules):
        for m in modules:
            self.append(m)
        return self

    def insert(self, index, module):
        setattr(self, "i" + str(len(self._list)), module)
        self._list.insert(index, module)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return ModuleList(self._list[i])
        return self._list[i]

    def __setitem__(self, i, module):
        self._list[i] = module
        setattr(self, str(i), module)

    def __len__(self):
        return len(self._list)

    def __iter__(self):
        return iter(self._list)

    def __iadd__(self, modules):
        return self.extend(modules)


class ModuleDict(Module):
    def __init__(self, modules=None):
        self._dict = {}
        if modules is not None:
            self.update(modules)

    def update(self, modules):
        for k, m in (modules.items() if isinstance(modules, (dict, ModuleDict)) else modules):
            self[k] = m

    def __getitem__(self, key):
        return self._dict[key]

    def __setitem__(self, key, module):
        self._dict[key] = module
        if isinstance(key, str):
            setattr(self, key, module)

    def __contains__(self, key):
        return key in self._dict

    def __len__(self):
        return len(self._dict)

    def __iter__(self):
        return iter(self._dict)

    def keys(self):
        return self._dict.keys()

    def values(self):
        return self._dict.values()

    def items(self):
        return self._dict.items()


class ParameterList(ModuleList):
    def append(self, value):
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, "p" + str(len(self._list)), value)
        self._list.append(value)
        return self


class ParameterDict(ModuleDict):
    def __setitem__(self, key, value):
        if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        self._dict[key] = value
        if isinstance(key, str):
            setattr(self, "p_" + key, value)


class DataParallel(Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0, **kwargs):
        self.module = module

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def no_sync(self):
        from contextlib import nullcontext
        return nullcontext()

    def __getattr__(self, name):
        return getattr(self.module, name)
