from snntorch.neurons import Alpha, LIF, Lapicque, Leaky, RLeaky, RSynaptic, SpikingNeuron, Synaptic
from snntorch import functional, surrogate, utils
