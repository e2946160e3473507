"""Imports go down the layers, and only the layers that compute know JAX."""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "mxnet"
LAYERS = (
    "base context error util name attribute registry log libinfo _config _files _images _control",
    "_ops _lazy _numpy_backend",
    "_frontend",
    "ndarray symbol numpy numpy_extension autograd executor operator random engine profiler runtime library rtc "
    "_cached_op numpy_op_signature numpy_dispatch_protocol",
    "optimizer kvstore io image metric initializer callback monitor visualization recordio lr_scheduler misc _digraph "
    "_checkpoint",
    "gluon module model executor_manager rnn contrib test_utils tools onnx",
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
# Within a layer, ``_lazy`` knows ``_numpy_backend``; otherwise nobody knows a neighbour.
APART = {
    ("_ops", "_lazy"),
    ("_ops", "_numpy_backend"),
    ("_lazy", "_ops"),
    ("_numpy_backend", "_lazy"),
    ("_numpy_backend", "_ops"),
}
KNOW_JAX = {1, 3}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCE.rglob("*.py")):
        part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if part != "__init__":
            yield part, path


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports while it runs; those for a type checker alone do not count."""
    tree = ast.parse(path.read_text())
    checked = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in checked:
            continue
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "mxnet":
                yield from (f"mxnet.{a.name}" for a in node.names)
            else:
                yield node.module


def test_every_module_has_a_layer() -> None:
    assert {part for part, _ in modules()} <= RANK.keys()


def test_imports_go_down() -> None:
    wrong = []
    for part, path in modules():
        for name in imports(path):
            if not name.startswith("mxnet."):
                continue
            target = name.split(".")[1]
            if RANK.get(target, 0) > RANK[part] or (part, target) in APART:
                wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not wrong


def test_only_computing_layers_import_jax() -> None:
    wrong = [
        str(path.relative_to(SOURCE))
        for part, path in modules()
        if RANK[part] not in KNOW_JAX and any(n.split(".")[0] == "jax" for n in imports(path))
    ]
    assert not wrong
