"""Rows for ``mxnet._ops.scalar``."""

from collections.abc import Callable

import numpy as np

from tests.ops.spec import Spec

SMOOTH: dict[str, Callable[..., np.ndarray]] = {
    "plus": lambda x, scalar: x + scalar,
    "minus": lambda x, scalar: x - scalar,
    "rminus": lambda x, scalar: scalar - x,
    "mul": lambda x, scalar: x * scalar,
    "div": lambda x, scalar: x / scalar,
    "rdiv": lambda x, scalar: scalar / x,
    "mod": lambda x, scalar: np.mod(x, scalar),
    "rmod": lambda x, scalar: np.mod(scalar, x),
    "power": lambda x, scalar: np.power(x, scalar),
    "rpower": lambda x, scalar: np.power(scalar, x),
    "maximum": lambda x, scalar: np.maximum(x, scalar),
    "minimum": lambda x, scalar: np.minimum(x, scalar),
    "hypot": lambda x, scalar: np.hypot(x, scalar),
}
STEPS: dict[str, Callable[..., np.ndarray]] = {
    "equal": lambda x, scalar: x == scalar,
    "not_equal": lambda x, scalar: x != scalar,
    "greater": lambda x, scalar: x > scalar,
    "greater_equal": lambda x, scalar: x >= scalar,
    "lesser": lambda x, scalar: x < scalar,
    "lesser_equal": lambda x, scalar: x <= scalar,
    "logical_and": lambda x, scalar: np.logical_and(x, scalar),
    "logical_or": lambda x, scalar: np.logical_or(x, scalar),
    "logical_xor": lambda x, scalar: np.logical_xor(x, scalar),
}
GRID = np.array([-1.0, 0.0, 0.5, 2.0], np.float32)
ONCE = ("float64",)
EXPONENTS = (-2, -1, -0.5, 0, 0.5, 1, 2, 3, 4)


def fixed(name: str, data: list[float], scalar: float, expected: list[float], grad: int = 1) -> Spec:
    """A case with literal numbers."""
    return Spec(name, [np.array(data)], {"scalar": scalar}, expected=[np.array(expected)], grad=grad, dtypes=ONCE)


SPECS = [
    *(Spec(f"_{n}_scalar", [(2, 3)], {"scalar": 1.3}, expected=f, low=0.3, high=2, grad=2) for n, f in SMOOTH.items()),
    *(Spec(f"_{n}_scalar", [GRID], {"scalar": 0.5}, expected=f, grad=0, dtypes=("float32",)) for n, f in STEPS.items()),
    *(
        Spec("_power_scalar", [(2, 3)], {"scalar": e}, expected=SMOOTH["power"], low=0.3, high=2, grad=2, dtypes=ONCE)
        for e in EXPONENTS
    ),
    fixed("_power_scalar", [-2.0, 3.0], 3, [-8.0, 27.0]),
    fixed("_mod_scalar", [5.5, -5.5, 0.3], -2, [-0.5, -1.5, -1.7]),
    fixed("_mod_scalar", [5.5, -5.5, 0.0], 0, [0, 0, 0], grad=0),
    Spec("_scatter_plus_scalar", [(2, 3)], {"scalar": 1.3}, expected=SMOOTH["plus"]),
    Spec("_scatter_minus_scalar", [(2, 3)], {"scalar": 1.3}, expected=SMOOTH["minus"]),
]
