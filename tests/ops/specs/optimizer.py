"""Rows for ``mxnet._ops.optimizer``; numbers that float32 holds exactly, so that one formula serves every dtype."""

from typing import Any

import numpy as np

from tests.ops.spec import Spec

A = np.ndarray
SHAPE = (2, 3)
BASE = {"lr": 0.125, "wd": 0.25, "rescale_grad": 2.0}
MOMENTUM = {"momentum": 0.75}


def clip(grad: A, bound: float = -1.0) -> A:
    return grad if bound < 0 else np.clip(grad, -bound, bound)


def sgd(w: A, g: A, *, lr: float, wd: float, rescale_grad: float, clip_gradient: float = -1.0, **_: Any) -> A:
    return w - lr * (wd * w + clip(rescale_grad * g, clip_gradient))


def mp_sgd(w: A, g: A, w32: A, **attrs: Any) -> list[A]:
    return [sgd(w32, g, **attrs)] * 2


def sgd_mom(w: A, g: A, m: A, *, momentum: float, **attrs: Any) -> list[A]:
    m = momentum * m + sgd(w, g, **attrs) - w
    return [w + m, m]


def mp_sgd_mom(w: A, g: A, m: A, w32: A, **attrs: Any) -> list[A]:
    new, m = sgd_mom(w32, g, m, **attrs)
    return [new, m, new]


def nag(w: A, g: A, m: A, *, lr: float, momentum: float, wd: float, rescale_grad: float) -> list[A]:
    m = momentum * m
    new = w + momentum * m - (1 + momentum) * lr * (rescale_grad * g + wd * w)
    return [new, m - lr * (rescale_grad * g + wd * new)]


def mp_nag(w: A, g: A, m: A, w32: A, **attrs: Any) -> list[A]:
    new, m = nag(w32, g, m, **attrs)
    return [new, m, new]


def signum(
    w: A, g: A, m: A, *, lr: float, momentum: float, wd: float, rescale_grad: float, wd_lh: float, clip_gradient: float
) -> list[A]:
    m = momentum * m - (1 - momentum) * (wd * w + clip(rescale_grad * g, clip_gradient))
    return [w - lr * wd_lh * w + lr * np.sign(m), m]


def adam(
    w: A, g: A, m: A, v: A, *, lr: float, beta1: float, beta2: float, wd: float, rescale_grad: float, **more: float
) -> list[A]:
    g = clip(rescale_grad * g + wd * w, more.get("clip_gradient", -1.0))
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g**2
    return [w - lr * m / (np.sqrt(v) + 1e-8), m, v]


def ftml(
    w: A, g: A, d: A, v: A, z: A, *, lr: float, beta1: float, beta2: float, t: int, wd: float, rescale_grad: float
) -> list[A]:
    g = rescale_grad * g + wd * w
    v = beta2 * v + (1 - beta2) * g**2
    new_d = (1 - beta1**t) / lr * (np.sqrt(v / (1 - beta2**t)) + 1e-8)
    z = beta1 * z + (1 - beta1) * g - (new_d - beta1 * d) * w
    return [-z / new_d, new_d, v, z]


def ftrl(w: A, g: A, z: A, n: A, *, lr: float, lamda1: float, beta: float, wd: float, rescale_grad: float) -> list[A]:
    g = rescale_grad * g
    z = z + g - (np.sqrt(n + g**2) - np.sqrt(n)) / lr * w
    n = n + g**2
    shrunk = np.sign(z) * np.maximum(np.abs(z) - lamda1, 0)
    return [-shrunk / ((beta + np.sqrt(n)) / lr + wd), z, n]


def rmsprop(
    w: A, g: A, n: A, *, lr: float, gamma1: float, wd: float, rescale_grad: float, clip_weights: float
) -> list[A]:
    g = rescale_grad * g + wd * w
    n = gamma1 * n + (1 - gamma1) * g**2
    return [clip(w - lr * g / np.sqrt(n + 1e-8), clip_weights), n]


def rmspropalex(
    w: A,
    g: A,
    n: A,
    m: A,
    d: A,
    *,
    lr: float,
    gamma1: float,
    gamma2: float,
    epsilon: float,
    wd: float,
    rescale_grad: float,
) -> list[A]:
    g = rescale_grad * g + wd * w
    n, m = gamma1 * n + (1 - gamma1) * g**2, gamma1 * m + (1 - gamma1) * g
    d = gamma2 * d - lr * g / np.sqrt(n - m**2 + epsilon)
    return [w + d, n, m, d]


def adagrad(w: A, g: A, h: A, *, lr: float, rescale_grad: float, clip_gradient: float) -> list[A]:
    g = clip(rescale_grad * g, clip_gradient)
    h = h + g**2
    return [w - lr * g / np.sqrt(h + 1e-7), h]


def group_adagrad(w: A, g: A, h: A, *, lr: float, rescale_grad: float) -> list[A]:
    g = rescale_grad * g
    h = h + (g**2).mean(axis=1, keepdims=True)
    return [w - lr * g / np.sqrt(h + 1e-5), h]


def row(name: str, arrays: int, expected: Any, low: float = -1.0, **attrs: float) -> Spec:
    return Spec(name, [SHAPE] * arrays, attrs, expected, grad=0, low=low)


SPECS = [
    row("sgd_update", 2, sgd, **BASE),
    row("sgd_update", 2, sgd, **BASE, clip_gradient=0.5),
    row("sgd_update", 2, sgd, **BASE, clip_gradient=0.0),
    row("mp_sgd_update", 3, mp_sgd, **BASE),
    row("sgd_mom_update", 3, sgd_mom, **BASE, **MOMENTUM),
    row("sgd_mom_update", 3, sgd_mom, **BASE, **MOMENTUM, clip_gradient=0.5),
    row("mp_sgd_mom_update", 4, mp_sgd_mom, **BASE, **MOMENTUM),
    row("nag_mom_update", 3, nag, **BASE, **MOMENTUM),
    row("mp_nag_mom_update", 4, mp_nag, **BASE, **MOMENTUM),
    row("signsgd_update", 2, lambda w, g, *, lr, wd, rescale_grad: (1 - lr * wd) * w - lr * np.sign(g), **BASE),
    row("signum_update", 3, signum, **BASE, **MOMENTUM, wd_lh=0.5, clip_gradient=0.5),
    row("adam_update", 4, adam, low=0.1, **BASE, beta1=0.75, beta2=0.5),
    row("adam_update", 4, adam, low=0.1, **BASE, beta1=0.75, beta2=0.5, clip_gradient=0.5),
    row("ftml_update", 5, ftml, low=0.1, **BASE, beta1=0.75, beta2=0.5, t=3),
    row("ftrl_update", 4, ftrl, low=0.1, **BASE, lamda1=0.25, beta=0.5),
    row("rmsprop_update", 3, rmsprop, low=0.1, **BASE, gamma1=0.75, clip_weights=0.5),
    row("rmspropalex_update", 5, rmspropalex, low=0.1, **BASE, gamma1=0.75, gamma2=0.5, epsilon=1.0),
    row("_sparse_adagrad_update", 3, adagrad, low=0.1, lr=0.125, rescale_grad=2.0, clip_gradient=0.5),
    Spec(
        "_contrib_group_adagrad_update",
        [SHAPE, SHAPE, (2, 1)],
        {"lr": 0.125, "rescale_grad": 2.0},
        group_adagrad,
        grad=0,
        low=0.1,
    ),
]
