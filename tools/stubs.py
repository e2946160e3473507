"""Write the ``.pyi`` files of the modules that are filled from the operator registry, so that editors complete them.

python tools/stubs.py            write them
python tools/stubs.py --check    say whether they are as they should be
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

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
    lines = [HEADER, "from typing import Any\n"]
    written: set[str] = {"Any"}
    for node in imports(tree):
        names = {a.asname or a.name for a in node.names}
        if names != {"Any"}:
            lines.append(ast.unparse(node))
            written |= names
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            lines += class_stub(getattr(module, node.name), node)
            written.add(node.name)
        elif isinstance(node, ast.FunctionDef):
            lines += function_stub(node.name, inspect.signature(getattr(module, node.name)), "")
            written.add(node.name)
    for name, value in sorted(vars(module).items()):
        if name in written or name.startswith("__") or inspect.ismodule(value):
            continue
        if isinstance(value, FunctionType):
            lines += function_stub(name, inspect.signature(value), value.__doc__ or "")
        else:
            lines.append(f"{name}: Any")
    return "\n".join(lines) + "\n"


def imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports of a module, and those for a type checker alone."""
    for node in tree.body:
        checked = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in node.body if isinstance(node, ast.If) and checked else [node]:
            if isinstance(inner, (ast.Import, ast.ImportFrom)):
                yield inner


def class_stub(kind: type, node: ast.ClassDef) -> list[str]:
    """A class whose methods come from the registry."""
    bases = ", ".join(ast.unparse(b) for b in node.bases)
    lines = [f"class {kind.__name__}({bases}):" if bases else f"class {kind.__name__}:"]
    methods = [(n, v) for n, v in sorted(vars(kind).items()) if isinstance(v, FunctionType)]
    for name, value in methods:
        lines += ["    " + line for line in function_stub(name, inspect.signature(value), value.__doc__ or "")]
    return lines if methods else [*lines, "    ..."]


def function_stub(name: str, signature: inspect.Signature, doc: str) -> list[str]:
    """A function, with the first sentence of its documentation."""
    sentence = doc.strip().splitlines()[0] if doc.strip() else ""
    spelled = ", ".join(parameters(signature))
    body = f'    """{sentence}"""' if sentence else "    ..."
    return [f"def {name}({spelled}) -> Any:", body]


def parameters(signature: inspect.Signature) -> list[str]:
    """Parameters with defaults where they can be written down."""
    found = []
    variadic = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not variadic:
            found.append("*")
            variadic = True
        variadic = variadic or parameter.kind is parameter.VAR_POSITIONAL
        prefix = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        text = f"{prefix}{parameter.name}: Any" if parameter.name != "self" else "self"
        if parameter.default is not parameter.empty:
            text += f" = {default(parameter.default)}"
        found.append(text)
    return found


def default(value: Any) -> str:
    """A default as a stub can say it."""
    return repr(value) if isinstance(value, (int, float, str, bool, tuple, type(None))) and value == value else "..."


if __name__ == "__main__":
    raise SystemExit(main())
