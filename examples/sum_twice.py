"""No node of this graph saves a tensor, so torch lets it be gone through twice: nothing to report."""

import torch

a = torch.tensor([2.0], requires_grad=True)
s = (a + 1).sum()
s.backward()
s.backward()
