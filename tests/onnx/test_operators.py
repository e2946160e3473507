"""Every operator that is exported, computed here, elsewhere, and here again after the import."""

from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.onnx.mx2onnx._registry import CONVERTERS
from mxnet.symbol.node import topo
from tests.onnx.cases import CASES, RANDOM, Case, build
from tests.onnx.running import back, close, elsewhere, export, forward


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_operator(case: Case, tmp_path: Path) -> None:
    symbol, inputs, params = build(case)
    path = tmp_path / "model.onnx"
    expected = forward(symbol, {**inputs, **params, **labels(symbol, inputs)})
    for opset in (o for o in (12, 18, 21, 13) if o >= case.opset):
        export(symbol, inputs, params, path, opset_version=opset)
        close(elsewhere(path, inputs), expected, case.tolerance)
    if case.comes_back:
        close(back(path, inputs), expected, case.tolerance)


# What ONNX can say for known sizes alone.
FIXED = {
    *("adaptive", "deconv-target", "diag", "encdec_qk", "encdec_valatt", "khatri_rao", "multibox_prior", "pool-same"),
    *("reshape-reverse", "selfatt_qk", "selfatt_valatt", "split", "split_v2", "split_v2-sections", "upsampling-two"),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_operator_whose_sizes_are_free(case: Case, tmp_path: Path) -> None:
    symbol, inputs, params = build(case)
    path = tmp_path / "model.onnx"
    options = {"dynamic": True, "opset_version": max(13, case.opset)}
    if case.name in FIXED:
        with pytest.raises(mx.MXNetError, match="cannot become ONNX: expected"):
            export(symbol, inputs, params, path, **options)
        return
    export(symbol, inputs, params, path, **options)
    for arrays in (inputs, {name: np.concatenate([array, array]) for name, array in inputs.items()}):
        try:
            expected = forward(symbol, {**arrays, **params, **labels(symbol, arrays)})
        except mx.MXNetError:  # the operator itself does not allow these sizes
            assert arrays is not inputs
            continue
        close(elsewhere(path, arrays), expected, case.tolerance)


def labels(symbol: mx.sym.Symbol, inputs: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Labels that losses ask for and prediction ignores."""
    if "out_label" not in symbol.list_arguments():
        return {}
    shapes, _, _ = symbol.infer_shape(**{name: array.shape for name, array in inputs.items()})
    return {"out_label": np.zeros(shapes[symbol.list_arguments().index("out_label")], np.float32)}


@pytest.mark.parametrize("case", RANDOM, ids=lambda case: case.name)
def test_random_numbers(case: Case, tmp_path: Path) -> None:
    symbol, inputs, params = build(case)
    path = tmp_path / "model.onnx"
    export(symbol, inputs, params, path)
    (expected,) = forward(symbol, inputs)
    for (found,) in (elsewhere(path, inputs), back(path, inputs)):
        assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
        assert np.isfinite(found).all()
        assert np.unique(found).size > 1


# What needs more than arrays, or whose result has a size that depends on them; quantized layers are in test_out.py.
ELSEWHERE = {"_contrib_boolean_mask"}
QUANTIZED = ("_contrib_quantize", "_contrib_requantize", "_contrib_dequantize")


def test_every_converter_has_a_case() -> None:
    used = {n.op.name for case in (*CASES, *RANDOM) for n in topo(build(case)[0]._heads) if n.op is not None}
    assert [n for n in sorted(set(CONVERTERS.loaded) - used - ELSEWHERE) if not n.startswith(QUANTIZED)] == []
