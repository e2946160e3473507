"""Where in the user's program something happened."""

import dis
import sys
from functools import lru_cache
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


@lru_cache(maxsize=256)
def _loops(code: CodeType) -> tuple[tuple[int, int], ...]:
    """The loops of a code object, from their first instruction to the jump back, inner ones first."""
    jumps = [i for i in dis.get_instructions(code) if i.opcode in dis.hasjrel or i.opcode in dis.hasjabs]
    return tuple(sorted(((i.argval, i.offset) for i in jumps if i.argval < i.offset), key=lambda p: p[1] - p[0]))


def in_same_round(here: Place, there: Place) -> bool:
    """Whether two places are run in one round: not if a loop around the first plainly leaves the second out.

    Places of other functions may be anywhere, and a place is in a round with itself, where somebody else's loop runs.
    """
    if here is None or there is None or here[0] is not there[0] or here == there:
        return True
    around = [(first, last) for first, last in _loops(here[0]) if first <= here[1] <= last]
    return not around or around[0][0] <= there[1] <= around[0][1]
