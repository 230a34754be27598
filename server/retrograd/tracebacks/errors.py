"""The complaints of autograd, in the words of every version of torch, and what each of them means."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Complaint:
    """One kind of error: how it is known, the rule that finds it before it happens, and what a person should know."""

    name: str
    pattern: re.Pattern[str]
    rule: str | None
    meaning: str
    look_for: tuple[str, ...]


def _of(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


COMPLAINTS = (
    Complaint(
        "second-backward",
        _of(r"Trying to backward through the graph (?:a )?second time"),
        "freed-graph",
        "This call goes back through operations whose saved tensors an earlier backward has freed.",
        (
            "an earlier backward() or autograd.grad() over a result that this one also goes through",
            "a result that is computed before a loop and used in every pass (compute it in the loop)",
            "a state, buffer or list that carries a result from one pass to the next (detach it)",
            "two losses over one forward pass (add them up and go backward once)",
            "a forward pass that is kept in an attribute or a cache",
        ),
    ),
    Complaint(
        "modified-in-place",
        _of(r"one of the variables needed for gradient computation has been modified by an in-?place operation"),
        "saved-tensor-modified",
        "A tensor that the graph had saved for this backward was changed in place after it was saved.",
        (
            "optimizer.step() between the forward pass and this backward",
            "+=, *=, x[i] = ..., or a method that ends in an underscore, on something the graph has used",
            "inplace=True in an activation whose input or result is used elsewhere",
            "a buffer that forward() updates, when forward() runs twice before this backward",
        ),
    ),
    Complaint(
        "no-graph",
        _of(r"element \d+ of (?:tensors|variables) does not require grad and does not have a grad_fn"),
        "no-grad-fn",
        "Nothing that this result was computed from requires a gradient, or the graph was cut on the way.",
        (
            ".item(), .data, .detach(), .numpy() or torch.tensor(...) between the parameters and the loss",
            "a forward pass under torch.no_grad() or inference_mode(), or gradients that are switched off globally",
            "parameters that are all frozen (requires_grad=False)",
            "argmax, comparisons, rounding or integer results, which have no gradient",
        ),
    ),
    Complaint(
        "scalar-needed",
        _of(r"grad can be implicitly created only for scalar outputs"),
        None,
        "backward() without an argument is for a single number, and this result has several elements.",
        (
            "a loss with reduction='none' (take its .mean() or .sum())",
            "outputs that are meant to have their own gradient (pass it: out.backward(gradient=...))",
            "losses of several devices that nobody has averaged",
        ),
    ),
    Complaint(
        "unused-input",
        _of(
            r"One of the differentiated Tensors appears to not have been used in the graph"
            r"|The differentiated Tensor at index \d+ appears to not have been used in the graph"
        ),
        None,
        "autograd.grad was asked for the gradient of a tensor that the result does not depend on.",
        (
            "a copy, slice or .to() of the input that was asked about, in place of the tensor that forward() used",
            "a detach() or no_grad() between the input and the output",
            "inputs that really play no part (allow_unused=True gives None for them)",
        ),
    ),
    Complaint(
        "leaf-in-place",
        _of(r"a (?:view of a )?leaf Variable that requires grad (?:has been|is being) used in an in-place operation"),
        None,
        "A parameter, or a tensor made with requires_grad=True, was changed in place while autograd was recording.",
        (
            "an update or initialisation that is not under torch.no_grad()",
            "w += ..., w[i] = ... or w.fill_(...) on a parameter (torch.nn.init, or no_grad around it)",
            "requires_grad=True at creation, before the values are filled in (fill first, then requires_grad_())",
        ),
    ),
    Complaint(
        "leaf-in-graph",
        _of(r"leaf variable has been moved into the graph interior"),
        None,
        "A tensor that requires a gradient was overwritten with results that have a graph, after it was used.",
        ("x[...] = result on a tensor made with requires_grad=True (build it with torch.stack or torch.cat)",),
    ),
    Complaint(
        "detach-view",
        _of(r"Can't detach views in-place"),
        None,
        "detach_() cannot cut off a view, for its base would keep the graph.",
        ("h.detach_() on a slice, chunk, or element of unbind (write h = h.detach())",),
    ),
    Complaint(
        "detached-save",
        _of(r"Trying to use a saved tensor that has been detached in-?place"),
        None,
        "A tensor that the graph had saved was cut off with detach_() before this backward.",
        ("h.detach_() between the forward pass and this backward (write h = h.detach() after the backward)",),
    ),
    Complaint(
        "hooks-on-freed",
        _of(r"Calling register_hooks on a saved tensor after it has been freed"),
        "freed-graph",
        "A saved tensor was to be given hooks after a backward had freed it.",
        ("register_hooks() on grad_fn._raw_saved_...: before the backward, or with retain_graph=True on it",),
    ),
    Complaint(
        "inference-tensor",
        _of(r"Inference tensors cannot be saved for backward"),
        None,
        "A tensor made under torch.inference_mode() was used in a computation that autograd records.",
        (
            "features, embeddings or targets that are computed under inference_mode() and used in training",
            "a model that an inference-mode function has built or loaded (use no_grad there, or .clone() the tensor)",
        ),
    ),
    Complaint(
        "non-leaf-optimized",
        _of(r"can't optimize a non-leaf Tensor"),
        "leaf-rebound",
        "The optimizer was given the result of a computation in place of the tensor that is to be trained.",
        (
            "torch.randn(..., requires_grad=True).to(device), * scale, or .view(...) (do that first, then requires_grad_())",
            "w = w - lr * w.grad outside of no_grad(), which replaces the parameter by a result",
        ),
    ),
    Complaint(
        "deepcopy",
        _of(r"Only Tensors created explicitly by the user \(graph leaves\) support the deepcopy protocol"),
        None,
        "copy.deepcopy met a tensor that belongs to a graph.",
        (
            "a module that keeps a result of forward() in an attribute (detach it before it is kept)",
            "weight_norm or spectral_norm in its old form, which keeps a computed weight",
        ),
    ),
    Complaint(
        "donated-buffer",
        _of(r"This backward function was compiled with non-empty donated buffers"),
        "freed-graph",
        "torch.compile has made one operation of the whole region and reuses its buffers: its graph cannot be kept.",
        (
            "retain_graph=True or create_graph=True on a backward through a compiled module (go backward once, over a sum)",
            "torch._functorch.config.donated_buffer = False, which keeps the buffers at the price of memory",
        ),
    ),
    Complaint(
        "compiled-double-backward",
        _of(r"torch\.compile with aot_autograd does not currently support double backward"),
        None,
        "A compiled region cannot be differentiated twice.",
        ("a gradient penalty or Hessian through a compiled module (leave that module uncompiled)",),
    ),
    Complaint(
        "reentrant-checkpoint",
        _of(
            r"(?:When use_reentrant=True, torch\.utils\.checkpoint|Checkpointing) is (?:in|not )compatible with \.grad\(\)"
        ),
        None,
        "Reentrant checkpointing supports backward() over everything only.",
        ("torch.utils.checkpoint.checkpoint(...) without use_reentrant=False",),
    ),
)


def recognise(text: str) -> Complaint | None:
    """The complaint that a text holds; of several the last, which is the one that ended the program."""
    best: tuple[int, Complaint] | None = None
    flat = " ".join(text.split())
    for complaint in COMPLAINTS:
        for found in complaint.pattern.finditer(flat):
            if best is None or found.start() > best[0]:
                best = (found.start(), complaint)
    return None if best is None else best[1]


_ERAS = (
    (r"specify retain_variables=True", "0.1"),
    (r"the buffers have already been freed", "0.2 to 1.5"),
    (r"saved intermediate results have already been freed\. Specify retain_graph=True when calling \.backward", "1.8"),
    (r"saved intermediate results have already been freed", "1.6 or 1.7"),
    (r"directly access saved variables after", "1.9"),
    (r"directly access saved tensors after", "1.10 or later"),
)


def era(text: str) -> str | None:
    """The versions of torch that put the complaint of a second backward into these words."""
    flat = " ".join(text.split())
    return next((versions for words, versions in _ERAS if re.search(words, flat, re.IGNORECASE)), None)


@dataclass(frozen=True, slots=True)
class Modified:
    """What torch tells of a tensor that was changed in place."""

    kind: str
    shape: str
    maker: str | None
    found: int
    expected: int


_MODIFIED = re.compile(
    r"\[(?P<kind>[\w.]+) \[(?P<shape>[\d, ]*)\]\]"
    r"(?:, which is output \d+ of (?P<maker>\w+))?,? is at version (?P<found>\d+); expected version (?P<expected>\d+)"
)


def modified(text: str) -> Modified | None:
    """The tensor in a complaint of a change in place, where torch (since 1.2) describes it."""
    found = _MODIFIED.search(" ".join(text.split()))
    if found is None:
        return None
    return Modified(found["kind"], found["shape"], found["maker"], int(found["found"]), int(found["expected"]))
