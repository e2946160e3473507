"""Tracebacks of errors that this package raises on purpose: the user's own lines, and of ours the one that was called.

The message of such an error says what is wrong, and where; a dozen frames of ours between the user's line and the
message only push it out of sight. Errors that nobody raised on purpose keep every frame: they are ours to repair.
"""

import dis
import os
from collections.abc import Callable
from functools import wraps
from types import FrameType, TracebackType
from typing import Any, TypeVar

from mxnet._config import lookup

F = TypeVar("F", bound=Callable[..., Any])

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep  # noqa: PTH100, PTH120
# Also between the user's line and the message: what traces our functions.
_BELOW = tuple(f"{os.sep}{name}{os.sep}" for name in ("jax", "jaxlib"))
_RAISE = dis.opmap["RAISE_VARARGS"]


def shorten(error: BaseException) -> None:
    """Leave one frame of each run of frames of ours in an error's traceback; see ``MXNET_FULL_TRACEBACK``."""
    frames = _frames(error.__traceback__)
    if not frames or not _is_deliberate(error, frames[-1]) or lookup("MXNET_FULL_TRACEBACK"):
        return
    kept = [
        entry
        for index, entry in enumerate(frames)
        if not _is_ours(entry.tb_frame) or index == 0 or not _is_ours(frames[index - 1].tb_frame)
    ]
    shortened: TracebackType | None = None
    for entry in reversed(kept):
        shortened = TracebackType(shortened, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    error.__traceback__ = shortened
    if error.__cause__ is not None:
        shorten(error.__cause__)


def short(function: F) -> F:
    """Shorten the tracebacks of errors that leave a function (a decorator; for what is called seldom)."""

    @wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            shorten(error)
            raise

    return wrapped  # type: ignore[return-value]


def _frames(traceback: TracebackType | None) -> list[TracebackType]:
    entries = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename != __file__:
            entries.append(traceback)
        traceback = traceback.tb_next
    return entries


def _is_ours(frame: FrameType) -> bool:
    name = frame.f_code.co_filename
    return name.startswith(_HERE) or any(part in name for part in _BELOW)


def _is_deliberate(error: BaseException, entry: TracebackType) -> bool:
    """Whether a ``raise`` of this package is what made the error; remembered, since its frame may be left out."""
    if not hasattr(error, "_mxnet_deliberate"):
        frame = entry.tb_frame
        ours = frame.f_code.co_filename.startswith(_HERE)
        error._mxnet_deliberate = ours and frame.f_code.co_code[entry.tb_lasti] == _RAISE  # type: ignore[attr-defined]
    return bool(error._mxnet_deliberate)  # type: ignore[attr-defined]
