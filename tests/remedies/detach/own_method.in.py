import torch


class Memory:
    def __init__(self):
        self.states: dict[int, torch.Tensor] = {}

    def get(self, node):
        return self.states.get(node, torch.zeros(1, 4))

    def set(self, node, state):
        self.states[node] = state

    def let_go(self):
        for node in self.states:
            self.states[node] = self.states[node].detach()


memory = Memory()
cell = torch.nn.GRUCell(4, 4)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)
for step in range(4):
    for node in (step % 2, 2):
        memory.set(node, cell(torch.ones(1, 4), memory.get(node)))
    loss = (memory.get(0) - memory.get(2)).pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
