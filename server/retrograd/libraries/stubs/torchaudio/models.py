from _network import Network

Conformer = ConvTasNet = DeepSpeech = Emformer = Tacotron2 = Wav2Letter = Wav2Vec2Model = WaveRNN = RNNT = SquimObjective = HDemucs = Network


def wav2vec2_base(*args, **kwargs):
    return Network()


wav2vec2_large = hubert_base = hubert_large = wavlm_base = wavlm_large = conv_tasnet_base = emformer_rnnt_base = wav2vec2_base
