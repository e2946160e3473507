"""Operators of your own, written in Python: ``CustomOp`` does the work, ``CustomOpProp`` describes it."""

import ast
import ctypes as ctypes  # what programs find here in MXNet, and pass to callbacks of its C library
import itertools
import warnings
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from mxnet._ops.attrs import spell_type
from mxnet._ops.registry import OPS, find
from mxnet.base import NDArrayHandle as NDArrayHandle
from mxnet.base import py_str as py_str
from mxnet.error import MXNetError
from mxnet.ndarray.custom import add_class
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import call
from mxnet.util import is_np_array

Prop = TypeVar("Prop", bound="type[CustomOpProp]")


Arrays = list[Any]


class CustomOp:
    """The work of an operator: override ``forward`` and ``backward``.

    The arrays to fill are given; ``self.assign(array, request, values)`` does as the request ("null", "write",
    "inplace" or "add") says.

    >>> issubclass(mx.operator.CustomOp, object)
    True
    """

    def __init__(self) -> None:
        pass

    def forward(self, is_train: bool, req: list[str], in_data: list[Any], out_data: list[Any], aux: list[Any]) -> None:
        """Fill ``out_data`` from ``in_data``."""

    def backward(
        self, req: list[str], out_grad: Arrays, in_data: Arrays, out_data: Arrays, in_grad: Arrays, aux: Arrays
    ) -> None:
        """Fill ``in_grad`` from ``out_grad``, and from what ``forward`` saw and gave."""

    def assign(self, dst: Any, req: str, src: Any) -> None:
        """Write or add to an array, or leave it."""
        if req == "null":
            return
        everything = () if is_np_array() else slice(None)
        if req == "add":
            dst[everything] += src
        elif req in ("write", "inplace"):
            dst[everything] = src
        else:
            raise MXNetError(f"assign: req must be 'null', 'write', 'inplace' or 'add', but got {req!r}")


class CustomOpProp:
    """What an operator looks like from outside. Attributes of ``mx.nd.Custom`` reach ``__init__`` as text.

    ``need_top_grad`` is False for a loss, whose gradient does not depend on what comes after it.

    >>> class Double(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * 2)
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], out_grad[0] * 2)
    >>> @mx.operator.register('double')
    ... class DoubleProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, in_shapes, in_dtypes):
    ...         return Double()
    >>> mx.nd.Custom(mx.nd.array([1, 2]), op_type='double').asnumpy()
    array([2., 4.], dtype=float32)
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def list_arguments(self) -> list[str]:
        """The names of the inputs."""
        return ["data"]

    def list_outputs(self) -> list[str]:
        """The names of the outputs."""
        return ["output"]

    def list_auxiliary_states(self) -> list[str]:
        """The names of the arrays that the operator keeps and changes."""
        return []

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Shapes of inputs, outputs and states, from those of the inputs; an unknown one is empty."""
        return in_shape, (in_shape[0],) * len(self.list_outputs()), ()

    def infer_type(self, in_type: list[Any]) -> Any:
        """Dtypes of inputs, outputs and states, from those of the inputs; an unknown one is None."""
        first = in_type[0]
        return in_type, [first] * len(self.list_outputs()), [first] * len(self.list_auxiliary_states())

    def infer_storage_type(self, in_stype: list[str]) -> Any:
        """Storage types of inputs, outputs and states, from those of the inputs."""
        self._refuse(in_stype, "in_stype")
        return in_stype, ["default"] * len(self.list_outputs()), ["default"] * len(self.list_auxiliary_states())

    def infer_storage_type_backward(
        self,
        ograd_stype: list[str],
        in_stype: list[str],
        out_stype: list[str],
        igrad_stype: list[str],
        aux_stype: list[str],
    ) -> Any:
        """The same for what ``backward`` reads and fills."""
        self._refuse(ograd_stype, "ograd_stype")
        self._refuse(["default" if s == "undefined" else s for s in igrad_stype], "igrad_stype")
        parts = (ograd_stype, in_stype, out_stype, igrad_stype, aux_stype)
        return tuple(["default"] * len(part) for part in parts)

    def _refuse(self, stored: Sequence[str], what: str) -> None:
        for number, stype in enumerate(stored):
            if stype != "default":
                raise MXNetError(
                    f"{type(self).__name__}: {what}[{number}] is {stype!r}, but only 'default' is expected: define "
                    "infer_storage_type and infer_storage_type_backward for other storage types."
                )

    def declare_backward_dependency(self, out_grad: list[int], in_data: list[int], out_data: list[int]) -> list[int]:
        """Which of these ids ``backward`` needs."""
        return [*(out_grad if self.need_top_grad_ else ()), *in_data, *out_data]

    def create_operator(self, ctx: Any, in_shapes: list[Any], in_dtypes: list[Any]) -> CustomOp:
        """The operator for inputs of these shapes."""
        return CustomOp()


def register(reg_name: str) -> Callable[[Prop], Prop]:
    """A decorator that makes a ``CustomOpProp`` available as ``mx.nd.Custom(..., op_type=reg_name)``.

    >>> class Twice(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], 2 * in_data[0])
    >>> @mx.operator.register("twice")
    ... class TwiceProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Twice()
    >>> mx.nd.Custom(mx.nd.array([3]), op_type="twice").asnumpy()
    array([6.], dtype=float32)
    """

    def do_register(prop_cls: Prop) -> Prop:
        if not (isinstance(prop_cls, type) and issubclass(prop_cls, CustomOpProp)):
            raise TypeError(f"register({reg_name!r}): expected a class derived from CustomOpProp, but got {prop_cls!r}")
        add_class(str(reg_name), prop_cls)
        return prop_cls

    return do_register


# --- what is registered -----------------------------------------------------------------------------------------------


class OperatorArguments(NamedTuple):
    """The number of an operator's arguments, their names, and how to write them."""

    narg: int
    names: list[str]
    types: list[str]


def get_all_registered_operators() -> list[str]:
    """The names of all operators, aliases included.

    >>> "Convolution" in mx.operator.get_all_registered_operators()
    True
    """
    return list(OPS)


def get_all_registered_operators_grouped() -> dict[str, list[str]]:
    """The names of all operators, those of one operator together under its first.

    >>> mx.operator.get_all_registered_operators_grouped()["Flatten"][:2]
    ['Flatten', 'flatten']
    """
    grouped: dict[str, list[str]] = {}
    for name, op in OPS.items():
        grouped.setdefault(op.name, []).append(name)
    return grouped


_KINDS = {
    "bool": "boolean",
    "str": "string",
    "tuple[int, ...]": "Shape(tuple)",
    "tuple[int | None, ...]": "Shape(tuple)",
}


def _describe(attr: Any) -> str:
    """An attribute's type and default, in MXNet's words."""
    kind = spell_type(attr.annotation)
    optional = kind.startswith("Optional[") or kind.endswith(" | None")
    kind = kind.removeprefix("Optional[").removesuffix(" | None")
    if kind.startswith("Literal["):
        choices = sorted(ast.literal_eval(kind.removeprefix("Literal").rstrip("]") + "]"))
        kind = "{" + ", ".join(["None"] * optional + [repr(c) for c in choices]) + "}"
        return f"{kind}, required" if attr.required else f"{kind},optional, default={str(attr.default)!r}"
    kind = _KINDS.get(kind, kind)
    if optional:
        kind = "Shape or None" if kind == "Shape(tuple)" else f"{kind} or None"
    if attr.required:
        return f"{kind}, required"
    default = int(attr.default) if isinstance(attr.default, bool) else attr.default
    if kind == "Shape(tuple)" and default == ():
        default = "[]"
    return f"{kind}, optional, default={default}"


def get_operator_arguments(op_name: str) -> OperatorArguments:
    """The arguments of an operator: arrays, then attributes.

    >>> mx.operator.get_operator_arguments("FullyConnected").names[:3]
    ['data', 'weight', 'bias']
    """
    op = find(op_name)
    names, types = list(op.inputs), ["NDArray-or-Symbol"] * len(op.inputs)
    if op.variadic:
        names, types = ["data"], ["NDArray-or-Symbol[]"]
    for attr in op.attrs.values():
        names.append(attr.name)
        types.append(_describe(attr))
    return OperatorArguments(len(names), names, types)


# --- how operators were written before CustomOp -----------------------------------------------------------------------


class PythonOp:
    """An operator of the time before ``CustomOp``: an instance is called on symbols.

    >>> mx.operator.PythonOp(need_top_grad=False).need_top_grad()
    False
    """

    _numbers: ClassVar[Any] = itertools.count()

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def __call__(self, *args: Any, **kwargs: Any) -> Symbol:
        """The same as ``get_symbol``."""
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args: Any, **kwargs: Any) -> Symbol:
        """The operator applied to symbols."""
        raise NotImplementedError("Must override this: derive from NumpyOp or NDArrayOp")

    def forward(self, in_data: list[Any], out_data: list[Any]) -> None:
        """Fill ``out_data`` from ``in_data``."""
        out_data[0][:] = in_data[0]

    def backward(self, out_grad: list[Any], in_data: list[Any], out_data: list[Any], in_grad: list[Any]) -> None:
        """Fill ``in_grad``."""
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Shapes of inputs and outputs from those of the inputs."""
        return in_shape, [in_shape[0]]

    def list_outputs(self) -> list[str]:
        """The names of the outputs."""
        return ["output"]

    def list_arguments(self) -> list[str]:
        """The names of the inputs."""
        return ["data"]

    def need_top_grad(self) -> bool:
        """Whether ``backward`` needs ``out_grad``; a loss does not."""
        return self.need_top_grad_

    def _symbol(self, work: Callable[[], CustomOp], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Symbol:
        """This instance as an operator that is registered for it alone."""
        outer = self

        class Described(CustomOpProp):
            """What the instance says of itself."""

            def list_arguments(self) -> list[str]:
                return list(outer.list_arguments())

            def list_outputs(self) -> list[str]:
                return list(outer.list_outputs())

            def infer_shape(self, in_shape: list[Any]) -> Any:
                return outer.infer_shape(in_shape)

            def declare_backward_dependency(
                self, out_grad: list[int], in_data: list[int], out_data: list[int]
            ) -> list[int]:
                if isinstance(outer, NDArrayOp):
                    return list(outer.declare_backward_dependency(out_grad, in_data, out_data))
                return [*(out_grad if outer.need_top_grad() else ()), *in_data, *out_data]

            def create_operator(self, ctx: Any, in_shapes: list[Any], in_dtypes: list[Any]) -> CustomOp:
                return work()

        name = f"_{type(self).__name__}_{next(PythonOp._numbers)}"
        register(name)(Described)
        return call("Custom", Symbol, *args, op_type=name, **kwargs)


class _ArrayWork(CustomOp):
    """An ``NDArrayOp`` as a ``CustomOp``."""

    def __init__(self, outer: PythonOp) -> None:
        super().__init__()
        self.outer = outer

    def forward(self, is_train: bool, req: list[str], in_data: list[Any], out_data: list[Any], aux: list[Any]) -> None:
        self._run(self.outer.forward, {"in_data": in_data, "out_data": out_data}, out_data)

    def backward(
        self, req: list[str], out_grad: Arrays, in_data: Arrays, out_data: Arrays, in_grad: Arrays, aux: Arrays
    ) -> None:
        arrays = {"out_grad": out_grad, "in_data": in_data, "out_data": out_data, "in_grad": in_grad}
        self._run(self.outer.backward, arrays, in_grad)

    def _run(self, work: Callable[..., None], arrays: dict[str, list[Any]], results: list[Any]) -> None:
        work(**arrays)


class _NumpyWork(_ArrayWork):
    """A ``NumpyOp`` as a ``CustomOp``: its arrays are NumPy's."""

    def _run(self, work: Callable[..., None], arrays: dict[str, list[Any]], results: list[Any]) -> None:
        hosts = {name: [array.asnumpy() for array in several] for name, several in arrays.items()}
        work(**hosts)
        filled = hosts["in_grad" if "in_grad" in hosts else "out_data"]
        for target, values in zip(results, filled, strict=True):
            target[:] = values


class _OldOp(PythonOp):
    """What both kinds of MXNet's first versions share."""

    _kind: str
    _work: type[_ArrayWork]

    def __init__(self, need_top_grad: bool = True) -> None:
        super().__init__(need_top_grad)
        warnings.warn(f"{self._kind} has been deprecated. Please use CustomOp", stacklevel=2)

    def get_symbol(self, *args: Any, **kwargs: Any) -> Symbol:
        """The operator applied to symbols."""
        return self._symbol(lambda: self._work(self), args, kwargs)


class NumpyOp(_OldOp):
    """An operator on NumPy arrays; ``CustomOp`` took its place.

    >>> mx.operator.NumpyOp().need_top_grad()
    True
    """

    _kind, _work = "NumpyOp", _NumpyWork


class NDArrayOp(_OldOp):
    """An operator on NDArrays; ``CustomOp`` took its place.

    >>> mx.operator.NDArrayOp().need_top_grad()
    True
    """

    _kind, _work = "NDArrayOp", _ArrayWork

    def declare_backward_dependency(self, out_grad: list[int], in_data: list[int], out_data: list[int]) -> list[int]:
        """Which of these ids ``backward`` needs."""
        return [*(out_grad if self.need_top_grad() else ()), *in_data, *out_data]
