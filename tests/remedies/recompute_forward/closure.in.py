import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
optimizer = torch.optim.LBFGS([w], max_iter=4)


def fit():
    # the misfit
    loss = (w.exp() - 2).pow(2).sum()

    def closure():
        optimizer.zero_grad()
        loss.backward()
        return loss

    optimizer.step(closure)


fit()
