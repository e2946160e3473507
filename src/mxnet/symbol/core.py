"""The symbol class."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mxnet._files import paths
from mxnet._ops.attrs import DTYPES, parse_dtype
from mxnet._ops.shape import is_known
from mxnet._traceback import short
from mxnet.context import Context, current_context
from mxnet.error import MXNetError, NotImplementedForSymbol
from mxnet.symbol import compose, executor
from mxnet.symbol.backends import asked_for, partition
from mxnet.symbol.fluent import Fluent
from mxnet.symbol.handle import CLASSES, SymbolBase, single
from mxnet.symbol.infer import GraphFacts
from mxnet.symbol.invoke import call
from mxnet.symbol.loading import loads
from mxnet.symbol.node import Node, arguments, auxiliary, inputs, topo
from mxnet.symbol.saving import dumps, listing, without_casts
from mxnet.symbol.shapes import infer_shapes, partial_shape
from mxnet.symbol.types import infer_types
from mxnet.util import is_np_shape

Three = tuple[list[Any], list[Any], list[Any]]
Shapes = list[tuple[int, ...]]


class Symbol(SymbolBase, Fluent):
    """Outputs of a graph that is computed later, once it is bound to arrays.

    >>> x = mx.sym.var('x')
    >>> y = mx.sym.FullyConnected(x, num_hidden=3, name='fc') + 1
    >>> y.list_arguments()
    ['x', 'fc_weight', 'fc_bias']
    """

    __slots__ = ()
    __module__ = "mxnet.symbol.symbol"  # where MXNet's pickles look for it
    __array_priority__ = 1000.0  # an operator with a NumPy number on the left comes here
    __hash__ = None  # type: ignore[assignment]

    # --- what it is ------------------------------------------------------------------------------------------------

    def _node(self) -> Node | None:
        """The node that all outputs belong to, None for a group."""
        first = self._heads[0][0]
        return first if all(n is first for n, _ in self._heads) else None

    @property
    def name(self) -> str | None:
        """The name, None for a group."""
        node = self._node()
        return None if node is None else node.name

    def __repr__(self) -> str:
        kind = type(self).__name__
        name = self.name
        return f"<{kind} group [{', '.join(str(s.name) for s in self)}]>" if name is None else f"<{kind} {name}>"

    def __len__(self) -> int:
        return len(self._heads)

    def __iter__(self) -> Iterator["Symbol"]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: Any) -> "Symbol":
        if isinstance(index, slice):
            start = 0 if index.start is None else index.start
            stop = len(self) if index.stop is None else index.stop
            chosen = [self[i] for i in range(start, stop, 1 if index.step is None else index.step)]
            if not chosen:
                raise TypeError(f"the slice {index} of a symbol with {len(self)} outputs has none")
            return type(self)([h for s in chosen for h in s._heads])
        if isinstance(index, str):
            matches = [i for i, name in enumerate(self.list_outputs()) if name == index]
            if len(matches) > 1:
                raise ValueError(f'There are multiple outputs with name "{index}"')
            if not matches:
                raise ValueError(f'Cannot find output that matches name "{index}": there are {self.list_outputs()}')
            index = matches[0]
        if not isinstance(index, int):
            raise TypeError("Symbol only support integer index to fetch i-th output, or an output's name")
        if index < 0:
            raise MXNetError(f"Symbol only accept nonnegative index, but got {index}")
        if index >= len(self):
            raise IndexError(f"output {index} of a symbol with {len(self)} outputs")
        return type(self)([self._heads[index]])

    def __bool__(self) -> bool:
        raise NotImplementedForSymbol(self.__bool__, "bool")

    __nonzero__ = __bool__

    def list_arguments(self) -> list[str]:
        """The names of the variables that the symbol reads."""
        return [n.name for n in arguments(self._heads)]

    def list_auxiliary_states(self) -> list[str]:
        """The names of the variables that operators overwrite, such as BatchNorm's moving statistics."""
        return [n.name for n in auxiliary(self._heads)]

    def list_inputs(self) -> list[str]:
        """The names of all variables, arguments and auxiliary states together."""
        return [n.name for n in inputs(self._heads)]

    def list_outputs(self) -> list[str]:
        """The names of the outputs."""
        return [node.output_names[i] for node, i in self._heads]

    def get_internals(self) -> "Symbol":
        """A group of every output of every node that this symbol needs."""
        return type(self)([(n, i) for n in topo(self._heads) for i in range(n.visible)])

    def get_children(self) -> "Symbol | None":
        """A group of the inputs of this symbol's own nodes; None if there are none."""
        nodes = dict.fromkeys(n for n, _ in self._heads)
        heads = [h for n in nodes for h in n.inputs]
        return type(self)(heads) if heads else None

    def get_backend_symbol(self, backend: str) -> "Symbol":
        """The symbol as a backend runs it, without parameters or shapes."""
        return self.optimize_for(backend)

    def optimize_for(
        self,
        backend: str,
        args: Mapping[str, Any] | None = None,
        aux: Mapping[str, Any] | None = None,
        ctx: Context | None = None,
        shape_dict: Mapping[str, tuple[int, ...]] | None = None,
        type_dict: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> "Symbol":
        """The symbol as a backend runs it, for these parameters and shapes; see ``mx.symbol.backends``."""
        if not isinstance(backend, str):
            raise TypeError(f"optimize_for: backend must be a string, but got {backend!r}")
        return partition(self, backend, args or {}, aux or {}, shape_dict or {}, type_dict or {}, options)

    # --- attributes ------------------------------------------------------------------------------------------------

    def attr(self, key: str) -> str | None:
        """One attribute; None if there is no such one, or for a group."""
        node = self._node()
        if node is None:
            return None
        if key in ("name", "op_name"):
            return node.name if key == "name" else "null" if node.op is None else node.op.name
        if key in compose.HIDDEN and key not in node.attrs:
            key = f"__{key}__"
        return node.attrs.get(key)

    def list_attr(self, recursive: bool = False) -> dict[str, str]:
        """The attributes of this symbol's own node."""
        if recursive:
            raise DeprecationWarning(
                "Symbol.list_attr with recursive=True has been deprecated. Please use attr_dict instead."
            )
        return _with_short_names(self._heads[0][0].attrs)

    def attr_dict(self) -> dict[str, dict[str, str]]:
        """The attributes of all nodes that have any, by the nodes' names."""
        attributes: dict[str, dict[str, str]] = {}
        for node in topo(self._heads):
            if node.attrs:
                attributes.setdefault(node.name, {}).update(_with_short_names(node.attrs))
        return attributes

    def _set_attr(self, **kwargs: str) -> None:
        node = self._node()
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Set Attr only accepts string values: write {key}={str(value)!r}, not {value!r}")
            if node is None:
                raise MXNetError("Symbol.SetAttrs only works for non-grouped symbol")
            if key not in compose.HIDDEN and key.endswith(compose.HIDDEN):
                raise MXNetError(f"setting variable attributes with {key} is deprecated: set it on the variable")
            node.set_attr(f"__{key}__" if key in compose.HIDDEN else key, value)

    # --- composition -----------------------------------------------------------------------------------------------

    def __call__(self, *args: "Symbol", **kwargs: Any) -> "Symbol":
        """A copy with variables replaced by other symbols, by name."""
        copied = type(self)(self._heads)
        copied._compose(*args, **kwargs)
        return copied

    def _compose(self, *args: "Symbol", **kwargs: Any) -> None:
        name = kwargs.pop("name", None)
        if args and kwargs:
            raise TypeError("compose only accept input Symbols either as positional or keyword arguments, not both")
        if not all(isinstance(a, SymbolBase) for a in (*args, *kwargs.values())):
            raise TypeError("Compose expect `Symbol` as arguments")
        if args:
            raise MXNetError("General composition only support kwargs for now: write net(data=other)")
        heads = {k: single(s, f"Keyword Argument {k}") for k, s in kwargs.items()}
        self._heads = compose.compose(self._heads, heads, name)

    def __copy__(self) -> "Symbol":
        return type(self)(compose.copy(self._heads))

    def __deepcopy__(self, _: Any) -> "Symbol":
        return self.__copy__()

    def _gen_atomic_symbol(self) -> "Symbol":
        """This symbol's operator on fresh variables."""
        node = self._node()
        if node is None or node.op is None:
            raise MXNetError("an atomic symbol is made from the outputs of one operator")
        atomic = compose.create(node.op, node.name, node.attrs, ())
        return type(self)([(atomic, i) for i in range(atomic.visible)])

    # --- inference -------------------------------------------------------------------------------------------------

    def infer_shape(self, *args: Any, **kwargs: Any) -> tuple[Shapes, Shapes, Shapes]:
        """The shapes of the arguments, outputs and auxiliary states, from those of some; three times None if they are
        not decided. 0 stands for an unknown length, None for an unknown shape.

        >>> fc = mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=3, name='fc')
        >>> fc.infer_shape(x=(2, 5))
        ([(2, 5), (3, 5), (3,)], [(2, 3)], [])
        """
        facts = self._shapes(args, kwargs)
        if all(is_known(s) for s in facts.outputs()):
            return self._three(facts, tuple)
        names = [f"{n.name}: {_show_shape(facts[n, 0])}" for n in arguments(self._heads) if not is_known(facts[n, 0])]
        _warn_undecided("shape for the following arguments (0s in shape means unknown dimensions)", names)
        return None, None, None  # type: ignore[return-value]  # as MXNet answers

    def infer_shape_partial(self, *args: Any, **kwargs: Any) -> tuple[Shapes, Shapes, Shapes]:
        """The shapes as of ``infer_shape``, as far as they are decided."""
        return self._three(self._shapes(args, kwargs), _show_shape)

    def infer_type(self, *args: Any, **kwargs: Any) -> Three:
        """The types of the arguments, outputs and auxiliary states, from those of some; three times None if they are
        not decided.
        """
        facts = self._types(args, kwargs)
        if None not in facts.outputs():
            return self._three(facts, _show_type)
        names = [f"{n.name}: None" for n in arguments(self._heads) if facts[n, 0] is None]
        _warn_undecided("type for the following arguments", names)
        return None, None, None  # type: ignore[return-value]  # as MXNet answers

    def infer_type_partial(self, *args: Any, **kwargs: Any) -> Three:
        """The types as of ``infer_type``, as far as they are decided."""
        return self._three(self._types(args, kwargs), _show_type)

    def _shapes(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> GraphFacts[tuple[int, ...]]:
        shapes = self._known_of_variables("InferShape", "shapes", args, kwargs)
        for key, shape in shapes.items():
            if not isinstance(shape, tuple):
                raise TypeError(f"Arguments need to be shapes (tuple), but '{key.name}' is {type(shape)}.")
        known = {n: partial_shape(s) for n, s in shapes.items() if s or is_np_shape()}
        return infer_shapes(self._heads, known)

    def _types(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> GraphFacts[str]:
        types = self._known_of_variables("InferType", "types", args, kwargs)
        try:
            return infer_types(self._heads, {n: parse_dtype(t) for n, t in types.items()})
        except ValueError as error:
            raise TypeError(f"Argument need to be {error}") from None

    def _known_of_variables(
        self, source: str, what: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> dict[Node, Any]:
        """What a caller knows of variables, by position among the arguments or by name."""
        if args and kwargs:
            raise ValueError(f"Can only specify known argument {what} either by positional or kwargs way.")
        known = arguments(self._heads)
        if len(args) > len(known):
            raise MXNetError(f"{source}: {len(args)} {what} given, but there are {len(known)} arguments")
        if args:
            return {n: a for n, a in zip(known, args, strict=False) if a is not None}
        by_name: dict[str, list[Node]] = {}
        for node in inputs(self._heads):
            by_name.setdefault(node.name, []).append(node)
        for key in kwargs:
            if key not in by_name:
                raise MXNetError(
                    f"{source}: Keyword argument name {key} not found. Candidate arguments: {list(by_name)}"
                )
        return {n: v for k, v in kwargs.items() for n in by_name[k]}

    def _three(self, facts: GraphFacts[Any], show: Any) -> Three:
        heads = [(n, 0) for n in arguments(self._heads)], self._heads, [(n, 0) for n in auxiliary(self._heads)]
        args, outputs, states = ([show(facts[h]) for h in part] for part in heads)
        return args, outputs, states

    # --- running ---------------------------------------------------------------------------------------------------

    @short
    def bind(
        self,
        ctx: Context,
        args: Any,
        args_grad: Any = None,
        grad_req: Any = "write",
        aux_states: Any = None,
        group2ctx: Mapping[str, Context] | None = None,
        shared_exec: executor.Executor | None = None,
    ) -> executor.Executor:
        """An executor on these arrays, given as a list in the order of the arguments or by name.

        ``args_grad`` receives the gradients, in the way ``grad_req`` says: write, add or null, for all arguments or for
        each. ``group2ctx`` places what an AttrScope gave a ``ctx_group``.
        """

        def describe() -> tuple[dict[str, Any], dict[str, Any]]:
            arrays = args if isinstance(args, Mapping) else dict(zip(self.list_arguments(), args or (), strict=False))
            return {n: a.shape for n, a in arrays.items()}, {n: a.dtype for n, a in arrays.items()}

        chosen = asked_for(self, describe)
        # ``shared_exec`` is accepted: XLA plans memory for each program.
        return executor.bind(chosen, ctx, args, args_grad, grad_req, aux_states, group2ctx)

    _bind = bind

    @short
    def simple_bind(
        self,
        ctx: Context | None = None,
        grad_req: Any = "write",
        type_dict: Mapping[str, Any] | None = None,
        stype_dict: Mapping[str, str] | None = None,
        group2ctx: Mapping[str, Context] | None = None,
        shared_arg_names: list[str] | None = None,
        shared_exec: executor.Executor | None = None,
        shared_buffer: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> executor.Executor:
        """An executor on new arrays of the shapes that follow from those given by name."""
        return executor.simple_bind(
            asked_for(self, lambda: (kwargs, type_dict or {})),
            ctx or current_context(),
            grad_req,
            type_dict,
            stype_dict,
            group2ctx,
            shared_arg_names,
            shared_exec,
            shared_buffer,
            **kwargs,
        )

    _simple_bind = simple_bind

    def eval(self, ctx: Context | None = None, **kwargs: Any) -> list[Any]:
        """The outputs for these arrays, by the arguments' names."""
        return self.bind(ctx or current_context(), kwargs).forward()

    def gradient(self, wrt: Sequence[str]) -> "Symbol":
        """MXNet has this method, but never implemented it."""
        raise MXNetError(
            "Symbol.gradient is not implemented, as in MXNet: bind the symbol and call backward(), "
            "or compute with arrays under autograd.record()."
        )

    # --- files -----------------------------------------------------------------------------------------------------

    def tojson(self, remove_amp_cast: bool = True) -> str:
        """The graph as the JSON text that every MXNet reads."""
        return dumps(without_casts(self._heads) if remove_amp_cast else self._heads)

    def save(self, fname: str, remove_amp_cast: bool = True) -> None:
        """Write the graph's JSON to a file, local or ``scheme://``."""
        if not isinstance(fname, str):
            raise TypeError(f"fname need to be string, but got {fname!r}")
        paths.write_atomic(fname, [self.tojson(remove_amp_cast).encode()])

    def debug_str(self) -> str:
        """Every node with its inputs and attributes, as text."""
        return listing(self._heads)

    def __reduce__(self) -> Any:
        return type(self), (None,), {"handle": self.tojson(remove_amp_cast=False)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self._heads = [] if state["handle"] is None else loads(state["handle"], "a pickled Symbol")

    # --- methods that are operators --------------------------------------------------------------------------------

    def astype(self, *args: Any, **kwargs: Any) -> "Symbol":
        """The symbol cast to another dtype."""
        return call("cast", type(self), self, *args, **kwargs)

    def reshape(self, *args: Any, **kwargs: Any) -> "Symbol":
        """The symbol in another shape; 0, -1, -2, -3 and -4 have MXNet's meanings."""
        return call("reshape", type(self), self, *args, **kwargs)

    def broadcast_to(self, *args: Any, **kwargs: Any) -> "Symbol":
        """The symbol repeated along its axes of length one."""
        return call("broadcast_to", type(self), self, *args, **kwargs)

    def broadcast_like(self, *args: Any, **kwargs: Any) -> "Symbol":
        """The symbol broadcast to the shape of another."""
        return call("broadcast_like", type(self), self, *args, **kwargs)

    def split_v2(self, *args: Any, **kwargs: Any) -> "Symbol":
        """The parts of the symbol: a number of equal ones, or cut at the indices given."""
        return split_v2(self, *args, **kwargs)

    # MXNet's methods take an ``inplace`` that means nothing here.

    def flatten(self, inplace: bool = False, **kwargs: Any) -> "Symbol":  # type: ignore[override]
        """The symbol with all axes but the first folded into one."""
        return call("flatten", type(self), self, **kwargs)

    def expand_dims(  # type: ignore[override]
        self, axis: int, inplace: bool = False, **kwargs: Any
    ) -> "Symbol":
        """The symbol with a new axis of length one."""
        return call("expand_dims", type(self), self, axis=axis, **kwargs)

    def squeeze(  # type: ignore[override]
        self, axis: Any = None, inplace: bool = False, **kwargs: Any
    ) -> "Symbol":
        """The symbol without its axes of length one."""
        return call("squeeze", type(self), self, axis=axis, **kwargs)

    def diag(self, k: int = 0, **kwargs: Any) -> "Symbol":  # type: ignore[override]
        """A diagonal, or a matrix with this diagonal."""
        return call("diag", type(self), self, k, **kwargs)

    def as_nd_ndarray(self) -> "Symbol":
        """This symbol."""
        return self

    def as_np_ndarray(self) -> Any:
        """The symbol with NumPy's operators."""
        return CLASSES["numpy"](self._heads)


def _with_short_names(attrs: Mapping[str, str]) -> dict[str, str]:
    """The attributes, with those that have a short name under that too."""
    short = {key: f"__{key}__" for key in compose.HIDDEN}
    return {**attrs, **{key: attrs[name] for key, name in short.items() if name in attrs}}


def _show_shape(shape: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """A partly known shape as MXNet shows it."""
    if is_np_shape():
        return shape
    return () if shape is None else tuple(0 if s < 0 else s for s in shape)


def _show_type(name: str | None) -> Any:
    return None if name is None else DTYPES[name].type


def _warn_undecided(what: str, names: list[str]) -> None:
    shown = names[:10] + ["..."] * (len(names) > 10)
    warnings.warn(f"Cannot decide {what}. Consider providing them as input:\n\t" + "\n\t".join(shown), stacklevel=3)


def split_v2(ary: Symbol, indices_or_sections: Any, axis: int = 0, squeeze_axis: bool = False) -> Symbol:
    """The parts of a symbol along an axis: a number of equal ones, or cut at the indices given.

    >>> parts = mx.sym.split_v2(mx.sym.var("x"), (1, 4))
    >>> parts.infer_shape(x=(6, 2))[1]
    [(1, 2), (3, 2), (2, 2)]
    """
    indices: list[int] = []
    sections = 0
    if isinstance(indices_or_sections, int):
        sections = indices_or_sections
    elif isinstance(indices_or_sections, tuple):
        indices = [0, *indices_or_sections]
    else:
        raise ValueError(f"indices_or_sections must either int or tuple of ints, but got {indices_or_sections!r}")
    return call("_split_v2", type(ary), ary, indices, axis, squeeze_axis, sections)
