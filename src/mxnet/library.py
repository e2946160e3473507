"""MXNet's plug-ins, which are C++ against its own library: there is nothing here that could load them."""

from pathlib import Path

from mxnet.error import MXNetError


def load(path: str, verbose: bool = True) -> None:
    """Raise: operators, passes and subgraph back ends of C++ cannot be loaded."""
    if not Path(path).exists():
        raise MXNetError(f"load path {path} does NOT exist")
    if not Path(path).is_absolute():
        raise MXNetError(f"load path {path} is not an absolute path")
    if Path(path).suffix not in (".so", ".dll"):
        raise MXNetError(f"load path {path} is NOT a library file")
    raise MXNetError(
        f"mx.library.load({path!r}): libraries of MXNet's C++ extensions cannot be loaded, since nothing here is "
        "compiled. Write the operator in Python: a class of mx.operator.CustomOp, or autograd.Function."
    )
