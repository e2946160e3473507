"""Where in the user's program something happened."""

import sys
from types import CodeType

Place = tuple[CodeType, int] | None

# Module dictionaries by identity: true for this package's own modules.
_OURS: dict[int, bool] = {}


def user_place(depth: int = 2) -> Place:
    """The innermost line outside this package, as a code object and an instruction; cheap, and spelled later."""
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


def spell(place: Place) -> str:
    """``file:line`` of a place."""
    if place is None:
        return "an unknown place"
    code, instruction = place
    line = code.co_firstlineno
    for start, stop, number in code.co_lines():
        if start <= instruction < stop and number is not None:
            line = number
            break
    return f"{code.co_filename}:{line}"
