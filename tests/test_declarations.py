"""What is to be known of an operator stands in its declaration, not in a table of names elsewhere."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import mxnet._ops  # noqa: F401  (registers the operators)
from mxnet._ops.registry import OPS, Op, op, signature_words

SOURCE = Path(__file__).resolve().parent.parent / "src" / "mxnet"
FEW = 3  # so many names in one place are a case distinction, not a table yet
# Where names that operators have, too, may stand together, and why.
EXCEPTIONS = {
    "_ops": "operators are declared here",
    "_programs": "the names are those of JAX's primitives",
    "_numpy_backend": "the names are those of JAX's primitives",
    "_frontend/arithmetic.py": "which operators stand behind a sign of Python's, such as +",
    "_help": "the names are those of functions' parameters, with what they mean",
    "contrib/amp/lists": "lists that are MXNet's public interface",
    "contrib/onnx": "a registry of its own: how nodes of another format become operators",
    "gluon/rnn/_recurrent.py": "the names are values of the argument `activation`",
    "numpy/array_api.py": "the names are those of the array API standard",
    "numpy_dispatch_protocol.py": "the names are those of NumPy's functions",
    "onnx": "a registry of its own: how operators become nodes of another format",
    "visualization.py": "colours and labels of a drawing",
}


def strings(node: ast.AST) -> Iterator[str]:
    """The strings that a collection, the arguments of a call or a string of names hold."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
            words = text.split()
            if len(words) > 1 and all(word in OPS for word in words):
                yield from words
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split")):
            yield from text.split()
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.Call(args=parts):
            for part in parts:
                yield from strings(part)
        case ast.Dict(keys=keys, values=values):
            for part in (*keys, *values):
                if part is not None:
                    yield from strings(part)
        case ast.Starred(value=part):
            yield from strings(part)


def tables(source: str) -> list[int]:
    """The lines of a source at which more than a few names of operators stand together."""
    tree = ast.parse(source)
    exported = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)
    }
    found = {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.expr)
        and id(node) not in exported
        and len({text for text in strings(node) if text in OPS}) > FEW
    }
    return sorted(found)


def is_exception(path: str) -> bool:
    return any(path == known or path.startswith(f"{known}/") for known in EXCEPTIONS)


def test_no_table_of_operators_outside_their_declarations() -> None:
    found = [
        f"{path}:{line}"
        for file in sorted(SOURCE.rglob("*.py"))
        if not is_exception(path := file.relative_to(SOURCE).as_posix())
        for line in tables(file.read_text())
    ]
    assert not found, "declare these facts with the operators: see mxnet._ops.registry.Facts"


@pytest.mark.parametrize(
    "source",
    [
        "KEEP = frozenset(('abs', 'sin', 'dot', 'Concat'))",
        "KEEP = ['abs', 'sin', 'dot', 'Concat', other]",
        "KEEP = {*('abs', 'sin'), *('dot', 'Concat')}",
        "KEEP = 'abs sin dot Concat unheard_of'.split()",
        "NAMES = 'abs sin dot Concat'",
        "COST = {'abs': 1, 'sin': 2, 'dot': 3, 'Concat': 4}",
        "FORM = {1: 'abs', 2: 'sin', 3: ('dot', 'Concat')}",
        "PAIRS = (('abs', 1), ('sin', 2), ('dot', 3), ('Concat', 4))",
        "@rule('abs', 'sin', 'dot', 'Concat')\ndef keep(): ...",
        "def f(op):\n    return op.name in ('abs', 'sin', 'dot', 'Concat')",
    ],
)
def test_tables_are_recognised(source: str) -> None:
    assert tables(source)


@pytest.mark.parametrize(
    "source",
    [
        "__all__ = ['abs', 'sin', 'dot', 'Concat']",
        "FEW = ('abs', 'sin', 'dot')",
        "TWICE = ('abs', 'abs', 'sin', 'sin', 'dot')",
        "WORDS = ('these', 'are', 'no', 'operators')",
        "'''Of abs, sin, dot and Concat.'''",
    ],
)
def test_other_collections_are_not(source: str) -> None:
    assert not tables(source)


OPERATORS = list(dict.fromkeys(OPS.values()))


def names(op: Op) -> str:
    return op.name


@pytest.mark.parametrize("op", [op for op in OPERATORS if op.same_shape not in (True, False)], ids=names)
def test_inputs_of_one_shape_are_inputs(op: Op) -> None:
    assert isinstance(op.same_shape, tuple) and set(op.same_shape) <= set(op.inputs)


@pytest.mark.parametrize("op", [op for op in OPERATORS if op.quantizes is not None], ids=names)
def test_forms_on_levels_are_of_operators(op: Op) -> None:
    form = op.quantizes
    assert form is not None and OPS[form.name].name == form.name
    assert [o for o in OPERATORS if o.quantizes is not None and o.quantizes.name == form.name] == [op]


@pytest.mark.parametrize("op", [op for op in OPERATORS if op.by_rows], ids=names)
def test_steps_by_rows_take_a_weight_and_its_gradient(op: Op) -> None:
    assert op.inputs[:2] == ("weight", "grad") and tuple(op.inputs[2:]) == op.mutates


def test_methods_have_names_of_operators() -> None:
    methods = [op.method for op in OPERATORS if op.method]
    assert len(methods) == len(set(methods)) and all(OPS[name].method == name for name in methods)


def test_a_signature_has_an_arrow() -> None:
    assert signature_words("T ? -> T int64") == (("T", "?"), ("T", "int64"))
    assert signature_words("-> dtype") == ((), ("dtype",))
    with pytest.raises(ValueError, match="expected a signature such as"):
        signature_words("T T")


def test_a_variant_has_the_attributes_and_inputs_of_its_model() -> None:
    registered = dict(OPS)
    try:
        model = op("_test_model")(lambda data, **_: data)

        @op("_test_base")
        def base(data: object, *, size: int, scale: float = 2.0, mode: str = "a") -> object:
            return (data, size, scale, mode)

        @op("_test_variant", like=base)
        def variant(data: object, *, more: int = 0, mode: str = "b", **how: object) -> object:
            return (*base.function(data, mode=mode, **how), more)

        assert list(variant.attrs) == ["size", "scale", "mode", "more"]
        assert variant.attrs["size"].required and variant.parse({"size": "3"})["mode"] == "b"
        assert variant.function("x", size=1) == ("x", 1, 2.0, "b", 0)

        @op("_test_placed", like=base, before="scale", without=("mode",))
        def placed(data: object, *, more: int = 0, **how: object) -> object:
            return (data, more, how)

        assert list(placed.attrs) == ["size", "more", "scale"]
        assert placed.function("x", size=1) == ("x", 0, {"size": 1, "scale": 2.0})

        @op("_test_pair")
        def pair(first: object, second: object = None) -> object:
            return (first, second)

        @op("_test_pair_variant", like=pair)
        def pair_variant(first: object, *others: object) -> object:
            return (first, *others)

        assert pair_variant.inputs == ("first", "second") and pair_variant.optional == {"second"}
        assert not pair_variant.variadic and pair_variant.function(1, 2) == (1, 2)
        assert model.open and not variant.open
    finally:
        OPS.clear()
        OPS.update(registered)
