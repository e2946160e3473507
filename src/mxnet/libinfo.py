"""The version, and the places of a compiled library that this package does not have."""

__version__ = "1.9.2"


def find_lib_path(prefix: str = "libmxnet") -> list[str]:
    """Raise: what programs link against in MXNet is not part of this package."""
    raise RuntimeError(f"Cannot find {prefix}: this mxnet is pure Python on XLA and has no dynamic library to link.")


def find_include_path() -> str:
    """Raise: there are no C headers."""
    raise RuntimeError("Cannot find the include path: this mxnet is pure Python on XLA and has no C headers.")
