"""Run the backend tests that the installed ``onnx`` package ships through ``mx.contrib.onnx`` and print the table.

    python tools/onnx_backend.py                      # all kinds
    python tools/onnx_backend.py node --only resize   # cases whose name contains a word
    python tools/onnx_backend.py simple --list        # and every case that did not pass, with the reason

A case passes when every output has the right shape, the right type and, within the case's tolerance, the right
elements. ``frozen`` are those that pass once inputs that must be constants (axes, sizes) are part of the model, or
sequences have a known length, or shapes are known; the error says which. A case with random numbers is compared by
shapes and types alone. ``refused`` is an error that names the node, ``crashed`` any other.
"""

import argparse
import os
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_ENABLE_X64", "1")
os.environ.setdefault("MXNET_ENGINE_CACHE", "0")

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.backend.test import loader

import mxnet as mx
from mxnet.contrib.onnx import backend

KINDS = ("node", "simple", "pytorch-operator", "pytorch-converted")
OUTCOMES = ("passed", "frozen", "refused", "wrong", "crashed")
# Two steps of a type of 16 bits, which the onnx package's own runner allows for bfloat16: its references round after
# each operation, compiled programs do not.
STEPS = {"bfloat16": 2**-6, "float16": 2**-9}
SHAPES = "shapes of inputs"
_RANDOM = {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}


class Case(NamedTuple):
    """A model, the arrays it is given and those it must give."""

    name: str
    model: Any
    inputs: list[Any]
    outputs: list[Any]
    rtol: float
    atol: float


class Result(NamedTuple):
    """What became of a case, and why."""

    outcome: str
    reason: str = ""


class Wrong(Exception):
    """A result that is not the expected one."""


def cases(kind: str) -> Iterator[Case]:
    """The cases of a kind, by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = sorted(loader.load_model_tests(kind=kind), key=lambda case: case.name)
    for case in found:
        if case.model is not None:
            for inputs, outputs in case.data_sets:
                arrays = [numpy_helper.to_array(x) if isinstance(x, onnx.TensorProto) else x for x in inputs]
                yield Case(case.name, case.model, arrays, list(outputs), case.rtol, case.atol)
        elif case.model_dir is not None:
            yield from _stored(case)


def _stored(case: Any) -> Iterator[Case]:
    folder = Path(case.model_dir)
    model = onnx.load(str(folder / "model.onnx"))
    for data in sorted(folder.glob("test_data_set_*")):
        inputs = [_read(data / f"input_{i}.pb", v) for i, v in enumerate(model.graph.input) if _is_there(data, i)]
        outputs = [_read(data / f"output_{i}.pb", v) for i, v in enumerate(model.graph.output)]
        yield Case(case.name, model, inputs, outputs, case.rtol, case.atol)


def _is_there(folder: Path, number: int) -> bool:
    return (folder / f"input_{number}.pb").exists()


def _read(path: Path, info: Any) -> Any:
    data = path.read_bytes()
    if info.type.WhichOneof("value") == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    return numpy_helper.to_array(onnx.TensorProto.FromString(data))


def run(case: Case) -> Result:
    """Import a case and compare; what must be known before it runs becomes part of the model, one after another."""
    frozen: set[str] = set()
    while True:
        try:
            _compare(case, _compute(case, frozen))
        except Wrong as error:
            return Result("wrong", str(error))
        except mx.MXNetError as error:
            more = _to_freeze(case, error) - frozen
            if more:
                frozen |= more
                continue
            return Result("refused" if "cannot be imported" in str(error) else "crashed", str(error))
        except Exception as error:  # what must not happen, whatever it is
            return Result("crashed", repr(error))
        return Result("frozen", ", ".join(sorted(frozen))) if frozen else Result("passed")


def _to_freeze(case: Case, error: mx.MXNetError) -> set[str]:
    """The input that must be a constant, or all that sizes may depend on, or the shapes of all inputs."""
    absent = {n for n, given in zip(_names(case), case.inputs, strict=True) if given is None}
    if absent:
        return absent
    wanted = getattr(error, "input_name", None)
    names = _names(case)
    if wanted in names:
        return {wanted}
    if wanted is not None:
        return {
            n for n, given in zip(names, case.inputs, strict=True) if not isinstance(given, list) and _is_size(given)
        }
    if "tensors as inputs" in str(error):
        return {n for n, given in zip(names, case.inputs, strict=True) if isinstance(given, list) or given is None}
    return {SHAPES} if "known" in str(error) else set()


def _is_size(given: Any) -> bool:
    array = np.asarray(given)
    return array.ndim == 0 or (array.dtype.kind == "i" and array.size <= 16)


def _names(case: Case) -> list[str]:
    return [value.name for value in case.model.graph.input][: len(case.inputs)]


def _compute(case: Case, frozen: set[str]) -> list[Any]:
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    feeds = dict(zip(_names(case), case.inputs, strict=True))
    for name in sorted(frozen - {SHAPES}):
        given = feeds.pop(name)
        if isinstance(given, list):
            feeds.update(_spread(model.graph, name, given))
        elif given is None:
            _leave_out(model.graph, name)
        else:
            model.graph.initializer.append(numpy_helper.from_array(np.asarray(given), name))
    if SHAPES in frozen:
        _fix_shapes(model.graph, feeds)
    if any(given is None for given in feeds.values()):
        raise mx.MXNetError(f"{case.name}: cannot be imported with inputs that are absent")
    return backend.prepare(model).run({name: np.asarray(given) for name, given in feeds.items()})


def _spread(graph: Any, name: str, tensors: list[Any]) -> dict[str, Any]:
    """A sequence as one that is made of an input for each tensor."""
    place = next(i for i, info in enumerate(graph.input) if info.name == name)
    del graph.input[place]
    feeds = {f"{name}_{i}": np.asarray(tensor) for i, tensor in enumerate(tensors)}
    for each, array in feeds.items():
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        graph.input.append(helper.make_tensor_value_info(each, kind, array.shape))
    made = helper.make_node("SequenceConstruct" if feeds else "SequenceEmpty", list(feeds), [name])
    graph.node.insert(0, made)
    return feeds


def _leave_out(graph: Any, name: str) -> None:
    """An optional input that is not there."""
    place = next(i for i, info in enumerate(graph.input) if info.name == name)
    del graph.input[place]
    for node in graph.node:
        node.input[:] = ["" if each == name else each for each in node.input]


def _fix_shapes(graph: Any, feeds: dict[str, Any]) -> None:
    for info in graph.input:
        if info.name in feeds and info.type.WhichOneof("value") == "tensor_type":
            info.CopyFrom(
                helper.make_tensor_value_info(
                    info.name, info.type.tensor_type.elem_type, np.asarray(feeds[info.name]).shape
                )
            )


def _compare(case: Case, found: Sequence[Any]) -> None:
    pairs = [
        (info, part) for info, other in zip(case.model.graph.output, case.outputs, strict=True) for part in _flat(other)
    ]
    found = [part for other in found for part in _flat(other)]
    if len(found) != len(pairs):
        raise Wrong(f"expected {len(pairs)} outputs, received {len(found)}")
    random = _is_random(case.model.graph)
    for one, (info, expected) in zip(found, pairs, strict=True):
        if (one.shape, one.dtype) != (expected.shape, expected.dtype):
            raise Wrong(
                f"{info.name}: expected {expected.dtype} of shape {expected.shape}, received {one.dtype} of {one.shape}"
            )
        if random:
            continue
        rtol = max(case.rtol, STEPS.get(expected.dtype.name, 0.0))
        if expected.dtype.kind in "biuO":
            if not np.array_equal(one, expected):
                raise Wrong(f"{info.name}: {np.sum(one != expected)} of {expected.size} elements differ")
        elif not np.allclose(_wide(one), _wide(expected), rtol, case.atol, equal_nan=True):
            with np.errstate(all="ignore"):
                raise Wrong(f"{info.name}: differs by {np.nanmax(np.abs(_wide(one) - _wide(expected))):.3g}")


def _flat(given: Any) -> list[np.ndarray]:
    """The arrays of an output: a sequence has several."""
    if isinstance(given, onnx.TensorProto):
        return [numpy_helper.to_array(given)]
    return [np.asarray(part) for part in given] if isinstance(given, list) else [np.asarray(given)]


def _wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64)


def _is_random(graph: Any) -> bool:
    """Whether random numbers decide: those of a Dropout in training are asked for by its third input."""
    return any(
        node.op_type in _RANDOM or (node.op_type == "Dropout" and len(node.input) == 3 and node.input[2])
        for node in graph.node
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kinds", nargs="*", metavar="kind", help=f"of {', '.join(KINDS)}; all unless given")
    parser.add_argument("--only", default="", help="a regular expression that names must contain")
    parser.add_argument("--list", action="store_true", help="print each case that did not pass, with the reason")
    options = parser.parse_args()
    unknown = set(options.kinds) - set(KINDS)
    if unknown:
        parser.error(f"expected kinds among {', '.join(KINDS)}, received {', '.join(sorted(unknown))}")
    rows = {kind: Counter[str]() for kind in options.kinds or KINDS}
    for kind, row in rows.items():
        for case in cases(kind):
            if not re.search(options.only, case.name):
                continue
            result = run(case)
            row[result.outcome] += 1
            if options.list and result.outcome not in ("passed", "frozen"):
                print(f"{result.outcome:8} {case.name}: {result.reason}", flush=True)
    print(f"onnx {onnx.__version__}")
    print(f"{'':18}{'cases':>8}" + "".join(f"{outcome:>9}" for outcome in OUTCOMES))
    for kind, row in rows.items():
        print(f"{kind:18}{row.total():8}" + "".join(f"{row[outcome]:9}" for outcome in OUTCOMES))
    return 1 if any(row["wrong"] or row["crashed"] for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
