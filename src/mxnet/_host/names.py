"""Names that mean the same in every process: of values, and of the software that makes programs.

Two things that differ never have one name. What cannot be described exactly (a user's function, an object of an unknown
class) has no name, and ``Nameless`` is raised.
"""

import hashlib
import os
import platform
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import jax
import jaxlib
import ml_dtypes
import numpy as np

from mxnet.libinfo import __version__

# The folders of the package whose code decides what a program computes, besides the modules at its top.
_FOLDERS = ("_ops", "_host", "_calls", "_lazy", "_programs", "_collectives", "_frontend", "symbol", "ndarray")
_IMPORTED = time.time()
_PLAIN = (bool, int, float, complex, str, bytes, type(None))
# JAX's options with one of these words in their names do not change what is traced or compiled.
_IRRELEVANT = ("cache", "log", "dump", "traceback", "cross_host", "pprint", "profil", "pgle", "transfer_guard")


class Nameless(Exception):
    """There is no exact name for something."""


def name_of(value: Any) -> str:
    """An exact text of a value: of attributes of operators, shapes, dtypes."""
    kind = type(value)
    if kind in _PLAIN:
        return f"{kind.__name__} {value!r}"
    if isinstance(value, tuple | list):
        return f"{_class_name(kind)}({','.join([name_of(v) for v in value])})"
    if kind is dict:
        return f"dict({','.join(sorted([f'{name_of(k)}:{name_of(v)}' for k, v in value.items()]))})"
    if isinstance(value, np.dtype):
        return f"dtype {_class_name(value.type)} {value.str}"
    if isinstance(value, np.generic):
        return f"{name_of(value.dtype)} {value.tobytes().hex()}"
    if kind is np.ndarray and value.dtype.kind in "biufc":
        return f"array {value.dtype.str} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, type) and issubclass(value, np.generic | bool | int | float):
        return f"type {_class_name(value)}"
    raise Nameless(kind)


def _class_name(kind: type) -> str:
    """A class that is found under its name: one of Python's, NumPy's or this package's."""
    root = kind.__module__.partition(".")[0]
    if root in ("builtins", "numpy", "mxnet", ml_dtypes.__name__) and "<" not in kind.__qualname__:
        return f"{kind.__module__}.{kind.__qualname__}"
    raise Nameless(kind)


def function_name(function: Any) -> str:
    """A function of this package that stands in its module under its own name."""
    module, name = getattr(function, "__module__", None) or "", getattr(function, "__name__", "")
    if not module.startswith("mxnet.") or getattr(sys.modules.get(module), name, None) is not function:
        raise Nameless(function)
    return f"{module}.{name}"


def digest(*texts: str) -> str:
    """A short name for texts, in this order."""
    hasher = hashlib.sha256()
    for text in texts:
        data = text.encode()
        hasher.update(len(data).to_bytes(8, "little"))
        hasher.update(data)
    return hasher.hexdigest()


def processor() -> str:
    """A name for what this processor can do: machines of several kinds may share a home folder."""
    machine = platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    features = next((line for line in lines if line.startswith(("flags", "Features"))), platform.processor())
    return f"{machine}-{hashlib.sha256((machine + features).encode()).hexdigest()[:12]}"


# JAX's options when they were last read, and their name: a pair, so that threads see ones that match.
_last: list[tuple[dict[str, Any], str]] = []


def software() -> str:
    """The code that traces and compiles, and its options, which a program may change."""
    now = jax.config.values
    if _last and _last[0][0] == now:
        return _last[0][1]
    versions = _versions()
    if versions is None:
        raise Nameless("the code of this package")
    options = dict(now)
    relevant = sorted((k, repr(v)) for k, v in options.items() if not any(word in k for word in _IRRELEVANT))
    flags = [os.environ.get(name, "") for name in ("XLA_FLAGS", "LIBTPU_INIT_ARGS")]
    name = digest(versions, repr(relevant), *flags)
    _last[:] = [(options, name)]
    return name


@cache
def _versions() -> str | None:
    """The versions of all code that makes programs; None if this package's is not known."""
    root = Path(__file__).parent.parent
    hasher = hashlib.sha256()
    files = sorted([*root.glob("*.py"), *(f for folder in _FOLDERS for f in (root / folder).rglob("*.py"))])
    for file in files:
        if file.stat().st_mtime > _IMPORTED:  # the file may not be the code that runs
            return None
        hasher.update(digest(str(file.relative_to(root))).encode())
        hasher.update(hashlib.sha256(file.read_bytes()).digest())
    if not files:
        return None
    versions = (__version__, jax.__version__, jaxlib.__version__, np.__version__, ml_dtypes.__version__)
    return digest(hasher.hexdigest(), *versions, sys.version, processor())
