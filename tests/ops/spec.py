"""One row a case of an operator: its inputs, attributes and what it must give."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

FLOATS = ("float32", "float64", "float16")
Input = np.ndarray | tuple[int, ...]


@dataclass(frozen=True)
class Spec:
    """A case of an operator.

    ``inputs`` are arrays, or shapes to be filled with numbers between ``low`` and ``high`` (the same at every run).
    ``expected`` is a function of the inputs as NumPy arrays and the attributes (NumPy or SciPy, computed in float64),
    or the arrays themselves (from the oracle). ``grad`` is the order of derivatives compared with finite differences,
    ``wrt`` the inputs differentiated (all floating ones if None). ``dtypes`` are those that shape inputs are tried in;
    arrays keep their own, and those numbered in ``wide`` are float32 at least. ``train`` runs the case in training
    mode. ``check`` replaces ``expected`` where a result is random: it gets the outputs and asserts what it must about
    them.
    """

    op: str
    inputs: Sequence[Input]
    attrs: Mapping[str, Any] = field(default_factory=dict)
    expected: Callable[..., Any] | Sequence[Any] | None = None
    grad: int = 1
    wrt: Sequence[int] | None = None
    dtypes: Sequence[str] = FLOATS
    wide: Sequence[int] = ()
    low: float = -1.0
    high: float = 1.0
    rtol: float = 1e-5
    atol: float = 1e-6
    train: bool = False
    check: Callable[..., None] | None = None
    id: str = ""

    @property
    def label(self) -> str:
        attrs = ",".join(f"{k}={v}" for k, v in self.attrs.items())
        return f"{self.op}{'-' + self.id if self.id else ''}{'-' + attrs if attrs else ''}"

    def arrays(self, dtype: str) -> list[np.ndarray]:
        """The inputs as arrays."""
        rng = np.random.default_rng(0)
        types = [np.promote_types(dtype, "float32") if i in self.wide else dtype for i in range(len(self.inputs))]
        return [
            i if isinstance(i, np.ndarray) else rng.uniform(self.low, self.high, i).astype(np.float64).astype(kind)
            for i, kind in zip(self.inputs, types, strict=True)
        ]
