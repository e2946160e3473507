"""Write ``oracle.json``, ``oracle.npz`` and ``operators.json``: run this file under the real MXNet 1.9.1.

$MXNET_PYTHON tests/symbol/make_oracle.py
"""

import ctypes
import json
import re
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet.base import _LIB, OpHandle, SymbolHandle, c_str, c_str_array, check_call, mx_uint, py_str

from networks import NETWORKS, RANDOM, run  # isort: skip

HERE = Path(__file__).parent
# Operators that need a running engine, a subgraph or a registered class even to be described.
SKIP = re.compile(
    "_backward|_CachedOp|_sg_|_TensorRT|_CuDNN|_cv|_NDArray|_Native|_Fused|_[Cc]ross|_np|Custom|reset_arrays"
)


def network(build):
    """What MXNet says of a network."""
    with mx.name.NameManager():
        symbol, shapes = build(mx)
    return {
        "json": symbol.tojson(),
        "debug": symbol.debug_str(),
        "arguments": symbol.list_arguments(),
        "outputs": symbol.list_outputs(),
        "states": symbol.list_auxiliary_states(),
        "internals": symbol.get_internals().list_outputs(),
        "attributes": symbol.attr_dict(),
        "shapes": symbol.infer_shape(**shapes),
    }


def information(name):
    """An operator's handle, its arguments with their types, and the name of the one that counts its inputs."""
    handle = OpHandle()
    check_call(_LIB.NNGetOpHandle(c_str(name), ctypes.byref(handle)))
    count, texts = mx_uint(), [ctypes.c_char_p() for _ in range(4)]
    lists = [ctypes.POINTER(ctypes.c_char_p)() for _ in range(3)]
    real, description, counter, returned = texts
    references = [ctypes.byref(x) for x in (real, description, count, *lists, counter, returned)]
    check_call(_LIB.MXSymbolGetAtomicSymbolInfo(handle, *references))
    return handle, [(py_str(lists[0][i]), py_str(lists[1][i])) for i in range(count.value)], py_str(counter.value)


def guess(kind):
    """Some value for a required attribute."""
    if kind.startswith("{"):
        return re.findall("'([^']*)'", kind)[0]
    return {"Shape": "(2, 2)", "float": "1.0", "doubl": "1.0", "tuple": "(1.0, 1.0)"}.get(kind[:5], "2")


def operator(name):
    """What a symbol of this operator alone looks like."""
    handle, arguments, counter = information(name)
    attrs = {a: guess(t) for a, t in arguments if "required" in t and not t.startswith(("NDArray", "Symbol"))}
    if counter:
        attrs[counter] = "3"
    if "kernel" in dict(arguments):
        attrs["kernel"] = "(2, 2)"
    made = SymbolHandle()
    keys, values = c_str_array(list(attrs)), c_str_array(list(attrs.values()))
    check_call(_LIB.MXSymbolCreateAtomicSymbol(handle, mx_uint(len(attrs)), keys, values, ctypes.byref(made)))
    symbol = mx.sym.Symbol(made)
    symbol._compose(name="n")
    graph = json.loads(symbol.tojson(remove_amp_cast=False))
    nodes, last = graph["nodes"], graph["nodes"][-1]
    return {
        "op": last["op"],
        "attrs": attrs,
        "inputs": [nodes[i]["name"] for i, _, _ in last["inputs"]],
        "outputs": symbol.list_outputs(),
        "states": symbol.list_auxiliary_states(),
        "total": graph["node_row_ptr"][-1] - graph["node_row_ptr"][-2],
        "types": types(symbol, [nodes[i]["name"] for i, _, _ in last["inputs"]]),
    }


def types(symbol, inputs):
    """The types that follow from the first input's."""
    found = {}
    for given in ("float16", "float64", "int32") if inputs else ():
        try:
            args, outputs, states = symbol.infer_type_partial(**{inputs[0]: given})
        except mx.MXNetError:
            continue
        names = [*symbol.list_arguments(), *symbol.list_auxiliary_states()]
        every = [*([*args, *states][names.index(n)] for n in inputs), *outputs]
        found[given] = [t and getattr(t, "__name__", "bfloat16") for t in every]
    return found


def operators():
    """Every operator that can be described, by name; aliases only name their operator."""
    names, size = ctypes.POINTER(ctypes.c_char_p)(), ctypes.c_uint()
    check_call(_LIB.MXListAllOpNames(ctypes.byref(size), ctypes.byref(names)))
    found = {}
    for name in sorted(py_str(names[i]) for i in range(size.value)):
        if SKIP.match(name):
            continue
        try:
            facts = operator(name)
        except mx.MXNetError:
            continue
        found[name] = facts if facts["op"] == name else facts["op"]
    return found


if __name__ == "__main__":
    facts = {build.__name__: network(build) for build in NETWORKS}
    (HERE / "oracle.json").write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n")
    built = {b.__name__: b(mx) for b in NETWORKS if b.__name__ not in RANDOM}
    outputs = {f"{name}_{i}": o for name, made in built.items() for i, o in enumerate(run(mx, *made))}
    np.savez_compressed(HERE / "oracle.npz", **outputs)
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v, sort_keys=True)}" for k, v in operators().items())
    (HERE / "operators.json").write_text(f"{{\n{lines}\n}}\n")
