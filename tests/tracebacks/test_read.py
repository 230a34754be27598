"""Frames are found however a traceback was printed."""

from __future__ import annotations

import pytest

from retrograd.tracebacks.read import Frame, read

ERROR = "RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors)."
PYTHON = f"""\
epoch 1
Traceback (most recent call last):
  File "/home/me/proj/main.py", line 40, in <module>
    main()
  File "/home/me/proj/train.py", line 12, in step
    loss.backward()
    ~~~~~~~~~~~~~^^
  File "/usr/lib/python3.11/site-packages/torch/_tensor.py", line 487, in backward
    torch.autograd.backward(
{ERROR}
"""
STEP = Frame("/home/me/proj/train.py", 12, "step", "loss.backward()")


def test_python() -> None:
    found = read(PYTHON)
    assert found.deepest == STEP
    assert [frame.line for frame in found.frames] == [40, 12, 487]
    assert found.message == ERROR
    assert found.through is None


@pytest.mark.parametrize("prefix", ["[rank0]: ", "[rank12]:", "rank1: ", "(train_fn pid=4242) ", "[default0]:"])
def test_prefixes_of_launchers(prefix: str) -> None:
    text = "".join(prefix + line + "\n" for line in PYTHON.splitlines())
    assert read(text).deepest == STEP
    assert read(text).message == ERROR


def test_frames_without_source() -> None:
    text = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n  File "a.py", line 9, in g\n' + ERROR
    assert read(text).frames == (Frame("a.py", 3, "f"), Frame("a.py", 9, "g"))


def test_the_last_of_several_stacks() -> None:
    first = 'Traceback (most recent call last):\n  File "x.py", line 1, in f\n    raise KeyError\nKeyError\n'
    text = first + "\nDuring handling of the above exception, another exception occurred:\n\n" + PYTHON
    assert read(text).deepest == STEP


def test_anomaly_mode() -> None:
    text = (
        "train.py:9: UserWarning: Error detected in MulBackward0. Traceback of forward call that caused the error:\n"
        '  File "train.py", line 7, in <module>\n    b = a * 2\n'
        '  File "/x/site-packages/torch/nn/modules/module.py", line 1, in __call__\n    return f()\n'
        " (Triggered internally at python_anomaly_mode.cpp:127.)\n" + PYTHON
    )
    found = read(text)
    assert found.built == Frame("train.py", 7, "<module>", "b = a * 2")
    assert found.deepest == STEP


def test_ipython() -> None:
    text = (
        "---------------------------------------------------------------------------\n"
        "RuntimeError                              Traceback (most recent call last)\n"
        "Cell In[5], line 2\n      1 b.backward()\n----> 2 b.backward()\n\n"
        "File ~/env/lib/python3.11/site-packages/torch/_tensor.py:521, in Tensor.backward(self, gradient)\n"
        "    511 if has_torch_function_unary(self):\n--> 521 torch.autograd.backward(\n    522     self\n\n" + ERROR
    )
    found = read(text)
    assert found.deepest == Frame("In[5]", 2, "<module>", "b.backward()")
    assert found.deepest is not None
    assert found.deepest.cell == 5
    assert found.message == ERROR


def test_ipython_of_old() -> None:
    text = (
        "RuntimeError                              Traceback (most recent call last)\n"
        "<ipython-input-12-abcdef012345> in <module>()\n      3 for x in data:\n----> 4     loss.backward()\n      5 \n\n"
        "/usr/lib/python3.6/site-packages/torch/tensor.py in backward(self)\n    100 \n--> 102 torch.autograd.backward(\n\n"
        + ERROR
    )
    found = read(text).deepest
    assert found == Frame("<ipython-input-12-abcdef012345>", 4, "<module>", "loss.backward()")
    assert found is not None
    assert found.cell == 12


def test_a_module_in_a_notebook() -> None:
    text = (
        "Traceback (most recent call last)\nFile ~/proj/net.py:31, in Net.step(self, x)\n     29 def step(self, x):\n"
        "     30     loss = self(x)\n---> 31     loss.backward()\n\n" + ERROR
    )
    assert read(text).deepest == Frame("~/proj/net.py", 31, "Net.step", "loss.backward()")


def test_pytest() -> None:
    text = (
        "    def test_step():\n        b.backward()\n>       b.backward()\n\ntests/test_net.py:8: \n"
        "_ _ _ _ _\n/x/site-packages/torch/_tensor.py:521: in backward\n    torch.autograd.backward(\n"
        f"E   {ERROR}\n\n/x/site-packages/torch/autograd/graph.py:768: RuntimeError\n"
    )
    found = read(text)
    assert found.deepest is not None
    assert (found.deepest.file, found.deepest.line) == ("tests/test_net.py", 8)


@pytest.mark.parametrize(
    ("file", "foreign"),
    [
        ("/home/me/torch/train.py", False),
        ("C:\\Users\\me\\proj\\train.py", False),
        ("C:\\env\\Lib\\site-packages\\torch\\_tensor.py", True),
        ("/opt/pytorch/torch/autograd/__init__.py", True),
        ("/usr/lib/python3.10/contextlib.py", True),
        ("<frozen importlib._bootstrap>", True),
    ],
)
def test_whose_code_it_is(file: str, foreign: bool) -> None:
    assert Frame(file, 1).foreign is foreign


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("/x/site-packages/torch/_functorch/_aot_autograd/runtime_wrappers.py", "torch.compile"),
        ("/x/site-packages/torch/autograd/function.py", "autograd.Function"),
        ("/x/site-packages/accelerate/accelerator.py", "accelerate"),
    ],
)
def test_what_it_came_through(file: str, words: str) -> None:
    text = PYTHON.replace("/usr/lib/python3.11/site-packages/torch/_tensor.py", file)
    through = read(text).through
    assert through is not None
    assert words in through


def test_no_traceback_at_all() -> None:
    found = read("it says " + ERROR)
    assert found.frames == ()
    assert found.deepest is None
    assert read("").message == ""
