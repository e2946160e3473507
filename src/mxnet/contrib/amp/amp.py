"""Automatic mixed precision: operators choose their own type, losses are scaled."""

import contextlib
import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from mxnet import optimizer as opt
from mxnet._frontend.casting import InputCast, set_casts
from mxnet._ops.registry import OPS, Op
from mxnet.contrib.amp import lists as lists
from mxnet.contrib.amp._convert import convert_bucketing_module as convert_bucketing_module
from mxnet.contrib.amp._convert import convert_hybrid_block as convert_hybrid_block
from mxnet.contrib.amp._convert import convert_model as convert_model
from mxnet.contrib.amp._convert import convert_symbol as convert_symbol
from mxnet.contrib.amp._tables import list_conditional_fp32_ops as list_conditional_fp32_ops
from mxnet.contrib.amp._tables import list_fp32_ops as list_fp32_ops
from mxnet.contrib.amp._tables import list_loss_output_functions as list_loss_output_functions
from mxnet.contrib.amp._tables import list_lp16_fp32_ops as list_lp16_fp32_ops
from mxnet.contrib.amp._tables import list_lp16_ops as list_lp16_ops
from mxnet.contrib.amp._tables import list_lp16_use_fp32_params as list_lp16_use_fp32_params
from mxnet.contrib.amp._tables import list_widest_type_cast as list_widest_type_cast
from mxnet.contrib.amp._tables import narrow_type
from mxnet.contrib.amp.loss_scaler import LossScaler as LossScaler
from mxnet.gluon import trainer

bfloat16 = np.dtype([("bfloat16", np.uint16)])  # how MXNet spells it for NumPy


class _State:
    """The scaler that came with ``init``, and whether a trainer has got it."""

    scaler: LossScaler | None = None
    taken = False


def __getattr__(name: str) -> Any:
    """The flags that programs read to learn whether ``init`` and ``init_trainer`` were called."""
    if name == "_amp_initialized":
        return _State.scaler is not None
    if name == "_amp_loss_scale_initialized":
        return _State.taken
    if name == "_loss_scaler":
        return _State.scaler
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def init(
    target_dtype: Any = "float16",
    target_precision_ops: list[str] | None = None,
    conditional_fp32_ops: list[tuple[str, str, list[str]]] | None = None,
    fp32_ops: list[str] | None = None,
) -> None:
    """Have operators cast their inputs from now on; call it before the model is made, once a program.

    >>> mx.contrib.amp.init("float16")
    >>> mx.nd.FullyConnected(mx.nd.ones((1, 2)), mx.nd.ones((3, 2)), num_hidden=3, no_bias=True).dtype
    <class 'numpy.float16'>
    """
    if _State.scaler is not None:
        return
    target = narrow_type(target_dtype)
    scaler = LossScaler()
    set_casts(_table(target, target_precision_ops, conditional_fp32_ops, fp32_ops, scaler))
    _State.scaler = scaler
    logging.info("Using AMP")


def _stop() -> None:
    """Undo ``init``, which MXNet has no way to do: for tests."""
    set_casts({})
    _State.scaler, _State.taken = None, False


def _table(
    target: str,
    lower: list[str] | None,
    conditional: list[tuple[str, str, list[str]]] | None,
    wide: list[str] | None,
    scaler: LossScaler,
) -> dict[Op, InputCast]:
    """What each operator does with its inputs; of several lists that name one, the last here decides."""
    kept = list_lp16_use_fp32_params(target) or {}
    rows = list_conditional_fp32_ops(target)
    if conditional is not None:
        rows = [(name, *row[1:]) for name, row in zip(_own([r[0] for r in conditional]), conditional, strict=True)]
    named: dict[str, InputCast | None] = dict.fromkeys(list_lp16_fp32_ops(target))
    named.update(dict.fromkeys(list_widest_type_cast(target), InputCast(None, target)))
    conditions: dict[str, dict[str, list[str]]] = {}
    for name, parameter, values in rows:
        conditions.setdefault(name, {}).setdefault(parameter, []).extend(str(v) for v in values)
    named.update(
        {name: InputCast("float32", target, conditions=by_parameter) for name, by_parameter in conditions.items()}
    )
    for name in list_fp32_ops(target) if wide is None else _own(wide):
        named[name] = InputCast("float32", target)
    for name in list_lp16_ops(target) if lower is None else _own(lower):
        stay = frozenset(i for i, part in enumerate(kept.get(name, ())) if part)
        named[name] = InputCast(target, target, stay)
    table = _by_operator(named)
    for name in list_loss_output_functions(target):
        op = OPS[name]
        never = InputCast("float32", target, conditions={})
        table[op] = replace(table.get(op, never), scale=lambda: scaler.loss_scale)
    return table


def _own(names: list[str]) -> list[str]:
    """The operators' own names for those that a caller gave."""
    unknown = [name for name in names if name not in OPS]
    if unknown:
        raise AttributeError(f"amp.init: there are no operators {unknown}; amp.list_fp32_ops and its kin name those")
    return [OPS[name].name for name in names]


def _by_operator(named: Mapping[str, InputCast | None]) -> dict[Op, InputCast]:
    """Entries by operator; that of its own name goes before those of its aliases, and None is none.

    Optimizers are left alone, whose results go into arrays that have their type already.
    """
    table: dict[Op, InputCast | None] = {}
    for own in (False, True):
        for name, cast in named.items():
            op = OPS.get(name)
            if op is not None and (op.name == name) is own and not op.name.endswith("_update"):
                table[op] = cast
    return {op: cast for op, cast in table.items() if cast is not None}


def init_trainer(optimizer_or_trainer: Any) -> None:
    """Give a Gluon Trainer a loss scale; its steps then skip the update when gradients overflow.

    >>> mx.contrib.amp.init("bfloat16")
    >>> weight = mx.gluon.Parameter("weight", shape=(2,))
    >>> weight.initialize()
    >>> trainer = mx.gluon.Trainer([weight], "sgd", update_on_kvstore=False)
    >>> mx.contrib.amp.init_trainer(trainer)
    >>> trainer._amp_loss_scaler.loss_scale > 1
    True
    """
    if _State.scaler is None:
        raise AssertionError("AMP not initialized, did you forget to call amp.init()?")
    _check_trainer(optimizer_or_trainer)
    if optimizer_or_trainer._update_on_kvstore:
        raise ValueError(
            "amp.init_trainer: the trainer's store has begun to update the parameters by itself, before anybody can "
            "see whether gradients overflow. Call it before the first step, or write gluon.Trainer(..., "
            "update_on_kvstore=False)"
        )
    scaler = LossScaler() if _State.taken else _State.scaler
    _State.taken = True
    optimizer_or_trainer._amp_loss_scaler = scaler
    optimizer_or_trainer._amp_original_scale = optimizer_or_trainer._scale


def _check_trainer(optimizer_or_trainer: Any) -> None:
    if isinstance(optimizer_or_trainer, opt.Optimizer):
        raise TypeError("AMP is currently only compatible with Gluon Trainer, not with an optimizer alone")
    if not isinstance(optimizer_or_trainer, trainer.Trainer):
        raise TypeError(f"optimizer_or_trainer should be a Gluon Trainer, instead is {type(optimizer_or_trainer)}")


@contextlib.contextmanager
def scale_loss(loss: Any, optimizer_or_trainer: Any) -> Iterator[Any]:
    """The loss, or each of a list, times the trainer's loss scale, for ``backward``; the next step divides by it.

    >>> mx.contrib.amp.init("bfloat16")
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"multi_precision": True}, update_on_kvstore=False)
    >>> mx.contrib.amp.init_trainer(trainer)
    >>> with mx.autograd.record():
    ...     loss = net(mx.nd.ones((1, 2)))
    ...     with mx.contrib.amp.scale_loss(loss, trainer) as scaled:
    ...         mx.autograd.backward(scaled)
    >>> trainer.step(1)
    """
    scaler = getattr(optimizer_or_trainer, "_amp_loss_scaler", None)
    if scaler is None:
        raise AssertionError("Loss scaler is not initialized, did you forget to call amp.init_trainer()?")
    optimizer_or_trainer._scale = optimizer_or_trainer._amp_original_scale / scaler.loss_scale
    if isinstance(loss, (list, tuple)):
        yield [part * scaler.loss_scale for part in loss]
    else:
        yield loss * scaler.loss_scale


def unscale(optimizer_or_trainer: Any) -> None:
    """Divide the gradients by the loss scale now, before the step, to clip them for instance.

    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> mx.contrib.amp.init("bfloat16")
    >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"multi_precision": True}, update_on_kvstore=False)
    >>> mx.contrib.amp.init_trainer(trainer)
    >>> with mx.autograd.record():
    ...     with mx.contrib.amp.scale_loss(net(mx.nd.ones((1, 2))), trainer) as loss:
    ...         loss.backward()
    >>> mx.contrib.amp.unscale(trainer)
    >>> net.weight.grad().asnumpy()
    array([[1., 1.]], dtype=float32)
    """
    _check_trainer(optimizer_or_trainer)
    for param in optimizer_or_trainer._params:
        for grad in param._grad or ():
            grad[:] = grad * optimizer_or_trainer._scale
    optimizer_or_trainer._scale = 1.0
