"""A model that answers: symbol and parameters in, ``set_input``, ``forward``, ``get_output``, ``reshape``.

Inputs and outputs belong to the thread that sets and reads them; parameters and programs are shared. Programs are kept
on disk as those of every graph are, so the second process starts warm.
"""

import json
import os
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet import ndarray, symbol
from mxnet.context import Context, cpu
from mxnet.error import MXNetError
from mxnet.executor import Executor
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol

Shapes = Mapping[str, tuple[int, ...]]


class Predictor:
    """A network for predictions.

    Parameters
    ----------
    sym : str, path or Symbol
        The graph: its JSON text, the path of a ``-symbol.json``, or a symbol.
    params : bytes, path or dict
        The parameters: a ``.params`` file, its bytes, or arrays by name.
    input_shapes : dict
        The shape of each input, by name.
    ctx : Context
        Where to compute.
    outputs : list of str
        Inner outputs to give instead of the graph's own, as in ``["flatten0_output"]``.
    shapes : int
        How many sets of shapes a thread keeps its arrays for; the one that was used longest ago goes first.
    dtypes : mapping | None
        The types of inputs, float32 unless given.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> weights = {"arg:fc_weight": mx.nd.ones((2, 3)), "arg:fc_bias": mx.nd.zeros((2,))}
    >>> predictor = mx.contrib.predictor.Predictor(net.tojson(), weights, {"data": (1, 3)})
    >>> predictor.forward(data=mx.nd.ones((1, 3))).get_output(0)
    array([[3., 3.]], dtype=float32)
    """

    def __init__(
        self,
        sym: Any,
        params: Any,
        input_shapes: Shapes,
        ctx: Context | None = None,
        outputs: list[str] | None = None,
        dtypes: Mapping[str, Any] | None = None,
        shapes: int = 4,
    ) -> None:
        self._ctx = ctx or cpu()
        self._symbol = _graph(sym, outputs)
        self._dtypes = {name: np.dtype(kind) for name, kind in (dtypes or {}).items()}
        held = {n.removeprefix("arg:").removeprefix("aux:"): a for n, a in _arrays(params).items()}
        read = set(self._symbol.list_inputs())
        self._params = {n: a.as_in_context(self._ctx) for n, a in held.items() if n in read}
        self._shapes = _checked(self._symbol, self._params, input_shapes)
        self._limit = max(int(shapes), 1)
        self._local = threading.local()

    def set_input(self, name: str, value: Any) -> "Predictor":
        """Copy an array into an input of this thread."""
        executor = self._executor()
        array = executor.arg_dict.get(name) if name in self._shapes_now() else None
        if array is None:
            raise MXNetError(f"set_input: expected an input among {', '.join(self._shapes)}, received {name!r}")
        numbers = np.asarray(value.asnumpy() if isinstance(value, NDArray) else value)
        if numbers.size != array.size:
            raise MXNetError(
                f"set_input: expected {name} of shape {array.shape}, received {numbers.shape}: call reshape() before"
            )
        array[:] = numbers.reshape(array.shape).astype(array.dtype)
        return self

    def forward(self, **inputs: Any) -> "Predictor":
        """Compute the outputs, with these inputs set first."""
        for name, value in inputs.items():
            self.set_input(name, value)
        self._local.outputs = self._executor().forward(is_train=False)
        return self

    def get_output(self, index: int = 0) -> np.ndarray:
        """An output of this thread's last ``forward``."""
        outputs = getattr(self._local, "outputs", None)
        if outputs is None:
            raise MXNetError("get_output: expected a call of forward() before")
        if not 0 <= index < len(outputs):
            raise MXNetError(f"get_output: expected a number below {len(outputs)}, received {index}")
        return outputs[index].asnumpy()

    def get_output_shape(self, index: int = 0) -> tuple[int, ...]:
        """The shape of an output, for this thread's shapes."""
        _, shapes, _ = self._symbol.infer_shape(**self._shapes_now())
        return tuple(shapes[index])

    def reshape(self, input_shapes: Shapes) -> "Predictor":
        """Take inputs of other shapes in this thread from now on; the parameters stay where they are."""
        self._local.shapes = _checked(self._symbol, self._params, {**self._shapes_now(), **input_shapes})
        self._local.outputs = None
        return self

    # --- a thread's own arrays ---------------------------------------------------------------------------------------

    def _shapes_now(self) -> dict[str, tuple[int, ...]]:
        return getattr(self._local, "shapes", self._shapes)

    def _executor(self) -> Executor:
        """What computes the present shapes; a bounded number is kept."""
        kept: OrderedDict[Any, Executor] = getattr(self._local, "kept", None) or OrderedDict()
        self._local.kept = kept
        shapes = self._shapes_now()
        key = tuple(shapes.items())
        if key not in kept:
            kept[key] = self._bound(shapes)
            while len(kept) > self._limit:
                kept.popitem(last=False)
        kept.move_to_end(key)
        return kept[key]

    def _bound(self, shapes: Shapes) -> Executor:
        names = self._symbol.list_arguments()
        sizes: dict[str, Any] = dict(shapes)
        if not sizes.keys() >= set(names) - self._params.keys():  # a label, which prediction does not read
            sizes.update(zip(names, self._symbol.infer_shape(**shapes)[0], strict=True))
        arrays = {}
        for name in names:
            array = self._params.get(name)
            dtype = self._dtypes.get(name, np.dtype(np.float32))
            arrays[name] = ndarray.zeros(sizes[name], self._ctx, dtype) if array is None else array
        states = {n: self._params[n] for n in self._symbol.list_auxiliary_states()}
        return self._symbol.bind(self._ctx, arrays, aux_states=states, grad_req="null")


def _graph(sym: Any, outputs: list[str] | None) -> Symbol:
    if isinstance(sym, Symbol):
        network = sym
    else:
        text = os.fspath(sym)
        network = symbol.load_json(text) if text.lstrip().startswith("{") and _is_json(text) else symbol.load(text)
    if not outputs:
        return network
    inner = network.get_internals()
    return symbol.Group([inner[name] for name in outputs])


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _arrays(params: Any) -> Mapping[str, NDArray]:
    if isinstance(params, Mapping):
        return params
    loaded = ndarray.load_frombuffer(params) if isinstance(params, bytes) else ndarray.load(params)
    if not isinstance(loaded, Mapping):
        raise MXNetError("Predictor: expected parameters with names, received a list of arrays")
    return loaded


def _checked(graph: Symbol, params: Mapping[str, NDArray], shapes: Shapes) -> dict[str, tuple[int, ...]]:
    """The shapes of inputs, which must be inputs and no parameters."""
    known = [n for n in graph.list_inputs() if n not in params]
    wrong = [n for n in shapes if n not in known]
    if wrong:
        raise MXNetError(f"Predictor: expected shapes of {', '.join(known)}, received {', '.join(wrong)}")
    missing = [n for n in graph.list_auxiliary_states() if n not in params]
    if missing:
        raise MXNetError(f"Predictor: expected parameters with {', '.join(missing)}, received none of them")
    return {n: tuple(int(d) for d in s) for n, s in shapes.items()}
