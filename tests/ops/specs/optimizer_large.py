"""Rows for ``mxnet._ops.optimizer_large``."""

import numpy as np

from tests.ops.spec import Spec

A = np.ndarray
SHAPE = (2, 3)
ADAMW = {"lr": 0.125, "beta1": 0.75, "beta2": 0.5, "wd": 0.25, "eta": 0.5}
LAMB = {"beta1": 0.75, "beta2": 0.5, "t": 3, "wd": 0.25, "rescale_grad": 2.0}


def adamw(w: A, g: A, m: A, v: A, scale: A, *, lr: float, beta1: float, beta2: float, wd: float, eta: float) -> list[A]:
    g = g * scale
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g**2
    return [w - eta * (lr * m / (np.sqrt(v) + 1e-8) + wd * w), m, v]


def mp_adamw(w: A, g: A, m: A, v: A, w32: A, scale: A, **attrs: float) -> list[A]:
    new = adamw(w32, g, m, v, scale, **attrs)
    return [*new, new[0]]


def lamb_direction(
    w: A,
    g: A,
    m: A,
    v: A,
    *,
    beta1: float,
    beta2: float,
    t: int,
    wd: float,
    rescale_grad: float,
    bias_correction: bool = True,
) -> list[A]:
    g = g * rescale_grad
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g**2
    first, second = (1 - beta1**t, 1 - beta2**t) if bias_correction else (1, 1)
    return [m / first / (np.sqrt(v / second) + 1e-6) + wd * w, m, v]


def mp_lamb_direction(w: A, g: A, m: A, v: A, w32: A, **attrs: float) -> list[A]:
    return lamb_direction(w32, g, m, v, **attrs)


def lamb_step(w: A, g: A, r1: A, r2: A, *, lr: float, lower_bound: float = 0.0, upper_bound: float = np.inf) -> A:
    ratio = np.clip(r1, lower_bound, upper_bound) / r2
    return w - lr * np.where(np.isfinite(ratio) & (ratio > 0), ratio, 1) * g


def lars(lrs: A, w2: A, g2: A, wds: A, *, eta: float, eps: float, rescale_grad: float) -> A:
    w, g = np.sqrt(w2), np.sqrt(g2)
    rates = lrs * eta * w / (g * rescale_grad + wds * w + eps)
    return np.where((w2 > 0) & (g2 > 0), rates, lrs)


SUMS = (np.array([4.0, 0.0, 9.0], "float32"), np.array([1.0, 2.0, 0.0], "float32"))
ZERO = np.zeros(1, "float32")

SPECS = [
    Spec("_adamw_update", [*[SHAPE] * 4, (1,)], ADAMW, adamw, grad=0, low=0.1),
    Spec("_mp_adamw_update", [*[SHAPE] * 5, (1,)], ADAMW, mp_adamw, grad=0, low=0.1),
    Spec("lamb_update_phase1", [SHAPE] * 4, LAMB, lamb_direction, grad=0, low=0.1),
    Spec("lamb_update_phase1", [SHAPE] * 4, LAMB | {"bias_correction": False}, lamb_direction, grad=0, low=0.1),
    Spec("mp_lamb_update_phase1", [SHAPE] * 5, LAMB, mp_lamb_direction, grad=0, low=0.1),
    Spec("lamb_update_phase2", [SHAPE, SHAPE, (1,), (1,)], {"lr": 0.125}, lamb_step, grad=0, low=0.1),
    Spec("lamb_update_phase2", [SHAPE, SHAPE, (1,), ZERO], {"lr": 0.125}, lambda w, g, _, __, lr: w - lr * g, grad=0),
    Spec(
        "lamb_update_phase2",
        [SHAPE, SHAPE, (1,), (1,)],
        {"lr": 0.125, "lower_bound": 3.0, "upper_bound": 4.0},
        lamb_step,
        grad=0,
        low=0.1,
    ),
    Spec(
        "mp_lamb_update_phase2",
        [SHAPE, SHAPE, (1,), (1,), SHAPE],
        {"lr": 0.125},
        lambda w, g, r1, r2, w32, lr: [lamb_step(w32, g, r1, r2, lr=lr)] * 2,
        grad=0,
        low=0.1,
    ),
    Spec(
        "multi_lars",
        [(3,), *SUMS, (3,)],
        {"eta": 0.5, "eps": 0.25, "rescale_grad": 0.25},
        lars,
        grad=0,
        low=0.1,
        dtypes=("float32",),
    ),
]
