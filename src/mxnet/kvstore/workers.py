"""The workers of a job as those whose gradients one program adds up."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from mxnet._host.stats import stats
from mxnet._lazy.value import Value
from mxnet._programs.across import sum_later, tape_name
from mxnet.error import MXNetError
from mxnet.kvstore.member import Member
from mxnet.ndarray import NDArray
from mxnet.ndarray.handle import new, value_of


class Workers:
    """All workers, for one sum; ``tape`` names what this one has recorded before it."""

    def __init__(self, member: Member, what: str, tape: str) -> None:
        self._member, self._what, self.tape = member, what, tape
        self.error: Exception | None = None
        self.devices: Sequence[Any] = member.group.devices

    @staticmethod
    def for_sum(member: Member, what: str, arrays: Sequence[NDArray]) -> "Workers | None":
        """Those for a sum of arrays; None if it cannot be part of a program here."""
        values = [value_of(array) for array in arrays]
        if any(value.device.jax != member.group.local for value in values):
            return None
        member.settle()
        tape = tape_name(values)
        return None if tape is None else Workers(member, what, tape)

    def sum_later(self, arrays: Sequence[NDArray]) -> list[NDArray]:
        """The sums, recorded; computed at once if somebody has ended the tape meanwhile."""
        values = [value_of(array) for array in arrays]
        stats.all_reduces += len({value.aval.dtype for value in values})
        recorded = sum_later(values, self)
        if recorded is None:
            sums = self.sum_now(values)
        else:
            sums, self._member.pending = recorded
        return [new(NDArray, value, array.context) for array, value in zip(arrays, sums, strict=True)]

    # --- what a program asks -----------------------------------------------------------------------------------------

    def sum_now(self, values: Sequence[Value]) -> list[Value]:
        """The sums as a program of their own."""
        with self._member.waiting(self._what):
            sums = self._member.group.sum_in_buckets(values)
        self._expect()
        return sums

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        """A scope in which this worker waits for the others."""
        group = self._member.group
        with self._member.waiting(self._what):
            group.check()
            try:
                yield
            except MXNetError:
                raise
            except (RuntimeError, ValueError) as error:
                raise group.lose(error) from error

    def sent(self, result: Any) -> None:
        """A program with the sum in it is under way, and will fill this."""
        self._member.group.finish(result)
        self._expect()

    def _expect(self) -> None:
        in_flight = self._member.group.in_flight
        if in_flight is not None:
            self._member.watchdog.expect(self._what, in_flight)
