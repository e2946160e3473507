"""Which line of the user's program recorded something."""

import sys
from types import CodeType

# A code object and an instruction in it: cheap to get, and formatted only when it is shown.
Source = tuple[CodeType, int] | None

# Module dictionaries by identity: true for this package's own modules.
_OURS: dict[int, bool] = {}


def user_source(depth: int = 2) -> Source:
    """The innermost line outside this package."""
    frame = sys._getframe(depth)
    while frame is not None:
        module = frame.f_globals
        ours = _OURS.get(id(module))
        if ours is None:
            ours = _OURS[id(module)] = str(module.get("__name__", "")).split(".")[0] == "mxnet"
        if not ours:
            return frame.f_code, frame.f_lasti
        frame = frame.f_back  # type: ignore[assignment]
    return None


def spell(source: Source) -> str:
    """``file:line`` of a source line."""
    if source is None:
        return "an unknown line"
    code, instruction = source
    lines = [line for start, stop, line in code.co_lines() if start <= instruction < stop and line is not None]
    return f"{code.co_filename}:{(lines or [code.co_firstlineno])[0]}"
