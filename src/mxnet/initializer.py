"""How parameters get their first values: ``mx.init``."""

import json
import logging
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from math import ceil, prod, sqrt
from numbers import Number
from typing import Any, TypeVar

import numpy as np

from mxnet import ndarray, random, registry
from mxnet._fused_rnn import GATES, fused_inputs, fused_parts
from mxnet._programs.device import device_of
from mxnet.ndarray import NDArray

K = TypeVar("K", bound=type)


class InitDesc(str):
    """The name of a variable, with its attributes and the initializer to fall back on.

    >>> str(mx.init.InitDesc("fc_weight", {"__init__": "zero"}))
    'fc_weight'
    """

    attrs: dict[str, str]
    global_init: Any

    def __new__(cls, name: str, attrs: Mapping[str, str] | None = None, global_init: Any = None) -> "InitDesc":
        desc = super().__new__(cls, name)
        desc.attrs = attrs or {}  # type: ignore[assignment]
        desc.global_init = global_init
        return desc


def _root_mean_square(array: NDArray) -> str:
    return str((ndarray.norm(array) / sqrt(array.size)).asscalar())


# First values are made on the host: then nothing has to be compiled for them, and no tape begins with them that is not
# the tape of the next iteration.


def _fill(arr: NDArray, value: Any) -> None:
    """Set every element to a number."""
    if arr.stype == "default":
        arr._sync_copyfrom(np.full(arr.shape, value, arr.dtype))
    else:
        arr[:] = value


def _draw(arr: NDArray, kind: str, scale: float) -> None:
    """Fill an array with numbers between ``-scale`` and ``scale``, or normal ones of that standard deviation."""
    if arr.stype != "default":
        drawn = ndarray.zeros(arr.shape, dtype=arr.dtype)
        _draw(drawn, kind, scale)
        arr[:] = drawn
        return
    key = np.array(device_of(arr.context).draw(), np.int64).astype(np.uint64)
    source = np.random.Generator(np.random.Philox(key=key))
    dtype = np.float64 if arr.dtype == np.float64 else np.float32
    if kind == "uniform":
        host = source.random(arr.shape, dtype)
        host *= 2 * scale
        host -= scale
    else:
        host = source.standard_normal(arr.shape, dtype)
        host *= scale
    arr._sync_copyfrom(host)


class Initializer:
    """The base of initializers: what an array is filled with follows from the end of its name.

    Subclasses say what weights become in ``_init_weight`` and may change the rest. A variable's own initializer (the
    attribute ``__init__``, written by ``mx.sym.Variable(init=...)``) goes first.

    >>> weight = mx.nd.empty((2, 2))
    >>> mx.init.One()(mx.init.InitDesc("fc_weight"), weight)
    >>> weight.asnumpy().tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """

    def __init__(self, **kwargs: Any) -> None:
        self._kwargs = kwargs
        self._verbose = False
        self._print_func: Callable[[NDArray], str] | None = None

    def set_verbosity(self, verbose: bool = False, print_func: Callable[[NDArray], str] | None = None) -> "Initializer":
        """Log each array that is filled; ``print_func`` describes it, by default as its root mean square."""
        self._verbose = verbose
        self._print_func = print_func or _root_mean_square
        return self

    def dumps(self) -> str:
        """The initializer as the JSON that ``create`` reads."""
        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def __call__(self, desc: str, arr: NDArray) -> None:
        """Fill an array; ``desc`` is its name as an InitDesc (a plain string is MXNet's older way)."""
        if isinstance(desc, InitDesc):
            self._init_described(desc, arr)
        else:
            self._legacy_init(desc, arr)

    def _init_described(self, desc: InitDesc, arr: NDArray) -> None:
        if desc.global_init is None:
            desc.global_init = self
        own = desc.attrs.get("__init__", "")
        if own:
            create(own)._init_weight(desc, arr)
            self._verbose_print(desc, own, arr)
            return
        for ending, method in _ENDINGS:
            if desc.endswith(ending):
                getattr(self, method)(desc, arr)
                self._verbose_print(desc, ending, arr)
                return
        self._init_default(desc, arr)

    def _verbose_print(self, desc: str, init: str, arr: NDArray) -> None:
        if self._verbose and self._print_func:
            logging.info("Initialized %s as %s: %s", desc, init, self._print_func(arr))

    def _legacy_init(self, name: str, arr: NDArray) -> None:
        warnings.warn(
            "Calling initializer with init(str, NDArray) has been deprecated. "
            "Please use init(mx.init.InitDesc(...), NDArray) instead.",
            DeprecationWarning,
            stacklevel=3,
        )
        if not isinstance(name, str):
            raise TypeError(f"name must be string, received {type(name).__name__}")
        if not isinstance(arr, NDArray):
            raise TypeError(f"arr must be NDArray, received {type(arr).__name__}")
        for start, ending, method in _LEGACY:
            if name.startswith(start) and name.endswith(ending):
                getattr(self, method)(name, arr)
                return
        self._init_default(name, arr)

    def _init_bilinear(self, _: str, arr: NDArray) -> None:
        arr[:] = _bilinear(arr.shape)

    def _init_loc_bias(self, name: str, arr: NDArray) -> None:
        if arr.shape[0] != 6:
            raise ValueError(f"the affine transform {name} has 6 numbers, but its bias has shape {arr.shape}")
        arr[:] = np.array([1.0, 0, 0, 0, 1.0, 0])

    def _init_zero(self, _: str, arr: NDArray) -> None:
        _fill(arr, 0.0)

    def _init_one(self, _: str, arr: NDArray) -> None:
        _fill(arr, 1.0)

    def _init_bias(self, _: str, arr: NDArray) -> None:
        _fill(arr, 0.0)

    def _init_quantized_bias(self, _: str, arr: NDArray) -> None:
        _fill(arr, 0)

    def _init_gamma(self, _: str, arr: NDArray) -> None:
        _fill(arr, 1.0)

    def _init_beta(self, _: str, arr: NDArray) -> None:
        _fill(arr, 0.0)

    def _init_weight(self, name: str, arr: NDArray) -> None:
        raise NotImplementedError(f"{type(self).__name__} does not say how to fill {name}: override _init_weight")

    def _init_quantized_weight(self, _: str, arr: NDArray) -> None:
        arr[:] = random.randint(-127, 127, shape=arr.shape, dtype="int32").astype("int8")

    def _init_default(self, name: str, _: NDArray) -> None:
        raise ValueError(
            f"Unknown initialization pattern for {name}. Default initialization is limited to names that end in "
            '"weight", "bias", "gamma" (1.0) and "beta" (0.0). '
            "Please use mx.sym.Variable(init=mx.init.*) to set initialization pattern"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Initializer):
            return NotImplemented
        return type(self) is type(other) and self._kwargs == other._kwargs

    __hash__ = None  # type: ignore[assignment]


# The end of a variable's name, and the method that fills it; the first that fits.
_ENDINGS = (
    ("weight", "_init_weight"),
    ("bias", "_init_bias"),
    ("gamma", "_init_gamma"),
    ("beta", "_init_beta"),
    ("min", "_init_zero"),
    ("max", "_init_one"),
    ("weight_quantize", "_init_quantized_weight"),
    ("bias_quantize", "_init_quantized_bias"),
)

# The same for names given as plain strings: start, end, method.
_LEGACY = (
    ("upsampling", "", "_init_bilinear"),
    ("stn_loc", "weight", "_init_zero"),
    ("stn_loc", "bias", "_init_loc_bias"),
    ("", "bias", "_init_bias"),
    ("", "gamma", "_init_gamma"),
    ("", "beta", "_init_beta"),
    ("", "weight", "_init_weight"),
    ("", "moving_mean", "_init_zero"),
    ("", "moving_var", "_init_one"),
    ("", "moving_inv_var", "_init_zero"),
    ("", "moving_avg", "_init_zero"),
    ("", "min", "_init_zero"),
    ("", "max", "_init_one"),
)


def _bilinear(shape: Sequence[int]) -> np.ndarray:
    """The weights with which a deconvolution interpolates linearly, the same for every pair of channels."""
    half = ceil(shape[3] / 2.0)
    centre = (2 * half - 1 - half % 2) / (2.0 * half)
    # MXNet takes both factors from the width, so a kernel that is not square is interpolated by its width.
    columns = 1 - np.abs(np.arange(shape[3]) / half - centre)
    rows = 1 - np.abs(np.arange(shape[2]) / half - centre)
    return np.broadcast_to(np.outer(rows, columns), shape).astype(np.float32)


_register = registry.get_register_func(Initializer, "initializer")
alias = registry.get_alias_func(Initializer, "initializer")
create = registry.get_create_func(Initializer, "initializer")


def register(klass: K) -> K:
    """Make a subclass of Initializer known by its lower-case name, so that it can be asked for by name.

    >>> @mx.init.register
    ... class Tenth(mx.init.Initializer):
    ...     def _init_weight(self, name, arr):
    ...         arr[:] = 0.1
    >>> mx.init.create("tenth").dumps()
    '["tenth", {}]'
    """
    return _register(klass)


class Load:
    """Fills variables from a file or a dict of arrays; ``arg:`` and ``aux:`` before a name are dropped.

    Parameters
    ----------
    param : str | mapping
        The arrays by name, or the file that holds them.
    default_init : Initializer | None
        How others are filled; an error if None.
    verbose : bool
        Log where each came from.

    >>> weight = mx.nd.zeros((2,))
    >>> mx.init.Load({"fc_weight": mx.nd.array([1, 2])})("fc_weight", weight)
    >>> weight.asnumpy()
    array([1., 2.], dtype=float32)
    """

    def __init__(
        self, param: str | Mapping[str, NDArray], default_init: Initializer | None = None, verbose: bool = False
    ) -> None:
        arrays: Any = ndarray.load(param) if isinstance(param, str) else param
        if not isinstance(arrays, Mapping):
            raise TypeError(f"param must be a file of named arrays or a dict of them, received {type(arrays).__name__}")
        self.param = {name[4:] if name[:4] in ("arg:", "aux:") else name: arr for name, arr in arrays.items()}
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name: str, arr: NDArray) -> None:
        """Fill an array from the one of its name, or else by the default initializer."""
        source = self.param.get(name)
        if source is not None:
            if arr.shape != source.shape:
                raise AssertionError(
                    f"Parameter {name} cannot be initialized from loading. "
                    f"Shape mismatch, target {arr.shape} vs loaded {source.shape}"
                )
            arr[:] = source
        elif self.default_init is None:
            raise AssertionError(
                f"Cannot Initialize {name}. Not found in loaded param and no default Initializer is provided: "
                "write Load(param, default_init=mx.init.Xavier())."
            )
        else:
            self.default_init(name, arr)
        if self.verbose:
            logging.info("Initialized %s by %s", name, "default" if source is None else "loading")


class Mixed:
    """Chooses an initializer by the first regular expression that a name begins with.

    Parameters
    ----------
    patterns : sequence
        Regular expressions for names.
    initializers : sequence
        How each is filled; the first that fits counts.

    >>> weight = mx.nd.zeros((2,))
    >>> mx.init.Mixed([".*"], [mx.init.One()])("fc_weight", weight)
    >>> weight.asnumpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(self, patterns: Sequence[str], initializers: Sequence[Initializer]) -> None:
        if len(patterns) != len(initializers):
            raise AssertionError(
                f"expected one initializer a pattern, received {len(initializers)} for {len(patterns)} patterns"
            )
        self.map = [(re.compile(pattern), init) for pattern, init in zip(patterns, initializers, strict=True)]

    def __call__(self, name: str, arr: NDArray) -> None:
        """Fill an array by the initializer of its name."""
        chosen = next((init for pattern, init in self.map if pattern.match(name)), None)
        if chosen is None:
            raise ValueError(
                f"Parameter name {name} did not match any pattern. "
                'Consider adding a ".*" pattern at the end with default Initializer.'
            )
        chosen(name, arr)


@register
@alias("zeros")
class Zero(Initializer):
    """Weights of zero.

    >>> weight = mx.nd.ones((2,))
    >>> mx.init.Zero()("fc_weight", weight)
    >>> weight.asnumpy()
    array([0., 0.], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: str, arr: NDArray) -> None:
        _fill(arr, 0)


@register
@alias("ones")
class One(Initializer):
    """Weights of one.

    >>> weight = mx.nd.zeros((2,))
    >>> mx.init.One()("fc_weight", weight)
    >>> weight.asnumpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: str, arr: NDArray) -> None:
        _fill(arr, 1)


@register
class Constant(Initializer):
    """Weights of one value: a number, or an array of the parameter's shape.

    Parameters
    ----------
    value
        The value, a number or an array.

    >>> weight = mx.nd.zeros((2,))
    >>> mx.init.Constant(7)("x_weight", weight)
    >>> weight.asnumpy()
    array([7., 7.], dtype=float32)
    """

    def __init__(self, value: Any) -> None:
        super().__init__(value=value)
        self.value = value

    def _init_weight(self, _: str, arr: NDArray) -> None:
        if isinstance(self.value, Number):
            _fill(arr, self.value)
        else:
            arr[:] = self.value

    def dumps(self) -> str:
        """The initializer as JSON, an array as nested lists."""
        value = self._kwargs["value"]
        if isinstance(value, NDArray):
            value = value.asnumpy()
        if isinstance(value, np.ndarray):
            self._kwargs["value"] = value.tolist()
        return super().dumps()


@register
class Uniform(Initializer):
    """Weights spread evenly between ``-scale`` and ``scale``.

    Parameters
    ----------
    scale : float
        Numbers are from minus this to this.

    >>> weight = mx.nd.zeros((2, 2))
    >>> mx.init.Uniform(0.1)("fc_weight", weight)
    >>> bool((weight.abs() <= 0.1).asnumpy().all())
    True
    """

    def __init__(self, scale: float = 0.07) -> None:
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, _: str, arr: NDArray) -> None:
        _draw(arr, "uniform", self.scale)


@register
class Normal(Initializer):
    """Normal weights around zero with standard deviation ``sigma``.

    Parameters
    ----------
    sigma : float
        The standard deviation.

    >>> weight = mx.nd.zeros((2,))
    >>> mx.init.Normal(0)("fc_weight", weight)
    >>> weight.asnumpy()
    array([-0.,  0.], dtype=float32)
    """

    def __init__(self, sigma: float = 0.01) -> None:
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, _: str, arr: NDArray) -> None:
        _draw(arr, "normal", self.sigma)


@register
class Orthogonal(Initializer):
    """Rows (or columns, where there are more rows) at right angles to one another, of length ``scale``.

    Saxe, McClelland and Ganguli, https://arxiv.org/abs/1312.6120; ``rand_type`` is ``"uniform"`` or ``"normal"``.

    Parameters
    ----------
    scale : float
        The factor of the matrix.
    rand_type : str
        What it is made of: ``uniform`` or ``normal`` numbers.

    >>> weight = mx.nd.zeros((2, 2))
    >>> mx.init.Orthogonal(scale=1)("fc_weight", weight)
    >>> mx.nd.dot(weight, weight.T).round().asnumpy()
    array([[ 1., -0.],
           [-0.,  1.]], dtype=float32)
    """

    def __init__(self, scale: float = 1.414, rand_type: str = "uniform") -> None:
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, _: str, arr: NDArray) -> None:
        shape = (arr.shape[0], prod(arr.shape[1:]))
        if self.rand_type == "uniform":
            drawn = random.uniform(-1.0, 1.0, shape=shape).asnumpy()
        elif self.rand_type == "normal":
            drawn = random.normal(0.0, 1.0, shape=shape).asnumpy()
        else:
            raise ValueError(f"rand_type must be 'uniform' or 'normal', received {self.rand_type!r}")
        left, _values, right = np.linalg.svd(drawn, full_matrices=False)
        arr[:] = self.scale * (left if left.shape == shape else right).reshape(arr.shape)


@register
class Xavier(Initializer):
    """Random weights of a size that keeps signals and gradients of equal size in all layers.

    The bound (``rnd_type="uniform"``) or standard deviation (``"gaussian"``) is ``sqrt(magnitude / factor)``, where
    ``factor`` is the number of inputs (``factor_type="in"``), of outputs (``"out"``), or their mean (``"avg"``).

    Parameters
    ----------
    rnd_type : str
        ``uniform`` or ``gaussian``.
    factor_type : str
        What is counted: ``in``, ``out`` or ``avg``.
    magnitude : float
        The factor of the variance.

    >>> weight = mx.nd.zeros((2, 2))
    >>> mx.init.Xavier()("fc_weight", weight)
    >>> weight.shape
    (2, 2)
    """

    def __init__(self, rnd_type: str = "uniform", factor_type: str = "avg", magnitude: float = 3) -> None:
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(magnitude)

    def _init_weight(self, name: str, arr: NDArray) -> None:
        shape = arr.shape
        if len(shape) < 2:
            raise ValueError(
                f"Xavier initializer cannot be applied to vector {name}. It requires at least 2D, received {shape}."
            )
        window = prod(shape[2:])
        inputs, outputs = shape[1] * window, shape[0] * window
        factors = {"avg": (inputs + outputs) / 2.0, "in": inputs, "out": outputs}
        if self.factor_type not in factors:
            raise ValueError(f"Incorrect factor type: expected 'avg', 'in' or 'out', received {self.factor_type!r}")
        scale = float(np.sqrt(self.magnitude / factors[self.factor_type]))
        if self.rnd_type == "uniform":
            _draw(arr, "uniform", scale)
        elif self.rnd_type == "gaussian":
            _draw(arr, "normal", scale)
        else:
            raise ValueError(f"Unknown random type: expected 'uniform' or 'gaussian', received {self.rnd_type!r}")


@register
class MSRAPrelu(Xavier):
    """Normal weights for layers before a (leaky) ReLU of this slope: He and others, https://arxiv.org/abs/1502.01852.

    Parameters
    ----------
    factor_type : str
        What is counted: ``in``, ``out`` or ``avg``.
    slope : float
        The first slope of the PReLU that follows.

    >>> mx.init.MSRAPrelu().dumps()[:13]
    '["msraprelu",'
    """

    def __init__(self, factor_type: str = "avg", slope: float = 0.25) -> None:
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope**2))
        self._kwargs = {"factor_type": factor_type, "slope": slope}


@register
class Bilinear(Initializer):
    """The weights of an upsampling deconvolution that interpolates linearly.

    >>> weight = mx.nd.zeros((1, 1, 2, 2))
    >>> mx.init.Bilinear()("upsampling_weight", weight)
    >>> weight.reshape(-1).asnumpy()
    array([1., 0., 0., 0.], dtype=float32)
    """

    def __init__(self) -> None:
        super().__init__()

    def _init_weight(self, _: str, arr: NDArray) -> None:
        arr[:] = _bilinear(arr.shape)


@register
class LSTMBias(Initializer):
    """Biases of an LSTM cell: zero, but ``forget_bias`` for the forget gate.

    Parameters
    ----------
    forget_bias : float
        What the forget gate's bias is.

    >>> bias = mx.nd.zeros((4,))
    >>> mx.init.LSTMBias()(mx.init.InitDesc("lstm_bias", {"__init__": mx.init.LSTMBias().dumps()}), bias)
    >>> bias.asnumpy()
    array([0., 1., 0., 0.], dtype=float32)
    """

    def __init__(self, forget_bias: float = 1.0) -> None:
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, _: str, arr: NDArray) -> None:
        _fill(arr, 0.0)
        hidden = arr.shape[0] // 4
        arr[hidden : 2 * hidden] = self.forget_bias


@register
class FusedRNN(Initializer):
    """The one vector of parameters of a fused RNN, each matrix and bias in it filled by ``init``.

    ``init`` None means the initializer of the whole network; an LSTM's forget gates get ``forget_bias``.

    Parameters
    ----------
    init
        How the weights are filled; the network's initializer if None.
    num_hidden : int
        The length of the state.
    num_layers : int
        How many layers there are.
    mode : str
        ``rnn_relu``, ``rnn_tanh``, ``lstm`` or ``gru``.
    bidirectional : bool
        Whether sequences are read from their ends as well.
    forget_bias : float
        What the forget gates' biases are.

    >>> mx.init.FusedRNN(mx.init.One(), 4, 1, "lstm").__class__.__name__
    'FusedRNN'
    """

    def __init__(
        self,
        init: Any,
        num_hidden: int,
        num_layers: int,
        mode: str,
        bidirectional: bool = False,
        forget_bias: float = 1.0,
    ) -> None:
        if isinstance(init, str):
            init = create(init)
        super().__init__(
            init=None if init is None else init.dumps(),
            num_hidden=num_hidden,
            num_layers=num_layers,
            mode=mode,
            bidirectional=bidirectional,
            forget_bias=forget_bias,
        )
        if mode not in GATES:
            raise ValueError(f"mode must be one of {', '.join(GATES)}, received {mode!r}")
        self._init, self._mode, self._bidirectional, self._forget_bias = init, mode, bidirectional, forget_bias
        self._num_hidden, self._num_layers = num_hidden, num_layers

    def _init_weight(self, desc: str, arr: NDArray) -> None:
        init = self._init if self._init is not None else getattr(desc, "global_init", None)
        if init is None:
            raise ValueError(f"FusedRNN(init=None) fills {desc} by the network's initializer, but there is none")
        pieces = []
        kind = (self._mode, self._num_hidden, self._num_layers, self._bidirectional)
        for name, shape in fused_parts(*kind, fused_inputs(*kind, arr.size)):
            piece = ndarray.zeros(shape, ctx=arr.context, dtype=arr.dtype)
            if self._mode == "lstm" and name.endswith("_f_bias"):
                piece[:] = self._forget_bias
            else:
                init(InitDesc(name, global_init=getattr(desc, "global_init", None)), piece)
            pieces.append(piece.reshape((-1,)))
        filled = ndarray.concat(*pieces, dim=0)
        if filled.size != arr.size:
            raise ValueError(
                f"{desc} has {arr.size} numbers, but a {self._mode} of {self._num_layers} layers of {self._num_hidden} "
                f"takes {filled.size}: give FusedRNN the same arguments as the cell"
            )
        arr[:] = filled.reshape(arr.shape)
