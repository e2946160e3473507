"""Parameters: arrays that a block learns, one copy on each context."""

import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from mxnet import autograd, initializer, ndarray, symbol
from mxnet.base import mx_real_t
from mxnet.context import Context, cpu, current_context
from mxnet.error import MXNetError
from mxnet.gluon._sharding import Placement
from mxnet.gluon.utils import _need, shape_is_known
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import dtype_of, from_host
from mxnet.ndarray.handle import set_origin
from mxnet.symbol import Symbol
from mxnet.util import is_np_array, is_np_shape

_STORAGE = ("default", "row_sparse", "csr")

InitializerLike = initializer.Initializer | str


class DeferredInitializationError(MXNetError):
    """Raised when a parameter is read before its shape is known."""

    __module__ = "mxnet.gluon.parameter"


def _contexts(ctx: Context | Iterable[Context] | None) -> list[Context]:
    if ctx is None:
        return [current_context()]
    return [ctx] if isinstance(ctx, Context) else list(ctx)


def _zeros(shape: Sequence[int], dtype: Any, ctx: Context, stype: str) -> NDArray:
    """Zeros that stand on no tape: the first iteration is then the same program as the others."""
    if stype != "default":
        return ndarray.sparse.zeros(stype, tuple(shape), ctx=ctx, dtype=dtype)
    return from_host(np.zeros(tuple(shape), dtype_of(dtype)), ctx, ndarray.np.ndarray if is_np_array() else None)


class Parameter:
    """A learned array: the same values on each of its contexts, with a gradient beside each.

    Parameters
    ----------
    name : str
    grad_req : 'write', 'add' or 'null'
        Whether ``backward`` overwrites the gradient, adds to it (until ``zero_grad``), or computes none.
    shape : tuple of int
        0 is a length that follows from the data of the first call, if ``allow_deferred_init``.
    dtype : str or numpy.dtype
    lr_mult, wd_mult : float
        Factors of the learning rate and of the weight decay.
    init : str or Initializer
        By default that of ``initialize``.
    differentiable : bool
        If false, ``grad_req`` stays 'null'.
    stype, grad_stype : 'default', 'row_sparse' or 'csr'
        How the values and the gradient are stored.
    allow_deferred_init : bool
        Let the shape be unknown until the first call.

    Examples
    --------
    >>> weight = mx.gluon.Parameter('weight', shape=(2, 3))
    >>> weight.initialize(mx.init.One())
    >>> weight.data().asnumpy()
    array([[1., 1., 1.],
           [1., 1., 1.]], dtype=float32)
    """

    __module__ = "mxnet.gluon.parameter"

    def __init__(
        self,
        name: str,
        grad_req: str = "write",
        shape: Any = None,
        dtype: Any = mx_real_t,
        lr_mult: float = 1.0,
        wd_mult: float = 1.0,
        init: InitializerLike | None = None,
        allow_deferred_init: bool = False,
        differentiable: bool = True,
        stype: str = "default",
        grad_stype: str = "default",
    ) -> None:
        for what, storage in (("grad_stype", grad_stype), ("stype", stype)):
            _need(
                storage in _STORAGE,
                f"{what} for Parameter '{name}' must be one of 'default', 'row_sparse', or 'csr', but got '{storage}'",
            )
        self._var: Symbol | None = None
        self._data: list[NDArray] | None = None
        self._grad: list[NDArray] | None = None
        self._single = False  # whether ``data()`` is ``_data[0]``, the short way
        self._ctx_list: list[Context] = []
        # Where the array of a context is in ``_data``, by the kind of device and its number: clients look here.
        self._ctx_map: list[list[int | None]] = [[], []]
        self._trainer: Any = None
        self._placement: Placement | None = None  # over a mesh of devices, if so
        self._deferred_init: tuple[Any, ...] = ()
        self._differentiable = differentiable
        self._allow_deferred_init = allow_deferred_init
        self._grad_req: str | None = None
        self._shape = (shape,) if isinstance(shape, int) else shape
        self._dtype = dtype
        self._stype, self._grad_stype = stype, grad_stype
        self.name = name
        self.lr_mult, self.wd_mult = lr_mult, wd_mult
        self.grad_req = grad_req
        self.init = init

    def __repr__(self) -> str:
        return f"Parameter {self.name} (shape={self.shape}, dtype={self.dtype})"

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a pickle begins with: no trainer has it yet."""
        return {**vars(self), "_trainer": None, "_placement": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if self._grad is not None:  # arrays are copied without their gradients
            autograd.mark_variables(self._data, self._grad, self.grad_req)

    # --- what it is --------------------------------------------------------------------------------------------------

    @property
    def grad_req(self) -> str:
        """What ``backward`` does with the gradient: 'write', 'add', or 'null' for none."""
        return self._grad_req  # type: ignore[return-value]

    @grad_req.setter
    def grad_req(self, req: str) -> None:
        _need(req in ("write", "add", "null"), f"grad_req must be one of 'write', 'add', or 'null', but got '{req}'")
        if not self._differentiable:
            req = "null"
        if self._grad_req == req:
            return
        self._grad_req = req
        if req == "null" and self._grad is not None:
            self._grad = None
            for array in self._data or ():
                set_origin(array, None)
        elif self._data is not None:
            self._init_grad()

    @property
    def dtype(self) -> Any:
        """The type of the elements; setting it casts the values."""
        return self._dtype

    @dtype.setter
    def dtype(self, dtype: Any) -> None:
        self.cast(dtype)

    @property
    def shape(self) -> Any:
        """The shape, in which 0 is not known yet (-1 with NumPy's shapes); None if nothing is known."""
        if self._shape is None or not is_np_shape():
            return self._shape
        return tuple(-1 if s == 0 else s for s in self._shape)

    @shape.setter
    def shape(self, new_shape: Sequence[int]) -> None:
        known = self._shape
        if known is not None:
            fits = len(known) == len(new_shape) and all(k in (-1, 0, n) for n, k in zip(new_shape, known, strict=True))
            _need(
                fits, f"Expected shape {new_shape} is incompatible with given shape {known} of Parameter '{self.name}'."
            )
        self._shape = new_shape

    def var(self) -> Symbol:
        """The parameter as a variable of a symbol."""
        if self._var is None:
            self._var = symbol.var(
                self.name,
                shape=self.shape,
                dtype=self.dtype,
                lr_mult=self.lr_mult,
                wd_mult=self.wd_mult,
                init=self.init,
                stype=self._stype,
            )
        return self._var.as_np_ndarray() if is_np_array() else self._var

    # --- its arrays --------------------------------------------------------------------------------------------------

    def data(self, ctx: Context | None = None) -> NDArray:
        """The values on a context; by default on the only one, or else on the current one."""
        arrays = self._data
        if self._single and arrays is not None and (ctx is None or arrays[0]._ctx is ctx):
            return arrays[0]
        if self._stype != "default":
            self._refuse_sparse(f"a copy of Parameter '{self.name}' on ctx {ctx} via data()")
        return self._check_and_get(self._data, ctx)

    def list_data(self) -> list[NDArray]:
        """The values on every context, in the order of ``list_ctx``."""
        if self._stype != "default":
            self._refuse_sparse(f"copies of Parameter '{self.name}' on all contexts via list_data()")
        return self._check_and_get(self._data, list)

    def _refuse_sparse(self, what: str) -> None:
        raise RuntimeError(
            f"Cannot return {what} because its storage type is {self._stype}. Please use row_sparse_data() instead."
        )

    def grad(self, ctx: Context | None = None) -> NDArray:
        """The gradient on a context; by default on the only one, or else on the current one."""
        self._need_grad()
        return self._check_and_get(self._grad, ctx)

    def list_grad(self) -> list[NDArray]:
        """The gradient on every context, in the order of ``list_ctx``."""
        self._need_grad()
        return self._check_and_get(self._grad, list)

    def _need_grad(self) -> None:
        if self._data is not None and self._grad is None:
            raise RuntimeError(f"Cannot get gradient array for Parameter '{self.name}' because grad_req='null'")

    def list_ctx(self) -> list[Context]:
        """The contexts that the parameter is on, or will be."""
        if self._data is not None:
            return self._ctx_list
        if self._deferred_init:
            return self._deferred_init[1]
        raise RuntimeError(f"Parameter '{self.name}' has not been initialized")

    def zero_grad(self) -> None:
        """Set the gradient to zero, on every context."""
        for array in self._grad or ():
            ndarray.zeros_like(array, out=array)

    def _check_and_get(self, arr_list: list[NDArray] | None, ctx: Any) -> Any:
        """The array of a context, or with ``list`` those of all."""
        if arr_list is None:
            raise self._missing()
        if ctx is list:
            return arr_list
        if ctx is None and len(arr_list) == 1:
            return arr_list[0]
        ctx = ctx or current_context()
        known = self._ctx_map[ctx.device_typeid & 1]
        index = known[ctx.device_id] if ctx.device_id < len(known) else None
        if index is None:
            raise RuntimeError(
                f"Parameter '{self.name}' was not initialized on context {ctx}. "
                f"It was only initialized on {self._ctx_list}."
            )
        return arr_list[index]

    def _missing(self) -> Exception:
        if self._deferred_init:
            return DeferredInitializationError(
                f"Parameter '{self.name}' has not been initialized yet because initialization was deferred. Actual "
                "initialization happens during the first forward pass. Please pass one batch of data through the "
                "network before accessing Parameters. You can also avoid deferred initialization by specifying "
                "in_units, num_features, etc., for network layers."
            )
        return RuntimeError(
            f"Parameter '{self.name}' has not been initialized. Note that you should initialize parameters and create "
            "Trainer with Block.collect_params() instead of Block.params because the later does not include Parameters "
            "of nested child Blocks"
        )

    # --- sparse ones -------------------------------------------------------------------------------------------------

    def row_sparse_data(self, row_id: NDArray) -> NDArray:
        """Some rows of a row_sparse parameter, on the context of ``row_id``."""
        self._need_row_sparse(f"a copy of Parameter {self.name} via row_sparse_data()")
        return self._get_row_sparse(self._data, row_id.ctx, row_id)

    def list_row_sparse_data(self, row_id: NDArray) -> list[NDArray]:
        """Some rows of a row_sparse parameter, on every context."""
        self._need_row_sparse(f"copies of Parameter '{self.name}' on all contexts via list_row_sparse_data()")
        return self._get_row_sparse(self._data, list, row_id)

    def _need_row_sparse(self, what: str) -> None:
        if self._stype != "row_sparse":
            raise RuntimeError(
                f"Cannot return {what} because its storage type is {self._stype}. Please use data() instead."
            )

    def _get_row_sparse(self, arr_list: list[NDArray] | None, ctx: Any, row_id: NDArray) -> Any:
        if not isinstance(row_id, NDArray):
            raise TypeError(f"row_id must have NDArray type, but {type(row_id)} is given")
        results = self._check_and_get(arr_list, ctx)
        self._its_trainer()._row_sparse_pull(self, results, row_id)
        return results

    def _its_trainer(self) -> Any:
        if not self._trainer:
            raise RuntimeError(
                f"Cannot get row_sparse data for Parameter '{self.name}' when no Trainer is created with it."
            )
        return self._trainer

    def _set_trainer(self, trainer: Any) -> None:
        """Remember the trainer; one that keeps rows of a sparse parameter cannot be replaced."""
        if self._stype != "default" and self._trainer and trainer and self._trainer is not trainer:
            raise RuntimeError(
                f"Failed to set the trainer for Parameter '{self.name}' because it was already set. "
                f"More than one trainers for a {self._stype} Parameter is not supported."
            )
        self._trainer = trainer

    # --- first values ------------------------------------------------------------------------------------------------

    def initialize(
        self,
        init: Any = None,
        ctx: Context | Sequence[Context] | None = None,
        default_init: Any = None,
        force_reinit: bool = False,
    ) -> None:
        """Make the arrays on these contexts; with an unknown shape, when the first data comes.

        The initializer is ``init``, or the parameter's own, or ``default_init`` (Uniform).
        """
        if self._data is not None and not force_reinit:
            warnings.warn(
                f"Parameter '{self.name}' is already initialized, ignoring. Set force_reinit=True to re-initialize.",
                stacklevel=2,
            )
            return
        self._data = self._grad = None
        self._single = False
        if default_init is None:
            default_init = initializer.Uniform()
        if init is None:
            init = default_init if self.init is None else self.init
        known = shape_is_known(self.shape)
        if not known and not self._allow_deferred_init:
            raise ValueError(
                f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}. Give the whole "
                "shape, or allow_deferred_init=True."
            )
        wanted = _contexts(ctx) if self._placement is None else [self._placement.context]
        self._deferred_init = (init, wanted, default_init, None)
        if known:
            self._finish_deferred_init()

    def _finish_deferred_init(self) -> None:
        """Make the arrays, now that the shape is known."""
        if not self._deferred_init:
            return
        init, ctx, default_init, data = self._deferred_init
        self._deferred_init = ()
        _need(
            shape_is_known(self.shape),
            f"Cannot initialize Parameter '{self.name}' because it has invalid shape: {self.shape}. Please specify "
            "in_units, in_channels, etc for `Block`s.",
        )
        with autograd.pause():
            if data is None:
                data = _zeros(self.shape, self.dtype, cpu(), self._stype)
                initializer.create(default_init)(initializer.InitDesc(self.name, {"__init__": init}), data)
            self._init_impl(data, ctx)

    def _init_impl(self, data: NDArray, ctx_list: Iterable[Context]) -> None:
        """Put the same values on every context."""
        if is_np_array():
            data = data.as_np_ndarray()
        self._ctx_list = list(ctx_list)
        self._ctx_map = [[], []]
        for i, ctx in enumerate(self._ctx_list):
            known = self._ctx_map[ctx.device_typeid & 1]
            known += [None] * (ctx.device_id + 1 - len(known))
            known[ctx.device_id] = i
        placement = self._placement
        self._keep([data.copyto(c) for c in self._ctx_list] if placement is None else [placement.put(data)])
        self._init_grad()

    def _keep(self, arrays: list[NDArray]) -> None:
        self._data = arrays
        self._single = len(arrays) == 1 and self._stype == "default" and type(self).data is Parameter.data

    def _init_grad(self) -> None:
        if self.grad_req == "null":
            self._grad = None
            return
        arrays, placement = self._data or [], self._placement
        if placement is None:
            self._grad = [_zeros(a.shape, a.dtype, a.ctx, self._grad_stype) for a in arrays]
        else:
            self._grad = [placement.zeros(a.shape, a.dtype, type(a)) for a in arrays]
        autograd.mark_variables(arrays, self._grad, self.grad_req)

    def _load_init(self, data: NDArray, ctx: Any, cast_dtype: bool = False, dtype_source: str = "current") -> None:
        """Take the values from a loaded array; the parameter's dtype, or with 'saved' the array's, wins."""
        if cast_dtype:
            _need(
                dtype_source in ("current", "saved"), f"dtype_source must be 'current' or 'saved', not {dtype_source!r}"
            )
        self._take_shape(data.shape)
        if self.dtype and dtype_of(self.dtype) != dtype_of(data.dtype):
            _need(
                cast_dtype,
                f"Failed loading Parameter '{self.name}' from saved params: dtype incompatible expected {self.dtype} "
                f"vs saved {data.dtype}. Set cast_dtype=True to cast the dtype of saved params.",
            )
            if dtype_source == "current":
                data = data.astype(self.dtype, copy=False)
            else:
                self.dtype = data.dtype
        if self._stype != data.stype:
            data = data.tostype(self._stype)
        wanted = None if ctx is None else _contexts(ctx)
        if self._data is not None or self._deferred_init:
            _need(
                wanted is None or set(wanted) == set(self.list_ctx()),
                f"Failed to load Parameter '{self.name}' on {ctx} because it was previous initialized on "
                f"{self.list_ctx()}. Use reset_ctx to move it.",
            )
        if self._data is not None:
            self.set_data(data)
        else:
            self._init_impl(data, self._deferred_init[1] if self._deferred_init else wanted or [cpu()])
        self._deferred_init = ()

    def _take_shape(self, shape: tuple[int, ...]) -> None:
        """Learn unknown lengths from a loaded array."""
        own = self.shape
        if not own:
            return
        fits = len(own) == len(shape) and all(s in (0, -1, d) for s, d in zip(own, shape, strict=True))
        _need(
            fits,
            f"Failed loading Parameter '{self.name}' from saved params: shape incompatible expected {own} vs "
            f"saved {shape}",
        )
        self.shape = shape

    # --- changes -----------------------------------------------------------------------------------------------------

    def set_data(self, data: Any) -> None:
        """Overwrite the values on every context."""
        self.shape = data.shape
        if self._data is None:
            _need(self._deferred_init, f"Parameter '{self.name}' has not been initialized")
            self._deferred_init = (*self._deferred_init[:3], data)
            return
        trainer = self._trainer
        # A store that updates the values itself must begin again from the new ones.
        if trainer and trainer._kv_initialized and trainer._update_on_kvstore and self not in trainer._params_to_init:
            trainer._reset_kvstore()
        for array in self._data:
            array[:] = data if self._placement is None else self._placement.put(data)

    def reset_ctx(self, ctx: Context | Sequence[Context]) -> None:
        """Move the parameter to other contexts."""
        wanted = _contexts(ctx)
        if self._data:
            with autograd.pause():
                self._init_impl(self._reduce(), wanted)
        elif self._deferred_init:
            self._deferred_init = (self._deferred_init[0], wanted, *self._deferred_init[2:])
        else:
            raise ValueError(f"Cannot reset context for Parameter '{self.name}' because it has not been initialized.")

    def shard(self, placement: Placement) -> None:
        """Move the parameter to a mesh of devices, divided among them; see ``Block.shard``."""
        if self._stype != "default" or self._grad_stype != "default":
            raise ValueError(f"Parameter '{self.name}': expected a dense one to be divided, it is {self._stype}")
        self._placement = placement
        if self._data or self._deferred_init:
            self.reset_ctx(placement.context)

    def cast(self, dtype: Any) -> None:
        """Convert the values and the gradient to another type."""
        self._dtype = dtype
        if self._data is not None:
            with autograd.pause():
                self._cast_arrays(self._data, self._grad)

    def _cast_arrays(self, data: list[NDArray], grads: list[NDArray] | None) -> None:
        self._keep([array.astype(self._dtype) for array in data])
        if grads is not None:
            self._grad = [array.astype(self._dtype) for array in grads]
            autograd.mark_variables(self._data, self._grad, self.grad_req)

    def _reduce(self) -> NDArray:
        """The mean of the values over the contexts, on the host."""
        ctx = cpu()
        if self._stype != "default":
            rows = ndarray.arange(0, self.shape[0], dtype="int64", ctx=ctx)
            data = _zeros(self.shape, self.dtype, ctx, "row_sparse")
            self._trainer._row_sparse_pull(self, data, rows, full_idx=True)
            return data
        arrays = self.list_data()
        if len(arrays) == 1:
            return arrays[0].copyto(ctx)
        return ndarray.add_n(*[array.copyto(ctx) for array in arrays]) / len(arrays)


class _Fixed(initializer.Initializer):
    """The initializer of a constant."""

    def __init__(self, name: str, value: NDArray) -> None:
        super().__init__()
        self._name, self._value = name, value

    def _init_weight(self, _: str, arr: NDArray) -> None:
        self._value.copyto(arr)

    def dumps(self) -> str:
        """What a symbol file says of it: the values are in the parameters' file."""
        return f"Constant_{self._name}"


class Constant(Parameter):
    """A parameter that never changes: no gradient, no updates.

    Parameters
    ----------
    value
        The value, an array or a list.

    >>> const = mx.gluon.Constant('const', [[1, 2], [3, 4]])
    >>> const.initialize()
    >>> const.data().asnumpy().sum()
    np.float32(10.0)
    """

    __module__ = "mxnet.gluon.parameter"

    def __init__(self, name: str, value: Any) -> None:
        self.value = value if isinstance(value, NDArray) else ndarray.array(value)
        super().__init__(
            name, "null", self.value.shape, self.value.dtype, init=_Fixed(name, self.value), differentiable=False
        )

    def __repr__(self) -> str:
        return f"Constant {self.name} (shape={self.shape}, dtype={self.dtype})"

    @property
    def grad_req(self) -> str:
        """'null'."""
        return "null"

    @grad_req.setter
    def grad_req(self, req: str) -> None:
        if req != "null":
            warnings.warn(
                f'Constant parameter "{self.name}" does not support grad_req other than "null", and new value "{req}" '
                "is ignored.",
                stacklevel=2,
            )
