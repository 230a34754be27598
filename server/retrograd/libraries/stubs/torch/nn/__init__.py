from _retrograd import Parameter
from torch.nn.modules.module import Module


def Buffer(data=None, persistent=True):
    return data


__lazy__ = {
    "torch.nn.modules.linear": "Identity Linear Bilinear LazyLinear NonDynamicallyQuantizableLinear",
    "torch.nn.modules.conv": "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d",
    "torch.nn.modules.sparse": "Embedding EmbeddingBag",
    "torch.nn.modules.batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d",
    "torch.nn.modules.normalization": "LayerNorm GroupNorm RMSNorm LocalResponseNorm CrossMapLRN2d",
    "torch.nn.modules.dropout": "Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout",
    "torch.nn.modules.activation": "ReLU ReLU6 RReLU SiLU Mish Hardswish Hardsigmoid SELU ELU CELU LeakyReLU PReLU GELU Sigmoid Tanh Softplus Softsign Tanhshrink Softshrink Hardshrink LogSigmoid Hardtanh Threshold GLU Softmax LogSoftmax Softmin Softmax2d",
    "torch.nn.modules.attention": "MultiheadAttention",
    "torch.nn.modules.pooling": "MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d LPPool3d FractionalMaxPool2d FractionalMaxPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d",
    "torch.nn.modules.padding": "ZeroPad1d ZeroPad2d ZeroPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d CircularPad1d CircularPad2d CircularPad3d",
    "torch.nn.modules.shape": "Flatten Unflatten PixelShuffle PixelUnshuffle ChannelShuffle Upsample UpsamplingNearest2d UpsamplingBilinear2d Fold Unfold",
    "torch.nn.modules.loss": "L1Loss MSELoss SmoothL1Loss HuberLoss CrossEntropyLoss NLLLoss NLLLoss2d BCELoss BCEWithLogitsLoss KLDivLoss TripletMarginLoss TripletMarginWithDistanceLoss CosineEmbeddingLoss MarginRankingLoss HingeEmbeddingLoss MultiLabelMarginLoss MultiMarginLoss SoftMarginLoss MultiLabelSoftMarginLoss PoissonNLLLoss GaussianNLLLoss CTCLoss",
    "torch.nn.modules.distance": "CosineSimilarity PairwiseDistance",
    "torch.nn.modules.adaptive": "AdaptiveLogSoftmaxWithLoss",
    "torch.nn.modules.rnn": "RNNBase RNN LSTM GRU RNNCellBase RNNCell LSTMCell GRUCell",
    "torch.nn.modules.transformer": "Transformer TransformerEncoder TransformerDecoder TransformerEncoderLayer TransformerDecoderLayer",
    "torch.nn.modules.container": "Container Sequential ModuleList ModuleDict ParameterList ParameterDict",
    "torch.nn.parallel": "DataParallel",
}
