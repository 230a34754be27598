from snntorch.neurons import SpikingNeuron


def reset(net):
    for m in net.modules():
        if isinstance(m, SpikingNeuron):
            m.reset_mem()


def data_subset(dataset, subset, idx=0):
    return dataset
