from _retrograd import node
from torch.nn import Module


class Spectrogram(Module):
    def __init__(self, *args, **kwargs):
        pass

    def forward(self, waveform):
        return node("transform", [waveform], [waveform], True)


MelSpectrogram = MFCC = MelScale = AmplitudeToDB = Resample = InverseSpectrogram = GriffinLim = TimeStretch = ComputeDeltas = Vad = LFCC = Vol = Fade = Spectrogram
TimeMasking = FrequencyMasking = Spectrogram
