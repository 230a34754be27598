"""The complaints of every version of torch are recognised."""

from __future__ import annotations

import pytest
import torch

from retrograd.configuration.names import is_rule
from retrograd.tracebacks.errors import COMPLAINTS, era, modified, recognise

OLD = "Trying to backward through the graph a second time, but "
SECOND = {
    "0.1": "Trying to backward through the graph second time, but the buffers have already been freed. Please specify "
    "retain_variables=True when calling backward for the first time.",
    "0.2 to 1.5": OLD
    + "the buffers have already been freed. Specify retain_graph=True when calling backward the first time.",
    "1.6 or 1.7": OLD
    + "the saved intermediate results have already been freed. Specify retain_graph=True when calling "
    "backward the first time.",
    "1.8": OLD + "the saved intermediate results have already been freed. Specify retain_graph=True when calling "
    ".backward() or autograd.grad() the first time.",
    "1.9": "Trying to backward through the graph a second time (or directly access saved variables after they have "
    "already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
    "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved "
    "variables after calling backward.",
    "1.10 or later": "Trying to backward through the graph a second time (or directly access saved tensors after they "
    "have already been freed). Saved intermediate values of the graph are freed when you call .backward().",
}


@pytest.mark.parametrize(("versions", "text"), SECOND.items())
def test_a_second_backward_in_the_words_of_each_version(versions: str, text: str) -> None:
    found = recognise(f"RuntimeError: {text}")
    assert found is not None
    assert found.name == "second-backward"
    assert era(text) == versions
    assert recognise(text.replace(" second", "\n second")) is found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "modified-in-place",
            "one of the variables needed for gradient computation has been modified by an inplace operation",
        ),
        ("no-graph", "element 0 of variables does not require grad and does not have a grad_fn"),
        ("no-graph", "element 0 of tensors does not require grad and does not have a grad_fn"),
        ("scalar-needed", "grad can be implicitly created only for scalar outputs"),
        ("unused-input", "One of the differentiated Tensors appears to not have been used in the graph."),
        ("unused-input", "The differentiated Tensor at index 1 appears to not have been used in the graph."),
        ("leaf-in-place", "a leaf Variable that requires grad has been used in an in-place operation."),
        ("leaf-in-place", "a leaf Variable that requires grad is being used in an in-place operation."),
        ("leaf-in-place", "a view of a leaf Variable that requires grad is being used in an in-place operation."),
        ("leaf-in-graph", "leaf variable has been moved into the graph interior"),
        ("detach-view", "Can't detach views in-place. Use detach() instead"),
        ("hooks-on-freed", "Calling register_hooks on a saved tensor after it has been freed."),
        ("inference-tensor", "Inference tensors cannot be saved for backward. To work around you can make a clone"),
        ("non-leaf-optimized", "can't optimize a non-leaf Tensor"),
        ("deepcopy", "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol"),
        ("donated-buffer", "This backward function was compiled with non-empty donated buffers which requires"),
        ("compiled-double-backward", "torch.compile with aot_autograd does not currently support double backward"),
    ],
)
def test_other_complaints(name: str, text: str) -> None:
    found = recognise(f"Traceback\nRuntimeError: {text}\n")
    assert found is not None
    assert found.name == name


def leaf() -> torch.Tensor:
    return torch.ones(2, 2, requires_grad=True)


def second_backward() -> None:
    b = (leaf() * 2).sum()
    b.backward()
    b.backward()


def modified_in_place() -> None:
    b = leaf().exp()
    c = b.sum() + (b * b).sum()
    b.add_(1)
    c.backward()


def leaf_in_place() -> None:
    a = leaf()
    a.add_(1)


def leaf_view_in_place() -> None:
    a = leaf()
    a[0].add_(1)


def detach_view() -> None:
    (leaf() * 2)[0].detach_()


def unused_input() -> None:
    torch.autograd.grad(leaf().sum(), leaf())


def inference_tensor() -> None:
    with torch.inference_mode():
        x = torch.ones(2, 2)
    leaf() * x


def deepcopy() -> None:
    import copy

    copy.deepcopy(leaf() * 2)


@pytest.mark.parametrize(
    ("name", "program"),
    [
        ("second-backward", second_backward),
        ("modified-in-place", modified_in_place),
        ("no-graph", lambda: torch.ones(1).backward()),
        ("scalar-needed", lambda: leaf().backward()),
        ("unused-input", unused_input),
        ("leaf-in-place", leaf_in_place),
        ("leaf-in-place", leaf_view_in_place),
        ("detach-view", detach_view),
        ("inference-tensor", inference_tensor),
        ("non-leaf-optimized", lambda: torch.optim.SGD([leaf() * 2], lr=0.1)),
        ("deepcopy", deepcopy),
    ],
)
def test_what_the_torch_at_hand_says(name: str, program: object) -> None:
    with pytest.raises((RuntimeError, ValueError)) as raised:
        program()  # type: ignore[operator]
    found = recognise(str(raised.value))
    assert found is not None
    assert found.name == name


def test_the_last_complaint_counts_and_other_errors_do_not() -> None:
    first, second = "can't optimize a non-leaf Tensor", "grad can be implicitly created only for scalar outputs"
    found = recognise(f"ValueError: {first}\n\nDuring handling ...\n\nRuntimeError: {second}")
    assert found is not None
    assert found.name == "scalar-needed"
    assert recognise("RuntimeError: CUDA out of memory") is None


def test_what_torch_tells_of_a_changed_tensor() -> None:
    found = modified(
        "has been modified by an inplace operation: [torch.FloatTensor [8, 2]], which is output 0 of AsStridedBackward0, "
        "is at version 2; expected version 1 instead. Hint: enable anomaly detection"
    )
    assert found is not None
    assert (found.shape, found.maker, found.found - found.expected) == ("8, 2", "AsStridedBackward0", 1)
    found = modified("operation: [torch.cuda.FloatTensor [8]] is at version 3; expected version 1 instead.")
    assert found is not None
    assert found.maker is None
    assert modified("has been modified by an inplace operation") is None


def test_each_complaint_names_a_rule_or_none_and_says_what_to_look_for() -> None:
    for complaint in COMPLAINTS:
        assert complaint.rule is None or is_rule(complaint.rule)
        assert complaint.meaning.endswith(".")
        assert complaint.look_for
