"""What the stubs say of operators: the types of their parameters and results, from the registry's declarations."""

import inspect
import re
import types
from collections.abc import Callable, Iterator
from typing import Any, Literal, Union, get_args, get_origin

from mxnet._frontend.arithmetic import PYTHON
from mxnet._frontend.functions import names, signature
from mxnet._ops.attrs import DType
from mxnet._ops.registry import OPS, Attr, Op
from mxnet.error import MXNetError
from mxnet.numpy import _arithmetic as numpy_arithmetic
from mxnet.numpy._fallback import GIVES

# Names that ``mxnet._namespaces`` registers, which a module's ``__getattr__`` finds.
FROM_ABOVE = {
    "mxnet.ndarray": (
        "from mxnet import numpy as _numpy, numpy_extension as _numpy_extension",
        "np = _numpy",
        "npx = _numpy_extension",
    ),
    "mxnet.symbol": ("np: SimpleNamespace", "npx: SimpleNamespace"),
}
ORIGINS = {
    "Context": "mxnet.context",
    "NDArray": "mxnet.ndarray.dense",
    "Symbol": "mxnet.symbol.core",
    "ndarray": "mxnet.numpy._array",
}


def kind_of(module: str) -> str:
    """The class of what the functions of a module take and give."""
    return "Symbol" if module.startswith("mxnet.symbol") else "ndarray" if "numpy" in module else "NDArray"


def operators_of(module: str) -> dict[str, Op]:
    """The operators that a module takes from the registry, by their names there."""
    if module.startswith("mxnet.numpy"):
        start = "_npx__image_" if module.endswith(".image") else "_npx_"
        return {n.removeprefix(start): op for n, op in OPS.items() if n.startswith(start)}
    space = module.split(".")[2] if module.count(".") == 2 else ""
    return {name: op for name, _, op in names("" if space == "op" else space)}


def imports_for(kind: str, used: str, there: set[str]) -> list[str]:
    """The import of the class that a stub's functions give, where it has none."""
    needed = [k for k in ORIGINS if k in set(words(used)) and k not in there]
    return [f"from {ORIGINS[k]} import {k}" for k in needed]


def words(text: str) -> Iterator[str]:
    """The names in a text."""
    return (m.group() for m in re.finditer(r"\w+", text))


def sentence(doc: str) -> str:
    """The first line of a documentation."""
    return doc.strip().splitlines()[0] if doc.strip() else ""


def definition(name: str, parameters: str, result: str, doc: str = "", overloaded: bool = False) -> list[str]:
    """The lines of one function."""
    body = f'    """{doc}"""' if doc else "    ..."
    # Where one overload is of some values of an argument and the next of all, mypy says that they overlap.
    ignored = "  # type: ignore[overload-overlap, overload-cannot-match]" if overloaded else ""
    return [*["@overload"] * overloaded, f"def {name}({parameters}) -> {result}:{ignored}", body]


# --- operators --------------------------------------------------------------------------------------------------------


def function_stub(name: str, function: Any, op: Op | None, kind: str) -> list[str]:
    """A function that a module has from a table."""
    doc = sentence(function.__doc__ or "")
    if is_declared(function):
        return declared_stub(name, function, doc)
    if op is not None:
        return operator_stub(name, op, kind, kind, doc)
    if name in numpy_arithmetic.FUNCTIONS:
        return elementwise_stub(name, doc)
    return definition(name, ", ".join(unknown_parameters(function)), GIVES.get(name, "ndarray"), doc)


def is_declared(function: Any) -> bool:
    """Whether a function of ours has the signature that a decorator gave it."""
    wrapped = getattr(function, "__wrapped__", None)
    return "__signature__" in vars(function) and getattr(wrapped, "__module__", "").startswith("mxnet")


def declared_stub(name: str, function: Any, doc: str) -> list[str]:
    """A function whose signature a decorator gave it."""
    declared = inspect.signature(function)
    taken = [p.replace(annotation=Bare(p.annotation)) for p in declared.parameters.values()]
    shown = str(inspect.Signature(taken))
    return definition(name, shown[1:-1], repr(Bare(declared.return_annotation)), doc)


class Bare:
    """An annotation as stubs write it: names without their modules, which stubs import."""

    def __init__(self, annotation: Any) -> None:
        self.text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)

    def __repr__(self) -> str:
        return re.sub(r"\b(?:\w+\.)+(?=[A-Za-z_])", "", self.text)


def method_stub(name: str, function: Any, kind: str) -> list[str]:
    """A method that a class has from a table: of an operator, or one of Python's operators."""
    doc = sentence(function.__doc__ or "")
    if name in OPS and not name.startswith("__"):
        return operator_stub(name, OPS[name], kind, "Own", doc)
    if name in PYTHON:
        ignored = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
        first, *rest = definition(name, f"self: Own, other: {'object' if ignored else 'Any'}", "Own", doc)
        return [first + ignored, *rest]
    if name in ("__neg__", "__abs__"):
        return definition(name, "self: Own", "Own", doc)
    return definition(name, "self, *args: Any", "NoReturn" if "For arrays only" in doc else "Any", doc)


def operator_stub(name: str, op: Op, kind: str, result: str, doc: str) -> list[str]:
    """An operator; two overloads where an attribute decides whether it gives one result or a list."""
    symbolic = kind == "Symbol"
    several = f"list[{result}]"
    if symbolic or isinstance(op.outputs, int):
        one = symbolic or op.outputs == 1
        return definition(name, parameters(op, kind, result), result if one else several, doc)
    default, deciding, values = deciding_attribute(op)
    usual, other = (result, several) if default == 1 else (several, result)
    if deciding is None:
        return definition(name, parameters(op, kind, result), usual, doc)
    chosen = f"Literal[{', '.join(map(repr, values))}]"
    return [
        *definition(name, parameters(op, kind, result, (deciding, chosen)), other, doc, overloaded=True),
        *definition(name, parameters(op, kind, result), usual, doc, overloaded=True),
    ]


def deciding_attribute(op: Op) -> tuple[int, str | None, tuple[Any, ...]]:
    """How many outputs an operator has by default (1, or 2 for more), and which values of which attribute change it."""
    usual = {a.name: sample(a) if a.required else a.default for a in op.attrs.values()}

    def count(**changed: Any) -> int:
        try:
            return min(op.num_outputs({**usual, **changed}), 2)
        except MXNetError:  # of a custom operator nobody knows
            return 1

    default = count()
    for attr in op.attrs.values():
        values = tuple(v for v in choices(attr) if count(**{attr.name: v}) != default)
        if values:
            return default, attr.name, values
    return default, None, ()


def sample(attr: Attr) -> Any:
    """A value that a required attribute may have."""
    found = choices(attr)
    return 2 if attr.annotation is int else found[0] if found else (0, 1)


def choices(attr: Attr) -> tuple[Any, ...]:
    """The values to try of an attribute: the flags, the words, and for counts one."""
    if attr.annotation is bool:
        return (True, False)
    if get_origin(attr.annotation) is Literal:
        return get_args(attr.annotation)
    if attr.annotation is str:
        return (attr.default,) if isinstance(attr.default, str) else ("",)
    return (1,) if attr.annotation is int and attr.required else ()


def parameters(op: Op, kind: str, own: str, deciding: tuple[str, str] | None = None) -> str:
    """The parameters of an operator, where the one that decides about outputs may have a type of its own."""
    found = list(inputs(op, kind))
    if own == "Own":
        found[:1] = ["self: Own"]
    optional = any("=" in p for p in found)
    for attr in op.attrs.values():
        annotation = spell(attr.annotation)
        if deciding and attr.name == deciding[0]:
            if optional and "*" not in found and not op.variadic:
                found.append("*")
            found.append(f"{attr.name}: {deciding[1]}")
            continue
        optional = True
        found.append(f"{attr.name}: {annotation} = {'...' if attr.required else default(attr.default)}")
    taken = {p.name for p in signature(op).parameters.values() if p.name not in ("out", "name")}
    result = "NDArray" if kind == "ndarray" else kind
    several = f" | Sequence[{result}]" if op.outputs != 1 else ""
    found += [f"out: {result}{several} | None = None"] if "out" not in taken else []
    found += ["name: str | None = None"] if "name" not in taken else []
    if kind == "Symbol":
        found += ["attr: dict[str, str] | None = None"] if "attr" not in taken else []
    elif not op.inputs and not op.variadic and "ctx" not in taken:
        found.append("ctx: Context | str | None = None")
    if op.open or (kind == "Symbol" and op.variadic):
        found.append("**kwargs: Any")
    return ", ".join(found)


def inputs(op: Op, kind: str) -> Iterator[str]:
    """The arrays of an operator. Symbols that nobody gives are made as variables."""
    if op.variadic:
        yield f"*data: {kind} | Sequence[{kind}]"
    for name in op.inputs:
        if kind == "Symbol" or name in op.optional:
            yield f"{name}: {kind} | None = None"
        else:
            yield f"{name}: {kind}"


def spell(annotation: Any) -> str:
    """An attribute's type as a caller may give it."""
    if annotation is DType:
        return "DTypeLike"
    if annotation is Any:
        return "object"
    if annotation is bool:
        return "bool | int"  # MXNet's programs often write 0 and 1
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, args))}] | str"
    if origin is tuple:
        item = spell(args[0])
        return (
            "ShapeLike"
            if item == "int"
            else f"Sequence[{item}]"
            if "ShapeLike" in item
            else f"{item} | Sequence[{item}]"
        )
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(part for a in args for part in spell(a).split(" | ")))
    return "None" if annotation is type(None) else annotation.__name__


def default(value: Any) -> str:
    """A default as a stub can say it."""
    return repr(value) if isinstance(value, (int, float, str, bool, tuple, type(None))) and value == value else "..."


def type_of_value(value: Any) -> str:
    """The type of a constant."""
    return "None" if value is None else type(value).__name__


# --- functions of ``mx.np`` -------------------------------------------------------------------------------------------


def elementwise_stub(name: str, doc: str) -> list[str]:
    """A function of numbers: arrays give arrays, a number gives a number."""
    if name in numpy_arithmetic.UNARY:
        array, number = "x: ndarray, out: ndarray | None = None, **kwargs: Any", "x: float, **kwargs: Any"
        return [*definition(name, array, "ndarray", doc, True), *definition(name, number, "float", doc, True)]
    forms = (
        ("x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any", "ndarray"),
        ("x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any", "ndarray"),
        ("x1: float, x2: float, **kwargs: Any", "float"),
    )
    return [line for form, result in forms for line in definition(name, form, result, doc, True)]


def unknown_parameters(function: Callable[..., Any]) -> Iterator[str]:
    """The parameters of a function of NumPy's, of which NumPy's own stubs say more."""
    separate = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not separate:
            separate = True
            yield "*"
        separate = separate or parameter.kind is parameter.VAR_POSITIONAL
        prefix = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        text = f"{prefix}{parameter.name}: Any"
        yield text if parameter.default is parameter.empty else f"{text} = {default(parameter.default)}"
