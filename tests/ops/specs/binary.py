"""Rows for ``mxnet._ops.binary``."""

from collections.abc import Callable

import numpy as np

from tests.ops.spec import Spec

LEFT = np.array([7, -7, 2, 0, 10], np.int32)
RIGHT = np.array([2, 2, -2, 3, 3], np.int32)
ONCE = ("float64",)
TIES = [np.array([1.0, 2.0, 0.0, -3.0, 0.0]), np.array([1.0, 3.0, 0.0, 2.0, 2.0])]


def as_float(predicate: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    return lambda a, b: predicate(a, b).astype(np.float64)


SMOOTH = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "power": np.power,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "hypot": np.hypot,
    "mod": np.mod,
}
STEPS = {
    "equal": np.equal,
    "not_equal": np.not_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
    "lesser": np.less,
    "lesser_equal": np.less_equal,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_xor": np.logical_xor,
}
INTEGERS = {
    "elemwise_add": [9, -5, 0, 3, 13],
    "elemwise_div": [3, -3, -1, 0, 3],
    "_mod": [1, 1, 0, 0, 1],
    "_power": [49, 49, 0, 0, 1000],
    "_hypot": [7, 7, 2, 3, 10],
    "_maximum": [7, 2, 2, 3, 10],
    "_logical_xor": [0, 0, 0, 1, 0],
    "_greater": [1, 0, 1, 0, 1],
}


def same_shape(name: str) -> str:
    return f"elemwise_{name}" if name in ("add", "sub", "mul", "div") else f"_{name}"


def exactly(name: str, lhs: np.ndarray, rhs: np.ndarray, expected: list[float], id: str) -> Spec:
    """A case with arrays of fixed dtypes and literal results, without a gradient."""
    return Spec(name, [lhs, rhs], expected=[np.array(expected)], grad=0, dtypes=ONCE, id=id)


def halves(*values: float) -> np.ndarray:
    return np.array(values, np.float16)


def small(*values: int) -> np.ndarray:
    return np.array(values, np.uint8)


SPECS = [
    *(Spec(same_shape(n), [(2, 3), (2, 3)], expected=f, low=0.3, high=2, grad=2) for n, f in SMOOTH.items()),
    *(Spec(f"broadcast_{n}", [(2, 3), (2, 1)], expected=f, low=0.3, high=2) for n, f in SMOOTH.items()),
    *(
        Spec(f"broadcast_{n}", [(3,), (1, 2, 1)], expected=f, low=0.3, high=2, id="rank", dtypes=ONCE)
        for n, f in SMOOTH.items()
    ),
    *(Spec(same_shape(n), TIES, expected=as_float(f), grad=0, dtypes=ONCE) for n, f in STEPS.items()),
    *(Spec(f"broadcast_{n}", [(2, 3), (3,)], expected=as_float(f), grad=0) for n, f in STEPS.items()),
    *(exactly(n, LEFT, RIGHT, v, id="int32") for n, v in INTEGERS.items()),
    exactly("_mod", LEFT, np.zeros_like(LEFT), [0, 0, 0, 0, 0], id="by zero"),
    exactly("_mod", small(200, 7), small(9, 200), [2, 7], id="uint8"),
    exactly("_hypot", halves(300), halves(400), [500], id="float16"),
    Spec("_mod", [np.array([5.5, -5.5, 5.5]), np.array([3.0, 3.0, -3.0])], expected=np.mod, dtypes=ONCE, id="signs"),
    Spec("_power", [np.array([-2.0, -3.0]), np.array([2.0, 3.0])], expected=np.power, wrt=(0,), dtypes=ONCE),
    Spec("_grad_add", [(2, 3), (2, 3)], expected=np.add, grad=2),
    Spec("_scatter_elemwise_div", [(2, 3), (2, 3)], expected=np.divide, low=0.5, high=2),
    Spec("add_n", [(2, 3), (2, 3), (2, 3)], {"num_args": 3}, expected=lambda a, b, c, num_args: a + b + c, grad=2),
    Spec("add_n", [(2, 3)], {"num_args": 1}, expected=lambda a, num_args: a, grad=2),
]
