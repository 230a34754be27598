import torch

image = torch.zeros(3)
adversarial = image.clone().requires_grad_()
for step in range(3):
    adversarial.retain_grad()
    loss = (adversarial - 1).pow(2).sum()
    loss.backward()
    adversarial = adversarial + 0.1 * adversarial.grad.sign()
    adversarial = torch.clamp(adversarial, -1, 1)
    adversarial = adversarial.detach().requires_grad_()
