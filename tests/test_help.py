"""``help`` shows what the reference shows: each parameter with its meaning, an example, and that when asked alone."""

import inspect
import pydoc
import subprocess
import sys
from pathlib import Path

import mxnet as mx
from mxnet._frontend.describing import LateText, OperatorText
from mxnet._help import classes, plain, texts


def shown(value: object) -> str:
    return pydoc.render_doc(value, renderer=pydoc.plaintext)


def test_a_class_shows_parameters_that_its_docstring_leaves_to_the_tables() -> None:
    assert "use_bias" not in plain(mx.gluon.nn.Dense)
    text = shown(mx.gluon.nn.Dense)
    assert "use_bias : bool, default True" in text
    assert "Whether there is a bias." in text
    assert ">>> import mxnet as mx" in text
    assert mx.gluon.nn.Dense.__doc__ == mx.gluon.nn.Dense(2).__doc__ == inspect.getdoc(mx.gluon.nn.Dense)


def test_a_function_shows_them_too() -> None:
    assert "keepdims" not in plain(mx.np.sum)
    assert "Keep the axes that were reduced" in shown(mx.np.sum)
    assert "Keep the axes that were reduced" in (inspect.getdoc(mx.np.sum) or "")
    assert str(mx.np.sum.__doc__) == inspect.getdoc(mx.np.sum)
    assert "mx.np.exp(mx.np.array" in shown(mx.np.exp)


def test_an_operator_shows_its_attributes_when_asked() -> None:
    for owner in (mx.nd, mx.sym):
        text = shown(owner.FullyConnected)
        assert "num_hidden : int, required" in text
        assert ">>> " in text
        assert str(owner.FullyConnected.__doc__) == inspect.getdoc(owner.FullyConnected)
        assert repr(owner.FullyConnected.__doc__) == repr(inspect.getdoc(owner.FullyConnected))
    assert "axis" in shown(mx.nd.NDArray.sum)


def test_a_class_of_the_users_has_its_own_text() -> None:
    class Silent(mx.gluon.nn.Dense):
        pass

    class Speaking(mx.gluon.nn.Dense):
        """Says this."""

    assert Silent.__doc__ is None
    assert inspect.getdoc(Silent) == mx.gluon.nn.Dense.__doc__
    assert Speaking.__doc__ == "Says this."


def test_sections_beside_parameters_stay() -> None:
    text = mx.gluon.loss.SoftmaxCrossEntropyLoss.__doc__ or ""
    for title in ("Parameters", "Examples"):
        assert text.count(f"{title}\n{'-' * len(title)}\n") == 1
    assert texts.of_class(list, "A list.") == "A list."


def test_every_public_class_and_function_is_whole() -> None:
    for _, name, kind in classes.all_classes():
        _, said, example = classes.describe(name, kind)
        assert example in (kind.__doc__ or ""), name
        assert all(text in (kind.__doc__ or "") for text in said.values()), name
    for function, (describe, page, name) in texts._public_functions().items():
        if isinstance(function.__doc__, OperatorText):  # tests/ops/test_documentation.py looks at those
            continue
        assert isinstance(function.__doc__, LateText), name
        _, said, example = describe(page, name, function)
        text = inspect.getdoc(function) or ""
        assert example in text, name
        assert all(meaning in text for meaning in said.values()), name


def test_nothing_of_it_is_loaded_before_somebody_asks() -> None:
    code = (
        "import sys, mxnet as mx; before = [m for m in sys.modules if m.startswith('mxnet._help.')];"
        "mx.gluon.nn.Dense.__doc__; print(before, 'mxnet._help.classes' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(Path(mx.__file__).parent.parent), "JAX_PLATFORMS": "cpu"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['mxnet._help.pages'] True"
