"""Counters, and the engine's log."""

import sys
from dataclasses import asdict, dataclass


@dataclass
class Stats:
    """What the engine has done since the process began, or since ``reset``.

    ``flushes`` counts tapes run, ``programs`` programs run for them, ``compilations`` programs built, ``from_disk``
    those of them that an earlier process had compiled, ``traces`` programs and graphs traced, ``operator_traces``
    single operators traced, ``hits`` tapes whose program was known, ``interpreted`` tapes computed with NumPy,
    ``op_by_op`` tapes run node by node, ``nodes`` operations recorded, ``donated`` buffers reused in place, ``rolled``
    runs of equal rounds that were traced as one loop, ``packed`` weights brought into oneDNN's layout for programs that
    predict.
    """

    nodes: int = 0
    flushes: int = 0
    programs: int = 0
    compilations: int = 0
    from_disk: int = 0
    traces: int = 0
    operator_traces: int = 0
    hits: int = 0
    interpreted: int = 0
    op_by_op: int = 0
    donated: int = 0
    all_reduces: int = 0
    rolled: int = 0
    packed: int = 0

    def reset(self) -> None:
        """Set every counter to zero."""
        for name in asdict(self):
            setattr(self, name, 0)

    def read(self) -> dict[str, int]:
        """The counters as a dictionary."""
        return asdict(self)


stats = Stats()


def log(line: str) -> None:
    """One line of the engine's log, on standard error."""
    print(f"[engine] {line}", file=sys.stderr, flush=True)
