__lazy__ = {
    "torch._compile": "compile",
    "torch.func": "vmap",
    "torch.amp": "autocast",
}
