"""Dictionaries of parameters."""

from collections import OrderedDict, defaultdict
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from typing import Any

import numpy as np

from mxnet import initializer, ndarray
from mxnet._types import Contexts
from mxnet.context import Context
from mxnet.gluon._parameter import Constant, Parameter
from mxnet.gluon.utils import _brief_print_list, _indent, _need
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import dtype_of

_NAMING = "A block's parameters carry its prefix when they are made inside `with self.name_scope():`."


class ParameterDict:
    """Parameters by name, in order; ``get`` makes those that are not there, with the prefix before their names.

    ``shared`` is another dictionary, whose parameters are used where the name is the same.

    Parameters
    ----------
    shared : ParameterDict | None
        Another dictionary, whose parameters are taken where names agree.

    >>> params = mx.gluon.ParameterDict("net_")
    >>> params.get("weight", shape=(2, 3)).name
    'net_weight'
    """

    __module__ = "mxnet.gluon.parameter"

    def __init__(self, prefix: str = "", shared: "ParameterDict | None" = None) -> None:
        self._prefix = prefix
        self._params: OrderedDict[str, Parameter] = OrderedDict()
        self._shared = shared

    def __repr__(self) -> str:
        content = "\n".join(_indent(f"  {v}", 2) for v in self.values())
        return f"{self._prefix + ' ' if self._prefix else ''}(\n{content}\n)"

    def __getitem__(self, key: str) -> Parameter:
        return self._params[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._params)

    def __len__(self) -> int:
        return len(self._params)

    def __contains__(self, key: object) -> bool:
        return key in self._params

    def __bool__(self) -> bool:  # an empty one is still a dictionary, as it is in MXNet
        return True

    def items(self) -> ItemsView[str, Parameter]:
        """Names and parameters."""
        return self._params.items()

    def keys(self) -> KeysView[str]:
        """The names."""
        return self._params.keys()

    def values(self) -> ValuesView[Parameter]:
        """The parameters."""
        return self._params.values()

    @property
    def prefix(self) -> str:
        """What ``get`` puts before names."""
        return self._prefix

    # --- making and finding ------------------------------------------------------------------------------------------

    def _get_impl(self, name: str) -> Parameter | None:
        if name not in self._params and self._shared is not None and name in self._shared._params:
            self._params[name] = self._shared._params[name]
        return self._params.get(name)

    def get(self, name: str, **kwargs: Any) -> Parameter:
        """The parameter of this name (the prefix comes before it), made from the arguments of Parameter if need be."""
        name = self._prefix + name
        param = self._get_impl(name)
        if param is None:
            param = self._params[name] = Parameter(name, **kwargs)
            return param
        for key, wanted in kwargs.items():
            existing = getattr(param, key, None)
            if existing is None:
                setattr(param, key, wanted)
            elif key == "shape" and wanted is not None:
                wanted = (wanted,) if isinstance(wanted, int) else wanted
                param._shape = _merged(name, tuple(wanted), tuple(existing))
            elif key == "dtype" and wanted is not None and dtype_of(wanted) == dtype_of(existing):
                continue
            else:
                _need(wanted is None or wanted == existing, _mismatch(name, key, wanted, existing))
        return param

    def get_constant(self, name: str, value: Any = None) -> Parameter:
        """The constant of this name (the prefix comes before it), made from the value if need be."""
        name = self._prefix + name
        param = self._get_impl(name)
        if param is None:
            if value is None:
                raise KeyError(
                    f"No constant named '{name}'. Please specify value if you want to create a new constant."
                )
            param = self._params[name] = Constant(name, value)
        elif value is not None:
            if not isinstance(param, Constant):
                raise AssertionError(f"Parameter '{name}' already exists but it is not a constant.")
            host = value.asnumpy() if isinstance(value, NDArray) else np.asarray(value)
            _need(
                np.array_equal(param.value.asnumpy(), host),
                f"Constant '{name}' already exists but it's value doesn't match new value",
            )
        return param

    def update(self, other: "ParameterDict | Mapping[str, Parameter]") -> None:
        """Take over the parameters of another dictionary."""
        for name, param in other.items():
            _need(
                self._params.get(name, param) is param,
                f"Cannot update self with other because they have different Parameters with the same name '{name}'",
            )
        self._params.update(other.items())

    # --- all at once -------------------------------------------------------------------------------------------------

    def initialize(
        self, init: Any = None, ctx: Contexts | None = None, verbose: bool = False, force_reinit: bool = False
    ) -> None:
        """Initialize every parameter: with its own initializer, or else with ``init`` (Uniform)."""
        init = initializer.Uniform() if init is None else init
        if verbose:
            init.set_verbosity(verbose=verbose)
        for param in self.values():
            param.initialize(None, ctx, init, force_reinit=force_reinit)

    def zero_grad(self) -> None:
        """Set every gradient to zero."""
        dense: dict[Context, list[NDArray]] = defaultdict(list)
        for param in self.values():
            for array in param._grad or ():
                if array.stype == "default":
                    dense[array.ctx].append(array)
                else:
                    ndarray.zeros_like(array, out=array)
        for arrays in dense.values():
            ndarray.reset_arrays(*arrays, num_arrays=len(arrays))

    def reset_ctx(self, ctx: Context | Sequence[Context]) -> None:
        """Move every parameter to other contexts."""
        for param in self.values():
            param.reset_ctx(ctx)

    def list_ctx(self) -> list[Context]:
        """The contexts that any of the parameters is on."""
        return list(dict.fromkeys(ctx for param in self.values() for ctx in param.list_ctx()))

    def setattr(self, name: str, value: Any) -> None:
        """Set an attribute of every parameter.

        >>> net = mx.gluon.nn.Dense(2, in_units=3)
        >>> net.collect_params().setattr('grad_req', 'null')
        """
        for param in self.values():
            setattr(param, name, value)

    # --- files -------------------------------------------------------------------------------------------------------

    def save(self, filename: str, strip_prefix: str = "") -> None:
        """Write the values to a file, by name without ``strip_prefix``."""
        arrays = {}
        for param in self.values():
            if not param.name.startswith(strip_prefix):
                raise ValueError(
                    f"Prefix '{strip_prefix}' is to be striped before saving, but Parameter's name '{param.name}' does "
                    f"not start with '{strip_prefix}'. {_NAMING} A block that shares parameters of another one has the "
                    "other's names: then use Block.save_parameters."
                )
            arrays[param.name[len(strip_prefix) :]] = param._reduce()
        ndarray.save(filename, arrays)

    def load(
        self,
        filename: str,
        ctx: Contexts | None = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        restore_prefix: str = "",
        cast_dtype: bool = False,
        dtype_source: str = "current",
    ) -> None:
        """Read the values from a file, ``restore_prefix`` put before the names in it."""
        for name in self.keys() if restore_prefix else ():
            _need(
                name.startswith(restore_prefix),
                f"restore_prefix is '{restore_prefix}' but Parameters name '{name}' does not start with it. {_NAMING}",
            )
        loaded: Any = ndarray.load(filename)
        self.load_dict(loaded, ctx, allow_missing, ignore_extra, restore_prefix, filename, cast_dtype, dtype_source)

    def load_dict(
        self,
        param_dict: Mapping[str, NDArray] | Iterable[tuple[str, NDArray]],
        ctx: Contexts | None = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
        restore_prefix: str = "",
        filename: str | None = None,
        cast_dtype: bool = False,
        dtype_source: str = "current",
    ) -> None:
        """Take the values from a dictionary of arrays."""
        pairs = param_dict.items() if isinstance(param_dict, Mapping) else param_dict
        arrays = {restore_prefix + name.removeprefix("arg:").removeprefix("aux:"): array for name, array in pairs}
        source = f"file: {filename}" if filename else "param_dict"

        def known(names: Iterable[str]) -> str:
            return _brief_print_list(name.removeprefix(restore_prefix) for name in names)

        for name in () if allow_missing else self.keys():
            if name not in arrays:
                raise AssertionError(
                    f"Parameter {known([name])} is missing in {source}, which contains parameters: {known(arrays)}. "
                    f"Please make sure source and target networks have the same prefix, or set allow_missing=True. "
                    f"{_NAMING}"
                )
        for name, array in arrays.items():
            if name in self._params:
                self[name]._load_init(array, ctx, cast_dtype=cast_dtype, dtype_source=dtype_source)
                continue
            if not ignore_extra:
                raise AssertionError(
                    f"Parameter {known([name])} loaded from {source} is not present in ParameterDict, choices are: "
                    f"{_brief_print_list(self._params)}. Set ignore_extra to True to ignore. Please make sure source "
                    f"and target networks have the same prefix. {_NAMING}"
                )


def _merged(name: str, wanted: tuple[int, ...], existing: tuple[int, ...]) -> tuple[int, ...]:
    """What two partly known shapes say together."""
    fits = len(wanted) == len(existing) and all(
        w == e or w <= 0 or e <= 0 for w, e in zip(wanted, existing, strict=True)
    )
    _need(fits, _mismatch(name, "shape", wanted, existing))
    return tuple(e if w <= 0 else w for w, e in zip(wanted, existing, strict=True))


def _mismatch(name: str, key: str, wanted: Any, existing: Any) -> str:
    return (
        f"Cannot retrieve Parameter '{name}' because desired attribute does not match with stored for attribute '{key}'"
        f": desired '{wanted}' vs stored '{existing}'."
    )
