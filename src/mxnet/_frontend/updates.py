"""What steps of optimizers take besides their arrays, where ``mx.nd.contrib`` and ``mx.sym.contrib`` have functions."""

from typing import Any


def adamw(
    lr: float,
    eta: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-8,
    wd: float = 0,
    clip_gradient: float = -1,
    out: Any = None,
    name: str | None = None,
    **kwargs: Any,
) -> None:
    """The arguments of a step of AdamW, behind its arrays: functions take them (see ``_signatures.takes``)."""
