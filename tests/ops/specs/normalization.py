"""Rows for ``mxnet._ops.normalization``."""

from typing import Any

import numpy as np

from tests.ops.spec import Spec


def _normal(x: np.ndarray, axes: tuple, eps: float) -> np.ndarray:
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + eps)


def _along(vector: np.ndarray, axis: int, ndim: int) -> np.ndarray:
    return vector.reshape([-1 if a == axis % ndim else 1 for a in range(ndim)])


def _batch_norm(train: bool, third: str = "invstd", relu: bool = False) -> Any:
    def expected(
        x: np.ndarray,
        gamma: np.ndarray,
        beta: np.ndarray,
        moving_mean: np.ndarray,
        moving_var: np.ndarray,
        *,
        eps: float = 1e-3,
        momentum: float = 0.9,
        fix_gamma: bool = True,
        use_global_stats: bool = False,
        output_mean_var: bool = False,
        axis: int = 1,
        key: str = "",
    ) -> list[np.ndarray]:
        axes = tuple(a for a in range(x.ndim) if a != axis % x.ndim)
        local = train and not use_global_stats
        mean, var = (x.mean(axes), x.var(axes)) if local else (moving_mean, moving_var)
        normal = (x - _along(mean, axis, x.ndim)) / np.sqrt(_along(var, axis, x.ndim) + eps)
        out = normal * (1 if fix_gamma else _along(gamma, axis, x.ndim)) + _along(beta, axis, x.ndim)
        moving = [moving_mean, moving_var]
        if local:
            moving = [m * momentum + s * (1 - momentum) for m, s in zip(moving, (mean, var), strict=True)]
        shown = [mean, 1 / np.sqrt(var + eps) if third == "invstd" else var] if output_mean_var else []
        return [np.maximum(out, 0) if relu else out, *shown, *moving]

    return expected


def _bn(shape: tuple, train: bool = True, op: str = "BatchNorm", more: dict | None = None, **attrs: Any) -> Spec:
    size = (shape[attrs.get("axis", 1)],)
    return Spec(
        op,
        [shape, size, size, size, size],
        attrs,
        wide=(1, 2, 3, 4),
        expected=_batch_norm(train, **(more or {})),
        low=0.1,
        high=2.0,
        train=train,
        # The moving statistics take no gradient, and give none: the check would differentiate their update.
        grad=0,
        rtol=1e-4,
        id="train" if train else "predict",
    )


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, *, axis: int = -1, eps: float = 1e-5) -> np.ndarray:
    return _normal(x, (axis,), eps) * _along(gamma, axis, x.ndim) + _along(beta, axis, x.ndim)


def layer_norm_all(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, **attrs: Any) -> list[np.ndarray]:
    return [
        _normal(x, (-1,), 1e-5) * gamma + beta,
        x.mean(-1, keepdims=True),
        np.sqrt(x.var(-1, keepdims=True) + 1e-5),
    ]


def group_norm(
    x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, *, num_groups: int = 1, eps: float = 1e-5, **attrs: Any
) -> list[np.ndarray]:
    groups = x.reshape(len(x), num_groups, -1)
    out = _normal(groups, (2,), eps) * gamma[:, None] + beta[:, None]
    return [out.reshape(x.shape), groups.mean(-1), np.sqrt(groups.var(-1) + eps)]


def instance_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, *, eps: float = 1e-3) -> np.ndarray:
    return _normal(x, tuple(range(2, x.ndim)), eps) * _along(gamma, 1, x.ndim) + _along(beta, 1, x.ndim)


def l2_normalization(x: np.ndarray, *, mode: str = "instance", eps: float = 1e-10) -> np.ndarray:
    axes = {"instance": tuple(range(1, x.ndim)), "channel": (1,), "spatial": tuple(range(2, x.ndim))}[mode]
    return x / np.sqrt((x**2).sum(axes, keepdims=True) + eps)


def lrn(x: np.ndarray, *, nsize: int, alpha: float = 1e-4, beta: float = 0.75, knorm: float = 2.0) -> np.ndarray:
    padded = np.pad(x**2, [(0, 0), (nsize // 2, nsize // 2), (0, 0), (0, 0)])
    total = sum(padded[:, i : i + x.shape[1]] for i in range(nsize))
    return x * (knorm + alpha / nsize * total) ** -beta


SPECS = [
    _bn((4, 3)),
    _bn((2, 3, 2, 2), fix_gamma=False, output_mean_var=True),
    _bn((2, 2, 3), fix_gamma=False, axis=-1, momentum=0.5),
    _bn((2, 3, 2, 2), fix_gamma=False, use_global_stats=True),
    _bn((2, 3, 2, 2), train=False, fix_gamma=False, output_mean_var=True, eps=1e-2),
    _bn((4, 3), train=False),
    _bn((2, 3, 2, 2), op="_contrib_BatchNormWithReLU", more={"relu": True}, fix_gamma=False),
    _bn((2, 3, 2, 2), False, op="_contrib_BatchNormWithReLU", more={"relu": True}, fix_gamma=False),
    _bn((2, 3, 2, 2), op="BatchNorm_v1", more={"third": "var"}, fix_gamma=False, output_mean_var=True),
    _bn((2, 3, 2, 2), False, op="BatchNorm_v1", more={"third": "var"}, output_mean_var=True),
    _bn((2, 3, 2, 2), op="_contrib_SyncBatchNorm", more={"third": "var"}, output_mean_var=True, key="bn0"),
    Spec("LayerNorm", [(2, 3, 4), (4,), (4,)], expected=layer_norm, rtol=1e-4),
    Spec("LayerNorm", [(2, 3, 4), (3,), (3,)], {"axis": 1, "eps": 1e-3}, expected=layer_norm, rtol=1e-4),
    Spec("LayerNorm", [(3, 4), (4,), (4,)], {"output_mean_var": True}, expected=layer_norm_all, grad=0, rtol=1e-4),
    Spec("GroupNorm", [(2, 4, 3), (2,), (2,)], {"num_groups": 2}, expected=group_norm, rtol=1e-4),
    Spec(
        "GroupNorm",
        [(2, 4, 3, 2), (4,), (4,)],
        {"num_groups": 4, "output_mean_var": True},
        expected=group_norm,
        grad=0,
        rtol=1e-4,
    ),
    Spec("InstanceNorm", [(2, 3, 4), (3,), (3,)], expected=instance_norm, rtol=1e-4),
    Spec("InstanceNorm", [(2, 3, 4, 2), (3,), (3,)], {"eps": 1e-2}, expected=instance_norm, rtol=1e-4),
    *(
        Spec("L2Normalization", [(2, 3, 4)], {"mode": m}, expected=l2_normalization)
        for m in ("instance", "channel", "spatial")
    ),
    Spec("LRN", [(2, 5, 2, 2)], {"nsize": 3, "alpha": 1.0}, expected=lrn),
    Spec("LRN", [(1, 3, 2, 2)], {"nsize": 5, "alpha": 0.5, "beta": 0.5, "knorm": 1.0}, expected=lrn),
]
