from _retrograd import Parameter, node, plain
import torch
from torch.nn import Linear, Module


class SpikingNeuron(Module):
    _states = ("mem",)

    def __init__(self, *decays, threshold=1.0, spike_grad=None, surrogate_disable=False, init_hidden=False, inhibition=False, learn_beta=False, learn_threshold=False, reset_mechanism="subtract", output=False, **kwargs):
        self.init_hidden = init_hidden
        self.output = output
        self.spike_grad = spike_grad
        self.register_buffer("threshold", torch.tensor(1.0))
        beta = torch.tensor(0.9)
        if learn_beta:
            self.beta = Parameter(beta)
        else:
            self.register_buffer("beta", beta)
        for name in self._states:
            setattr(self, name, plain())

    def _next(self, input_, state):
        # the reset is detached; a decay that is a number or a buffer is kept
        return node("decay", [state, input_, self.beta], [self.beta, state] if self.beta.requires_grad else [self.beta])

    def forward(self, input_, *states):
        if self.init_hidden:
            states = tuple([getattr(self, name) for name in self._states])
        elif not states:
            states = tuple([plain() for _ in self._states])
        x = input_
        made = []
        for state in states:
            x = self._next(x, state)
            made.append(x)
        spike = self.spike_grad(x) if self.spike_grad is not None else node("surrogate", [x], [x])
        if self.init_hidden:
            for name, value in zip(self._states, made):
                setattr(self, name, value)
            return (spike, *made) if self.output else spike
        return (spike, *made)

    def reset_mem(self):
        for name in self._states:
            setattr(self, name, plain())
        made = tuple([plain() for _ in self._states])
        return made[0] if len(made) == 1 else made

    init_leaky = init_lapicque = init_synaptic = init_alpha = reset_hidden = reset_mem

    def detach_hidden(self):
        for name in self._states:
            setattr(self, name, getattr(self, name).detach())


LIF = SpikingNeuron


class Leaky(SpikingNeuron):
    pass


class Lapicque(SpikingNeuron):
    pass


class Synaptic(SpikingNeuron):
    _states = ("syn", "mem")


class Alpha(SpikingNeuron):
    _states = ("syn_exc", "syn_inh", "mem")


class _Recurrent(SpikingNeuron):
    def __init__(self, *decays, linear_features=None, **kwargs):
        SpikingNeuron.__init__(self, *decays, **kwargs)
        self.recurrent = Linear(linear_features or 1, linear_features or 1)
        self.spk = plain()

    def init_rleaky(self):
        return plain(), plain()

    init_rsynaptic = init_rleaky

    def forward(self, input_, spk=None, mem=None):
        if self.init_hidden or spk is None:
            spk, mem = self.spk, self.mem
        mem = self._next(input_ + self.recurrent(spk), mem)
        spk = node("surrogate", [mem], [mem])
        if self.init_hidden:
            self.spk, self.mem = spk, mem
            return (spk, mem) if self.output else spk
        return spk, mem


class RLeaky(_Recurrent):
    pass


class RSynaptic(_Recurrent):
    pass
