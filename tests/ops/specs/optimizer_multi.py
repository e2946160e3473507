"""Rows for ``mxnet._ops.optimizer_multi``: the steps on one weight, one after the other."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.ops.spec import Spec
from tests.ops.specs.optimizer import mp_sgd, mp_sgd_mom, sgd, sgd_mom
from tests.ops.specs.optimizer_large import adamw, lamb_direction, lamb_step, mp_adamw

A = np.ndarray
SHAPES = ((2, 3), (4,))
RATES = {"lrs": (0.125, 0.25), "wds": (0.25, 0.5)}
COUNT = {"num_weights": 2}


def each(step: Callable[..., Any], stride: int, **renamed: str) -> Callable[..., list[A]]:
    """The results of ``step`` on every group, weights first; attributes named here have a value for each weight."""

    def expected(*arrays: A, **attrs: Any) -> list[A]:
        shared = {k: v for k, v in attrs.items() if k not in renamed and not k.startswith("num_")}
        extra = arrays[2 * stride :]
        results = []
        for k in range(2):
            own = {new: attrs[old][k] for old, new in renamed.items()}
            result = step(*arrays[k * stride : (k + 1) * stride], *extra, **shared, **own)
            results.append(result if isinstance(result, list) else [result])
        return [r[0] for r in results] + [state for r in results for state in r[1:]]

    return expected


def preloaded(step: Callable[..., Any], stride: int) -> Callable[..., list[A]]:
    def expected(*arrays: A, **attrs: Any) -> list[A]:
        *groups, lrs, wds = arrays
        return each(step, stride, lrs="lr", wds="wd")(*groups, lrs=lrs, wds=wds, **attrs)

    return expected


def lamb(w: A, g: A, m: A, v: A, *, lr: float, **attrs: Any) -> list[A]:
    direction, m, v = lamb_direction(w, g, m, v, **attrs)
    return [lamb_step(w, direction, np.linalg.norm(w), np.linalg.norm(direction), lr=lr), m, v]


def mp_lamb(w: A, g: A, m: A, v: A, w32: A, *, lr: float, **attrs: Any) -> list[A]:
    direction, m, v = lamb_direction(w32, g, m, v, **attrs)
    new = lamb_step(w32, direction, np.linalg.norm(w), np.linalg.norm(direction), lr=lr)
    return [new, m, v, new]


def inputs(stride: int) -> list[tuple[int, ...]]:
    return [shape for shape in SHAPES for _ in range(stride)]


def sgd_rows() -> list[Spec]:
    rows = []
    for kind, stride, step in (("", 2, sgd), ("mp_", 3, mp_sgd), ("", 3, sgd_mom), ("mp_", 4, mp_sgd_mom)):
        momentum = step in (sgd_mom, mp_sgd_mom)
        name = f"multi_{kind}sgd{'_mom' if momentum else ''}_update"
        attrs = {"rescale_grad": 2.0, "clip_gradient": 0.5} | ({"momentum": 0.75} if momentum else {}) | COUNT
        rows += [
            Spec(name, inputs(stride), RATES | attrs, each(step, stride, lrs="lr", wds="wd"), grad=0),
            Spec(f"preloaded_{name}", [*inputs(stride), (2,), (2,)], attrs, preloaded(step, stride), grad=0),
        ]
    return rows


ADAMW = RATES | {"etas": (0.5, 0.75), "beta1": 0.75, "beta2": 0.5} | COUNT
LAMB = {
    "learning_rates": (0.125, 0.25),
    "wds": (0.25, 0.5),
    "step_count": (3, 1),
    "beta1": 0.75,
    "beta2": 0.5,
    "rescale_grad": 2.0,
    "num_tensors": 2,
}
OWN_LAMB = {"learning_rates": "lr", "wds": "wd", "step_count": "t"}
HUGE = np.array([1.0, 1e300])

SPECS = [
    *sgd_rows(),
    *(
        Spec(name, [*inputs(n), (1,)], ADAMW, each(step, n, lrs="lr", wds="wd", etas="eta"), grad=0, low=0.1)
        for name, n, step in (("_multi_adamw_update", 4, adamw), ("_multi_mp_adamw_update", 5, mp_adamw))
    ),
    *(
        Spec(name, inputs(n), LAMB, each(step, n, **OWN_LAMB), grad=0, low=0.1)
        for name, n, step in (("_multi_lamb_update", 4, lamb), ("_multi_mp_lamb_update", 5, mp_lamb))
    ),
    Spec(
        "multi_sum_sq",
        [(2, 3), (4,)],
        {"num_arrays": 2},
        lambda *arrays, num_arrays: np.array([(a**2).sum() for a in arrays]),
        grad=0,
    ),
    Spec("all_finite", [(2, 3)], expected=[np.ones(1)], grad=0),
    Spec("all_finite", [np.array([1.0, np.nan], "float32")], expected=[np.zeros(1)], grad=0, dtypes=("float32",)),
    Spec("all_finite", [HUGE], expected=[np.zeros(1)], grad=0, dtypes=("float64",), id="beyond float32"),
    Spec("multi_all_finite", [(2, 3), (4,)], {"num_arrays": 2}, [np.ones(1)], grad=0),
    Spec(
        "multi_all_finite",
        [(2, 3), np.array([1.0, np.inf], "float32")],
        {"num_arrays": 2},
        [np.zeros(1)],
        grad=0,
        id="one infinite",
    ),
    Spec("reset_arrays", [(2, 3), (4,)], {"num_arrays": 2}, [np.zeros((2, 3)), np.zeros(4)], grad=0),
]
