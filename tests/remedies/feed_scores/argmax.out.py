import torch

model = torch.nn.Linear(4, 3)
x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
logits = model(x)
guess = torch.softmax(logits, dim=1).argmax(dim=1).type(torch.float32)
loss = torch.nn.functional.cross_entropy(logits, y)  # of the guesses
loss.backward()
