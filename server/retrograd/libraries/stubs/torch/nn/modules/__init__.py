from torch.nn.modules.module import Module

__lazy__ = {
    "torch.nn": "Identity Linear Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d Embedding EmbeddingBag BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm InstanceNorm1d InstanceNorm2d InstanceNorm3d LayerNorm GroupNorm Dropout Dropout2d Dropout3d ReLU ReLU6 SiLU ELU LeakyReLU PReLU GELU Sigmoid Tanh Softplus Softmax LogSoftmax MultiheadAttention MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d Flatten Upsample L1Loss MSELoss SmoothL1Loss CrossEntropyLoss NLLLoss BCELoss BCEWithLogitsLoss KLDivLoss RNN LSTM GRU RNNCell LSTMCell GRUCell Transformer TransformerEncoder TransformerDecoder TransformerEncoderLayer TransformerDecoderLayer Sequential ModuleList ModuleDict ParameterList ParameterDict",
}
