"""Blocks that run as written or, hybridized, as one graph."""

import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from mxnet import ndarray, symbol
from mxnet._cached_op import CachedOp
from mxnet.context import Context, current_context
from mxnet.gluon._block import Block, Hook
from mxnet.gluon._structure import _flatten, _gather_type_ctx_info, _regroup, same_format
from mxnet.gluon.parameter import DeferredInitializationError, ParameterDict
from mxnet.gluon.utils import _is_half
from mxnet.ndarray import NDArray
from mxnet.onnx import export_model
from mxnet.symbol import Symbol
from mxnet.symbol.saving import has_casts
from mxnet.symbol.stablehlo import PLATFORMS, save_stablehlo
from mxnet.util import is_np_array

_NO_INPUT = "In HybridBlock, there must be one NDArray or one Symbol in the input. Please check the type of the args.\n"
_CONTEXTS = (
    "Find multiple contexts in the input, After hybridized, the HybridBlock only supports one input context. You can "
    "print the ele.ctx in the input arguments to inspect their contexts. Find all contexts = {}"
)


def _grouped(outputs: list[Symbol]) -> Symbol:
    """The outputs of a block as one symbol, of their kind."""
    numpy = [bool(getattr(out, "is_np_sym", False)) for out in outputs if out is not None]
    if any(numpy) and not all(numpy):
        raise TypeError(
            "The outputs of a block must be of one kind: received symbols of mx.sym.np and of mx.sym. Convert some "
            "with as_np_ndarray() or as_nd_ndarray()."
        )
    group = symbol.Group(outputs)
    return group.as_np_ndarray() if any(numpy) else group


class HybridBlock(Block):
    """A block that can also run as one graph: override ``hybrid_forward(self, F, x, ..., **parameters)``.

    ``F`` is ``mx.nd`` or ``mx.sym``. After ``hybridize()`` it is called once, with symbols, and the graph runs from
    then on.

    >>> class Scaled(mx.gluon.HybridBlock):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         self.scale = self.params.get('scale', shape=(1,), init='ones')
    ...     def hybrid_forward(self, F, x, scale):
    ...         return F.broadcast_mul(x, scale)
    >>> net = Scaled()
    >>> net.initialize()
    >>> net.hybridize()
    >>> net(mx.nd.array([1, 2])).asnumpy()
    array([1., 2.], dtype=float32)
    """

    __module__ = "mxnet.gluon.block"

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._cached_graph: Any = ()
        self._cached_op: CachedOp | None = None
        self._cached_op_args: list[tuple[bool, Any]] = []
        self._out_format: Any = None
        self._in_format: Any = None
        self._active = False
        self._flags: list[tuple[str, Any]] = []
        self._callback: Hook | None = None
        self._monitor_all = False
        self._backend: str | None = None
        self._backend_opts: dict[str, Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a pickle begins with: all but the compiled graph, which the first call makes again."""
        return {**vars(self), "_cached_graph": (), "_cached_op": None, "_cached_op_args": []}

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, HybridBlock):
            self._clear_cached_op()

    def register_child(self, block: Block, name: str | None = None) -> None:
        """Make a hybrid block a child."""
        if not isinstance(block, HybridBlock):
            raise ValueError(
                f"Children of HybridBlock must also be HybridBlock, but {block} has type {type(block)}. "
                "If you are using Sequential, please try HybridSequential instead."
            )
        super().register_child(block, name)
        self._clear_cached_op()

    def register_op_hook(self, callback: Hook, monitor_all: bool = False) -> None:
        """Call ``callback(name, operator, array)`` for what each operator gives once the block is hybridized."""
        self._callback, self._monitor_all = callback, monitor_all
        for child in self._children.values():
            child._callback, child._monitor_all = callback, monitor_all  # type: ignore[attr-defined]

    def cast(self, dtype: Any) -> None:
        """Convert the parameters to another type."""
        self._clear_cached_op()
        super().cast(dtype)

    # --- hybridizing -------------------------------------------------------------------------------------------------

    def hybridize(
        self,
        active: bool = True,
        backend: str | None = None,
        clear: bool = True,
        static_alloc: bool = False,
        static_shape: bool = False,
        inline_limit: int = 2,
        forward_bulk_size: int | None = None,
        backward_bulk_size: int | None = None,
        **kwargs: Any,
    ) -> None:
        """Run the block as one graph from now on, or no longer; XLA makes the rest of the arguments unnecessary."""
        self._backend, self._active = backend, active
        self._backend_opts = kwargs or self._backend_opts
        options = {"static_alloc": static_alloc, "static_shape": static_shape, "inline_limit": inline_limit}
        sizes = {"forward_bulk_size": forward_bulk_size, "backward_bulk_size": backward_bulk_size}
        self._flags = [*options.items(), *((k, v) for k, v in sizes.items() if v is not None)]
        if clear:
            self._clear_cached_op()
        if active and (self._forward_hooks or self._forward_pre_hooks):
            warnings.warn(
                f'"{self}" is being hybridized while still having forward hook/pre-hook. '
                f'If "{self}" is a child of HybridBlock, the hooks will not take effect.',
                stacklevel=2,
            )
        super().hybridize(active, **options, **sizes)

    def optimize_for(self, x: Any, *args: Any, backend: str | None = None, clear: bool = False, **kwargs: Any) -> None:
        """Hybridize, and make the graph for these inputs, to be run by a backend that ``mx.symbol.backends`` knows."""
        if not backend:
            raise ValueError('Must specify "backend" to optimize_for')
        self.hybridize(True, backend, clear, **kwargs)
        symbols, arrays, contexts, _ = _gather_type_ctx_info([x, *args])
        if not symbols and not arrays:
            raise ValueError(_NO_INPUT)
        if len(contexts) > 1:
            raise ValueError(_CONTEXTS.format(contexts))
        self._build_cache(x, *args)

    def _clear_cached_op(self) -> None:
        self._cached_graph = ()
        self._cached_op = None
        self._cached_op_args = []

    def _get_graph(self, *args: Any) -> tuple[list[Symbol], Symbol]:
        """The block as variables for its inputs and a symbol of its outputs; made once."""
        if not self._cached_graph:
            flat, self._in_format = _flatten(args, "input")
            count = sum(arg is not None for arg in flat)
            if not count:
                raise ValueError(f"All args are None and we do not support such a case. Received args={args}")
            inputs = [symbol.var(f"data{i}" if count > 1 else "data") for i in range(count)]
            if is_np_array():
                inputs = [data.as_np_ndarray() for data in inputs]
            variables = iter(inputs)
            grouped = _regroup([None if arg is None else next(variables) for arg in flat], self._in_format)
            params = {name: param.var() for name, param in self._reg_params.items()}
            with self.name_scope():
                out = self.hybrid_forward(symbol, *grouped, **params)
            flat_out, self._out_format = _flatten(out, "output")
            self._cached_graph = inputs, _grouped(flat_out)
        return self._cached_graph

    def _build_cache(self, *args: Any) -> None:
        """Make the graph and what runs it."""
        inputs, out = self._get_graph(*args)
        positions = {str(data.name): i for i, data in enumerate(inputs)}
        params = self.collect_params()
        names = out.list_inputs()
        for name in names:
            if name not in params and name not in positions:
                raise AssertionError(f"Unknown input to HybridBlock: {name}")
        self._warn_unused(set(names), positions, params)
        used = [params[name] for name in names if name in params]
        try:
            for param in used:
                param.data()
        except DeferredInitializationError:
            self._deferred_infer_shape(*args)
            for param in used:
                param._finish_deferred_init()
        if self._backend:
            out = self._partitioned(out, inputs, args)
            names = out.list_inputs()
        self._cached_op_args = [(True, positions[n]) if n in positions else (False, params[n]) for n in names]
        self._cached_op = CachedOp(out, self._flags)

    def _partitioned(self, out: Symbol, inputs: list[Symbol], args: Sequence[Any]) -> Symbol:
        """The graph as the backend runs it, for parameters as they are now; the block's own graph stays."""
        states = set(out.list_auxiliary_states())
        params = {name: p._reduce() for name, p in self.collect_params().items()}
        arrays = dict(
            zip([str(d.name) for d in inputs], [a for a in _flatten(args, "input")[0] if a is not None], strict=True)
        )
        return out.optimize_for(
            str(self._backend),
            args={n: a for n, a in params.items() if n not in states},
            aux={n: a for n, a in params.items() if n in states},
            shape_dict={n: a.shape for n, a in arrays.items()},
            type_dict={n: a.dtype for n, a in arrays.items()},
            **self._backend_opts,
        )

    def _warn_unused(self, used: set[str], positions: dict[str, int], params: ParameterDict) -> None:
        inputs = ", ".join(f"{i}-th" for name, i in positions.items() if name not in used)
        if inputs:
            warnings.warn(
                f"The {inputs} input to HybridBlock is not used by any computation. Is this intended?", stacklevel=5
            )
        idle = ", ".join(name for name in params if name not in used)
        if idle:
            warnings.warn(f"Parameter {idle} is not used by any computation. Is this intended?", stacklevel=5)

    # --- shapes ------------------------------------------------------------------------------------------------------

    def _deferred_infer_shape(self, *args: Any) -> None:
        try:
            self.infer_shape(*args)
        except Exception as error:
            raise ValueError(
                f"Deferred initialization failed because shape cannot be inferred. {type(self).__name__} "
                f"'{self.name}': {error}"
            ) from error

    def infer_shape(self, *args: Any) -> None:
        """Set the shapes of the parameters from these inputs."""
        self._infer_attrs("infer_shape", "shape", *args)

    def infer_type(self, *args: Any) -> None:
        """Set the types of the parameters from these inputs."""
        self._infer_attrs("infer_type", "dtype", *args)

    def _infer_attrs(self, infer_fn: str, attr: str, *args: Any) -> None:
        inputs, out = self._get_graph(*args)
        arrays = [arg for arg in _flatten(args, "input")[0] if arg is not None]
        known = {str(data.name): getattr(arg, attr) for data, arg in zip(inputs, arrays, strict=True)}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            arguments, _, states = getattr(out, infer_fn)(**known)
        if arguments is None:
            raise ValueError(str(caught[0].message))
        facts = dict(zip([*out.list_arguments(), *out.list_auxiliary_states()], [*arguments, *states], strict=True))
        for param in self.collect_params().values():
            if param.name in facts:
                setattr(param, attr, facts[param.name])

    # --- running -----------------------------------------------------------------------------------------------------

    def forward(self, x: Any, *args: Any) -> Any:
        """Compute with arrays, as written or through the graph, or with symbols."""
        ctx: Any = x._ctx if isinstance(x, NDArray) else None
        for arg in args:
            if not isinstance(arg, NDArray) or arg._ctx is not ctx:
                ctx = None  # look closer
                break
        if ctx is None:
            symbols, arrays, contexts, first = _gather_type_ctx_info([x, *args])
            if symbols and arrays:
                raise ValueError(
                    "In HybridBlock, we do not support mixed NDArrays and Symbols types for the input. Please check "
                    "the type of the args.\n"
                )
            if symbols:
                params = {name: param.var() for name, param in self._reg_params.items()}
                with self.name_scope():
                    return self.hybrid_forward(symbol, x, *args, **params)
            if first is None:
                raise ValueError(_NO_INPUT)
            if self._active and len(contexts) > 1:
                raise ValueError(_CONTEXTS.format(contexts))
            ctx = first
        current = current_context()
        if current is ctx or current == ctx:
            return self._call_cached_op(x, *args) if self._active else self._run(ctx, x, args)
        with ctx:
            return self._call_cached_op(x, *args) if self._active else self._run(ctx, x, args)

    def _run(self, ctx: Context, x: Any, args: tuple[Any, ...]) -> Any:
        """Compute as written."""
        params = {}
        try:
            for name, param in self._reg_params.items():
                arrays = param._data if param._single else None
                params[name] = arrays[0] if arrays is not None and arrays[0]._ctx is ctx else param.data(ctx)
        except DeferredInitializationError:
            self._deferred_infer_shape(x, *args)
            for param in self.params.values():
                param._finish_deferred_init()
            params = {name: param.data(ctx) for name, param in self._reg_params.items()}
        return self.hybrid_forward(ndarray, x, *args, **params)

    def _call_cached_op(self, *args: Any) -> Any:
        """Run the graph."""
        op = self._cached_op
        if op is None:
            self._build_cache(*args)
            op = self._cached_op
        if self._callback is not None:
            op._register_op_hook(self._callback, self._monitor_all)  # type: ignore[union-attr]
        form = self._in_format
        if len(args) == len(form) and not any(form) and all(isinstance(a, NDArray) for a in args):
            flat: Any = args  # arrays side by side, as usual
        else:
            flat, form = _flatten(args, "input")
            if not same_format(self._in_format, form):
                raise ValueError(
                    "The argument structure of HybridBlock does not match the cached version. "
                    f"Stored format = {self._in_format}, input format = {form}"
                )
            flat = [arg for arg in flat if arg is not None]
        arrays = [
            flat[item] if is_data else (item._data[0] if item._single and item._data is not None else item.data())
            for is_data, item in self._cached_op_args
        ]
        out = op(*arrays)  # type: ignore[misc]
        if self._out_format == 0:
            return out
        return _regroup([out] if isinstance(out, NDArray) else out, self._out_format)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """What the block computes, with ``F`` being ``mx.nd`` or ``mx.sym``: override it."""
        raise NotImplementedError(f"{type(self).__name__} must define hybrid_forward(self, F, ...)")

    def export(self, path: str, epoch: int = 0, remove_amp_cast: bool = True) -> None:
        """Write ``path-symbol.json`` and ``path-0000.params``, which every MXNet and ``SymbolBlock.imports`` read."""
        if not self._cached_graph:
            raise RuntimeError(
                "Please first call block.hybridize() and then run forward with this block at least once before calling "
                "export."
            )
        out = self._cached_graph[1]
        out.save(f"{path}-symbol.json", remove_amp_cast=remove_amp_cast)
        states = set(out.list_auxiliary_states())
        params = [item for is_data, item in self._cached_op_args if not is_data]
        # A graph without casts computes in one type, so parameters that mixed precision made narrow are wide again.
        widen = remove_amp_cast and has_casts(out._heads)
        arrays = {f"{'aux' if p.name in states else 'arg'}:{p.name}": _saved(p, widen) for p in params}
        ndarray.save(f"{path}-{epoch:04d}.params", arrays)

    def export_onnx(self, path: str | os.PathLike[str], *inputs: Any, dynamic: Any = None, **options: Any) -> Any:
        """Write an ONNX file for inputs like these, and return its path.

        ``dynamic`` names sizes that may differ when the model runs, as in ``{0: {0: "batch"}}`` or ``{0: "batch"}`` for
        the first axis of all inputs. Other options are those of ``mx.onnx.export_model``.

        >>> net.export_onnx('model.onnx', x, dynamic={0: 'batch'})  # doctest: +SKIP
        """
        out, arrays, names = self._exported(inputs)
        shapes, types = [tuple(x.shape) for x in inputs], [x.dtype for x in inputs]
        free = None if dynamic is None else free_sizes(shapes, dynamic)
        order = [n for n in out.list_inputs() if n in names]
        positions = [names.index(n) for n in order]
        return export_model(
            out,
            arrays,
            [shapes[i] for i in positions],
            [types[i] for i in positions],
            path,
            dynamic=free is not None,
            dynamic_input_shapes=None if free is None else [free[i] for i in positions],
            **options,
        )

    def export_stablehlo(
        self,
        path: str | os.PathLike[str],
        *inputs: Any,
        dynamic: Any = None,
        train: bool = False,
        platforms: Sequence[str] = PLATFORMS,
    ) -> None:
        """Write a StableHLO file for inputs like these, which JAX alone reads: on a CPU, a GPU or a TPU.

        ``dynamic`` is as in ``export_onnx``. With ``train`` the parameters come first, as a dict, and JAX can
        differentiate the function.

        >>> net.export_stablehlo('model.stablehlo', x, dynamic={0: 'batch'})  # doctest: +SKIP
        >>> jax.export.deserialize(open('model.stablehlo', 'rb').read()).call(x.asnumpy())  # doctest: +SKIP
        """
        out, arrays, names = self._exported(inputs)
        free = None if dynamic is None else free_sizes([tuple(x.shape) for x in inputs], dynamic)
        examples = dict(zip(names, inputs, strict=True))
        save_stablehlo(path, out, arrays, examples, free, train, platforms)

    def _exported(self, inputs: Sequence[Any]) -> tuple[Symbol, dict[str, NDArray], list[str]]:
        """The graph, its parameters and the names of its inputs; made for these inputs if need be."""
        if not inputs:
            raise ValueError(_NO_INPUT)
        if not self._cached_graph or self._cached_op is None:
            self._build_cache(*inputs)
        names = [str(data.name) for data in self._cached_graph[0]]
        if len(names) != len(inputs):
            raise ValueError(f"expected {len(names)} inputs, received {len(inputs)}")
        arrays = {p.name: p._reduce() for is_data, p in self._cached_op_args if not is_data}
        return self._cached_graph[1], arrays, names


def _saved(param: Any, widen: bool) -> NDArray:
    array = param._reduce()
    return array.astype("float32") if widen and _is_half(array.dtype) else array


def free_sizes(shapes: Sequence[tuple[int, ...]], dynamic: Mapping[int, Any]) -> list[tuple[Any, ...]]:
    """Shapes with names for the sizes that are free: by axis for all inputs, or by input and axis."""
    by_input = all(isinstance(entry, Mapping) for entry in dynamic.values())
    named = dynamic if by_input else dict.fromkeys(range(len(shapes)), dynamic)
    named_shapes = []
    for number, shape in enumerate(shapes):
        names = named.get(number, {})
        named_shapes.append(tuple(names.get(axis, size) for axis, size in enumerate(shape)))
    return named_shapes
