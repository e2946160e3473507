"""Networks and operators, as MXNet 1.9.1 describes them: see ``make_oracle.py``."""

import json
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._host.caches import clear_caches
from mxnet._ops.registry import OPS
from mxnet.symbol.compose import create
from tests.symbol.networks import NETWORKS, RANDOM, run

HERE = Path(__file__).parent
KNOWN = json.loads((HERE / "oracle.json").read_text())
NUMBERS = np.load(HERE / "oracle.npz")
OPERATORS = json.loads((HERE / "operators.json").read_text())


def _build(function):
    with mx.name.NameManager():
        return function(mx)


@pytest.mark.parametrize("function", NETWORKS, ids=lambda f: f.__name__)
def test_json_is_mxnets_to_the_letter(function):
    assert _build(function)[0].tojson() == KNOWN[function.__name__]["json"]


@pytest.mark.parametrize("function", NETWORKS, ids=lambda f: f.__name__)
def test_names_and_attributes(function):
    symbol, _ = _build(function)
    known = KNOWN[function.__name__]
    assert symbol.list_arguments() == known["arguments"]
    assert symbol.list_outputs() == known["outputs"]
    assert symbol.list_auxiliary_states() == known["states"]
    assert symbol.get_internals().list_outputs() == known["internals"]
    assert symbol.attr_dict() == known["attributes"]
    assert symbol.debug_str() == known["debug"]


@pytest.mark.parametrize("function", NETWORKS, ids=lambda f: f.__name__)
def test_shapes(function):
    symbol, shapes = _build(function)
    found = [[list(s) for s in part] for part in symbol.infer_shape(**shapes)]
    assert found == KNOWN[function.__name__]["shapes"]


@pytest.mark.parametrize("name", [b.__name__ for b in NETWORKS])
def test_what_mxnet_wrote_loads(name):
    symbol = mx.sym.load_json(KNOWN[name]["json"])
    assert symbol.tojson() == KNOWN[name]["json"]
    assert symbol.list_arguments() == KNOWN[name]["arguments"]


@pytest.mark.parametrize("function", [b for b in NETWORKS if b.__name__ not in RANDOM], ids=lambda f: f.__name__)
def test_numbers(function):
    clear_caches()  # a line with many new tapes has them computed with NumPy at first, to other last digits
    symbol, shapes = _build(function)
    for i, (found, again) in enumerate(zip(run(mx, symbol, shapes), _from_file(function, shapes), strict=True)):
        expected = NUMBERS[f"{function.__name__}_{i}"]
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6 * max(1, np.abs(expected).max()))
        np.testing.assert_array_equal(again, found)


def _from_file(function, shapes):
    return run(mx, mx.sym.load_json(KNOWN[function.__name__]["json"]), shapes)


def _described(known):
    return create(OPS[known["op"]], "n", known["attrs"], ())


def _takes_its_arrays_by_position(name):
    """Operators on many tensors at once, whose inputs nobody names."""
    return OPS[name].variadic and OPS[name].count_attr not in ("num_args", "num_outputs")


HERE_TOO = sorted(
    name
    for name, known in OPERATORS.items()
    if name in OPS and not isinstance(known, str) and not _takes_its_arrays_by_position(name)
)


@pytest.mark.parametrize("name", HERE_TOO)
def test_operator_as_a_symbol(name):
    known = OPERATORS[name]
    node = _described(known)
    symbol = mx.sym.Symbol([(node, i) for i in range(node.visible)])
    assert [child.name for child, _ in node.inputs] == known["inputs"]
    assert symbol.list_outputs() == known["outputs"]
    assert symbol.list_auxiliary_states() == known["states"]
    assert node.total == known["total"]


# Where we conclude from one type what MXNet leaves open, and how often mixed precision's operators wait for all inputs.
MORE = {"_contrib_index_copy", "_scatter_set_nd", "broadcast_like", "reshape_like", "slice_like", "amp_multicast"}
# The type of what these quantised operators give depends on attributes; nothing but infer_type asks for it.
OPEN = {"_contrib_quantized_act", "_contrib_quantized_elemwise_mul", "_contrib_quantized_embedding"}


@pytest.mark.parametrize("name", sorted(set(HERE_TOO) - MORE - OPEN))
def test_types_of_an_operator(name):
    known = OPERATORS[name]
    node = _described(known)
    symbol = mx.sym.Symbol([(node, i) for i in range(node.visible)])
    for given, expected in known["types"].items():
        args, outputs, states = symbol.infer_type_partial(**{known["inputs"][0]: given})
        by_name = dict(zip(symbol.list_arguments(), args, strict=True))
        by_name.update(zip(symbol.list_auxiliary_states(), states, strict=True))
        found = [*(by_name[n] for n in known["inputs"]), *outputs]
        assert [t and t.__name__ for t in found] == expected, given


@pytest.mark.parametrize("name", sorted(n for n, known in OPERATORS.items() if n in OPS and isinstance(known, str)))
def test_alias_is_written_as_its_operator(name):
    if name == "cumsum":
        pytest.skip("MXNet writes _np_cumsum, and reads cumsum too")
    assert OPS[name].name == OPERATORS[name]
