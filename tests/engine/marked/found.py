"""Programs on which torch and the engine once disagreed, found by tests/differential and made small."""

# --- clamp-in-place-keeps-a-copy
a = torch.ones(3, requires_grad=True)
h = a + 1
h.clamp_(-1, 1)
h.sum().backward()

# --- product-in-place-with-itself
a = torch.ones(3, requires_grad=True)
h = a + 1
h.mul_(h)
h.sum().backward()  # expect: saved-tensor-modified

# --- in-place-on-a-view-keeps
a = torch.ones(3, requires_grad=True)
h = a + 1
v = h[1:]
v.add_(1)
h.sum().backward()
v.sum().backward()  # expect: freed-graph

# --- whole-assignment-keeps-nothing
a = torch.ones(3, requires_grad=True)
h = a + 1
h[:] = a
h.sum().backward()
h.sum().backward()

# --- view-under-no-grad-requires-grad
a = torch.ones(3, requires_grad=True)
with torch.no_grad():
    v = a.view(3)
(v * 2).sum().backward()
v.backward(torch.ones(3))  # expect: no-grad-fn

# --- view-under-no-grad-of-what-is-changed
a = torch.ones(3, requires_grad=True)
with torch.no_grad():
    v = a.view(3)
    a.add_(1)
try:
    (v * 2).sum().backward()
except RuntimeError:
    torch.ones(3).sum().backward()  # expect: no-grad-fn

# --- part-of-several-is-not-changed-in-place
a = torch.ones(3, requires_grad=True)
first, *rest = (a * 2).unbind(0)
try:
    first.mul_(2)
except RuntimeError:
    torch.ones(3).sum().backward()  # expect: no-grad-fn

# --- out-refuses-gradients
a = torch.ones(3, requires_grad=True)
try:
    torch.add(a, 1, out=torch.zeros(3))
except RuntimeError:
    torch.ones(3).sum().backward()  # expect: no-grad-fn

# --- view-method-takes-sizes
a = torch.ones(3, requires_grad=True)
h = torch.cat([torch.cat([a, a]).view(2, 3).mean(0)])
h = h.exp()
h.abs_()
h.sum().backward()  # expect: saved-tensor-modified

# --- mode-known-from-a-match
def run(mode: str):
    a = torch.ones(3, requires_grad=True)
    h = a / 2
    match mode:
        case "a":
            h.sum().backward(retain_graph=mode in ("a",))
            h.backward(torch.ones(3))
        case _:
            pass
run("a")

# --- dropout-that-drops-is-no-view
a = torch.ones(3, requires_grad=True)
h = F.dropout(a)
h /= 2
h.sum().backward()
h.mean().backward()  # expect: freed-graph

# --- einsum-keeps-what-others-need
a = torch.ones(3, requires_grad=True)
h = torch.einsum("i,j->i", a, torch.ones(2))
with torch.no_grad():
    a.add_(1)
h.backward(torch.ones(3))

# --- gradient-of-a-product-hangs-on-the-other-factor
a = torch.ones(3, requires_grad=True)
b = torch.ones(3, requires_grad=True)
(g,) = torch.autograd.grad((a * b).sum(), b, create_graph=True)
torch.autograd.grad((g * b).sum(), b)
g[0].backward()

# --- gradient-of-a-product-keeps-what-arrived
a = torch.ones(3, requires_grad=True)
(g,) = torch.autograd.grad((a * a).sum(), a, create_graph=True)
with torch.no_grad():
    a.add_(1)
g.sum().backward()
