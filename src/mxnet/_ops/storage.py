"""How results and gradients are stored: the rules that several operators declare."""

from collections.abc import Callable, Sequence
from typing import Any

DENSE, CSR, ROW_SPARSE = "default", "csr", "row_sparse"


def like_head(index: int, stypes: Sequence[str], head: str, **_: Any) -> str:
    """The gradient of every argument is stored like that of the result."""
    return head


def like_first(stype: str) -> Callable[..., str]:
    """The result is stored like the first argument if that is stored so, else dense."""
    return lambda stypes, **_: stype if stypes[0] == stype else DENSE


def like_all(stype: str) -> Callable[..., str]:
    """The result is stored like the arguments if these are all stored so, else dense."""
    return lambda stypes, **_: stype if set(stypes) == {stype} else DENSE


def like_factor(stypes: Sequence[str], **_: Any) -> str:
    """A product is stored like its sparse factors, if these are stored alike."""
    sparse = set(stypes) - {DENSE}
    return sparse.pop() if len(sparse) == 1 else DENSE


def csr_by_dense(stypes: Sequence[str], **_: Any) -> str:
    """A csr matrix remains one if the other argument is dense."""
    return CSR if list(stypes) == [CSR, DENSE] else DENSE
