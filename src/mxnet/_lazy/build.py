"""Making programs: a tape's entries as one function, or each as a function of its own."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._lazy.caches import Cache
from mxnet._lazy.call import Call, Kept, linearize, pullback_call
from mxnet._lazy.gradient import GRADIENT, evaluate
from mxnet._lazy.refs import FLOAT, INT
from mxnet._lazy.stats import stats
from mxnet._lazy.value import aval_of
from mxnet._lazy.watch import watch

if TYPE_CHECKING:
    from mxnet._lazy.device import Device

OPERATIONS: Cache = Cache("single operations", 1024)


def whole(
    device: "Device",
    entries: tuple[Any, ...],
    live: tuple[int, ...],
    donated: tuple[int, ...],
    floats: int,
    ints: int,
) -> Any:
    """A tape as one compiled function of its numbers and slots, giving the results wanted."""
    leading = len(packed([0.0] * floats, [0] * ints))
    return jax.jit(
        _trace(entries, live, floats, ints),
        donate_argnums=tuple(leading + i for i in donated),
        in_shardings=device.sharding,  # else an argument from the host and one on the device are two programs
        out_shardings=device.sharding,
        keep_unused=True,
        compiler_options=device.options,
    )


# So many numbers are arguments of their own; more are sent as a vector.
FEW = 3


def packed(floats: list[float], ints: list[int]) -> list[Any]:
    """A tape's numbers as a program takes them: one by one, or in a tuple each of floats and integers."""
    if len(floats) + len(ints) <= FEW:
        return [*floats, *ints]
    return [tuple(n) for n in (floats, ints) if n]


def as_argument(number: Any) -> Any:
    """A number, or a tuple of them, as an argument of a program."""
    kind = np.float64 if type(number[0] if type(number) is tuple else number) is float else np.int64
    return np.array(number, kind) if type(number) is tuple else kind(number)


def _unpack(rest: list[Any], floats: int, ints: int) -> tuple[Any, Any]:
    """Take the numbers off the front of a program's arguments; both results are indexed by number."""
    if floats + ints <= FEW:
        taken = [rest.pop(0) for _ in range(floats + ints)]
        return taken[:floats], taken[floats:]
    return rest.pop(0) if floats else None, rest.pop(0) if ints else None


def _trace(entries: tuple[Any, ...], live: tuple[int, ...], floats: int, ints: int) -> Any:
    """The tape as a function of its numbers and slots."""
    differentiated = {node[0] for entry in entries if entry[0] is GRADIENT for node in entry[1]}

    def function(*arguments: Any) -> list[Any]:
        rest = list(arguments)
        reals, wholes = _unpack(rest, floats, ints)
        results: list[Any] = []
        pulls: dict[tuple[Any, ...], Any] = {}

        def read(ref: int) -> Any:
            if ref < 0:
                return rest[-1 - ref]
            if ref >= INT:
                return wholes[ref - INT]
            return reals[ref - FLOAT] if ref >= FLOAT else results[ref]

        def pull(entry: tuple[Any, ...], _: Any, cotangents: list[Any]) -> Any:
            if isinstance(entry[0], Kept):
                return entry[0].pull([read(r) for r in entry[1:]], cotangents)
            found = pulls.get(entry)
            if found is None:  # its forward ran in an earlier program: differentiate from the values it read
                found = pulls[entry] = linearize(entry[0], [read(r) for r in entry[1:]])[1]
            return found(cotangents)

        for entry in entries:
            if entry[0] is GRADIENT:
                results.extend(evaluate(entry, read, pull))
            elif entry in differentiated:
                outputs, pulls[entry] = linearize(entry[0], [read(r) for r in entry[1:]])
                results.extend(outputs)
            else:
                results.extend(entry[0].function(*[read(r) for r in entry[1:]]))
        return _distinct([results[i] for i in live], arguments)

    return function


def _distinct(outputs: list[Any], inputs: Sequence[Any]) -> list[Any]:
    """Copies where an output is an input or another output: a buffer that two values hold could be donated by one."""
    seen = {id(i) for i in inputs}
    found = []
    for output in outputs:
        if id(output) in seen:
            output = jnp.copy(output)
        seen.add(id(output))
        found.append(output)
    return found


def run_each(job: Any, live: Sequence[int], failed: "Failed | None" = None) -> list[Any]:
    """Run a tape node by node, each from the cache of single operations.

    For a tape that has ``failed``, the error takes the place of what cannot be computed.
    """
    stats.op_by_op += 1
    results: list[Any] = []
    slots = [v.argument() for v in job.slots]
    number = job.device.number
    layers: dict[Any, str] = {}

    def read(ref: int) -> Any:
        if ref < 0:
            return slots[-1 - ref]
        if ref >= INT:
            return np.int64(job.ints[ref - INT])
        if ref >= FLOAT:
            return np.float64(job.floats[ref - FLOAT])
        if isinstance(results[ref], BaseException):
            raise results[ref]
        return results[ref]

    def pull(entry: tuple[Any, ...], _: Any, cotangents: list[Any]) -> list[Any]:
        call = entry[0]
        present = tuple([c is not None for c in cotangents])
        if isinstance(call, Kept):
            function = _single(job.device, (number, call, "backward", ()), call.pullback(present), present)
            given = [*[read(r) for r in entry[1:]], *(c for c in cotangents if c is not None)]
            pulled = dict(zip(call.floating, function(*given), strict=True))
            return [pulled.get(i) for i in range(call.count)]
        arrays, numbers = [read(r) for r in entry[1 : 1 + call.arrays]], [read(r) for r in entry[1 + call.arrays :]]
        backward = pullback_call(call, present)
        given = [*arrays, *(c for c in cotangents if c is not None), *numbers]
        function = _single(job.device, key_of(number, call, "backward", arrays), backward, present)
        if watch.on:
            name, layer = f"_backward_{call.name}", layers.get(entry, "")
            found = iter(watch.timed(name, job.device, function, *given, layer=layer))
        else:
            found = iter(function(*given))
        return [next(found) if jnp.issubdtype(a.dtype, jnp.floating) else None for a in arrays]

    def compute(entry: tuple[Any, ...]) -> Sequence[Any]:
        call = entry[0]
        if call is GRADIENT:
            return jax.device_put(evaluate(entry, read, pull), job.device.sharding)
        given = [read(r) for r in entry[1:]]
        key = key_of(number, call, "forward", given[: call.arrays])
        function = _single(job.device, key, call, None)
        return watch.timed(call.name, job.device, function, *given) if watch.on else function(*given)

    for index, entry in enumerate(job.entries):
        if watch.on and entry[0] is GRADIENT:
            layers = watch.layers_of(entry[1])
        results.extend(compute(entry) if failed is None else failed.attempt(compute, entry, index))
    return [results[i] for i in live]


class Failed:
    """A tape that failed with an error, to be run once more for what does not depend on the reason."""

    def __init__(self, error: BaseException, kinds: Sequence[tuple[Any, ...]]) -> None:
        self.error, self.kinds = error, kinds

    def attempt(self, compute: Any, entry: tuple[Any, ...], index: int) -> Sequence[Any]:
        """What a node computes, waited for; the error for each of its results if it cannot."""
        try:
            return jax.block_until_ready(compute(entry))
        except Exception:
            return [self.error] * len(self.kinds[index])


def _single(device: "Device", key: tuple[Any, ...], call: Call, present: Any) -> Any:
    """One node as a program of its own."""
    variants = OPERATIONS.get(key)
    if variants is None:
        variants = OPERATIONS[key] = {}
    function = variants.get(present)
    if function is None:
        stats.compilations += 1

        def distinct(*inputs: Any) -> list[Any]:
            return _distinct(list(call.function(*inputs)), inputs)

        function = variants[present] = jax.jit(
            distinct,
            in_shardings=device.sharding,
            out_shardings=device.sharding,
            compiler_options=device.options,
        )
    stats.programs += 1
    return function


def key_of(number: int, call: Any, direction: str, arrays: list[Any]) -> tuple[Any, ...]:
    """The key of one node that runs alone, from its arrays."""
    return number, call, direction, tuple([aval_of(a.shape, a.dtype) for a in arrays])
