"""Write the ``.pyi`` files of the modules that are filled from the operator registry, so that editors know them.

python tools/stubs.py            write them
python tools/stubs.py --check    say whether they are as they should be

Types come from the registry (see ``stub_types``), or from the source of what is written out. A stub has no
``__getattr__``: a name that is not there is an error in an editor too.
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import stub_types

ROOT = Path(__file__).resolve().parent.parent / "src"
SPACES = ("op", "_internal", "linalg", "contrib", "image", "random", "sparse")
MODULES = tuple(
    name
    for package in ("ndarray", "symbol")
    for name in (f"mxnet.{package}", *(f"mxnet.{package}.{space}" for space in SPACES))
)
NUMPY = ("mxnet.numpy", "mxnet.numpy.linalg", "mxnet.numpy_extension", "mxnet.numpy_extension.image")
CLASSES = ("mxnet.ndarray.fluent", "mxnet.symbol.fluent")
HEADER = '"""Made by tools/stubs.py from the operator registry."""\n'
# What annotations of stubs may need.
PREAMBLE = """\
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike
"""


def main() -> int:
    """Write or check every stub; the exit status."""
    stale = []
    for name in (*MODULES, *NUMPY, *CLASSES):
        path = source_of(name)
        if path is None or not is_generated(path):
            continue
        text = stub_of(importlib.import_module(name), path)
        target = path.with_suffix(".pyi")
        if not target.exists() or target.read_text() != text:
            stale.append(target.relative_to(ROOT))
            if "--check" not in sys.argv:
                target.write_text(text)
    if stale and "--check" in sys.argv:
        print("out of date, run python tools/stubs.py:", *stale, sep="\n  ")
        return 1
    print(f"{len(stale)} stubs written" if stale else "stubs are up to date")
    return 0


def source_of(name: str) -> Path | None:
    """The file of a module, if there is one."""
    base = ROOT / Path(*name.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.exists():
            return path
    return None


def is_generated(path: Path) -> bool:
    """Whether a module takes names from the registry."""
    text = path.read_text()
    return "globals().update(" in text or "setattr(" in text


def stub_of(module: ModuleType, path: Path) -> str:
    """The text of a module's stub."""
    tree = ast.parse(path.read_text())
    kind = stub_types.kind_of(module.__name__)
    operators = stub_types.operators_of(module.__name__)
    lines: list[str] = []
    written: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            lines += class_stub(getattr(module, node.name), node, kind)
            written.add(node.name)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            lines += written_stub(node, getattr(module, node.name))
            written.add(node.name)
    imported = list(imports(tree))
    written |= {a.asname or a.name for node in imported for a in node.names}
    for name, value in sorted(vars(module).items()):
        private = name.startswith("_") and name not in operators and name != "_internal"
        if name in written or private or inspect.ismodule(value):
            continue
        if isinstance(value, FunctionType):
            if name not in operators and not module.__name__.startswith(value.__module__):
                continue  # what the module uses itself
            lines += stub_types.function_stub(name, value, operators.get(name), kind)
        elif not inspect.isclass(value):
            lines.append(f"{name}: {stub_types.type_of_value(value)}")
    lines += stub_types.FROM_ABOVE.get(module.__name__, ())
    used = "\n".join(lines)
    return "\n".join([HEADER, PREAMBLE, *kept(imported, used), *stub_types.imports_for(kind, used, written), used, ""])


def imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports of a module, and those for a type checker alone."""
    for node in tree.body:
        checked = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in node.body if isinstance(node, ast.If) and checked else [node]:
            if isinstance(inner, (ast.Import, ast.ImportFrom)):
                yield inner


def kept(nodes: list[ast.Import | ast.ImportFrom], used: str) -> Iterator[str]:
    """The imports that a stub needs: those that the module passes on, and those that annotations speak of."""
    words = set(stub_types.words(used))
    for node in nodes:
        for alias in node.names:
            local = alias.asname or alias.name
            passed_on = alias.asname is not None and (alias.asname == alias.name or not local.startswith("_"))
            if (passed_on or local in words) and f"import {ast.unparse(alias)}\n" not in PREAMBLE:
                yield ast.unparse(type(node)(**{**vars(node), "names": [alias]}))


def class_stub(kind: type, node: ast.ClassDef, result: str) -> list[str]:
    """A class whose methods come from the registry, or are written out."""
    bases = ", ".join(ast.unparse(b) for b in node.bases)
    lines = [f"class {kind.__name__}({bases}):" if bases else f"class {kind.__name__}:"]
    methods = [(n, v) for n, v in sorted(vars(kind).items()) if isinstance(v, FunctionType)]
    for name, value in methods:
        lines += ["    " + line for line in stub_types.method_stub(name, value, result)]
    return lines if methods else [*lines, "    ..."]


def written_stub(node: ast.FunctionDef, function: FunctionType) -> list[str]:
    """A function that is written out, as it says of itself; as its signature does where that is declared."""
    doc = stub_types.sentence(ast.get_docstring(node) or "")
    if stub_types.is_declared(function):
        return stub_types.declared_stub(node.name, function, doc)
    result = ast.unparse(node.returns) if node.returns else "Any"
    return stub_types.definition(node.name, ast.unparse(node.args), result, doc)


if __name__ == "__main__":
    raise SystemExit(main())
