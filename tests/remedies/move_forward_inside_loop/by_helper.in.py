import torch


def normalise(edges):
    total = edges.exp().sum()
    return edges.exp() / total


def train(adjacency, edges, optimizer):
    optimizer.zero_grad()
    loss = (adjacency * torch.arange(4.0)).sum()
    loss.backward()
    optimizer.step()


def main():
    edges = torch.zeros(4, requires_grad=True)
    optimizer = torch.optim.SGD([edges], lr=0.1)
    adjacency = normalise(edges)
    for _ in range(3):
        train(adjacency, edges, optimizer)


main()
