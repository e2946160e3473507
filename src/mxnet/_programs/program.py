"""Programs: a tape found again by its structure, and run.

A tape whose program is known runs at once, in the calling thread. Everything else (tracing, compiling, interpreting)
happens in a thread of its own while the calling thread waits. So an interrupt, or any exception that a signal handler
raises, reaches the user's code at once, while the work goes on to its end, and no value is lost.
"""

import atexit
import collections
import contextlib
import itertools
import weakref
from array import array
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import jax
import numpy as np

from mxnet._calls.call import Call
from mxnet._host import fork, heap
from mxnet._host.caches import Cache
from mxnet._host.mappings import make_room
from mxnet._host.settings import settings
from mxnet._host.stats import stats
from mxnet._lazy import cuts, strategy
from mxnet._lazy.mode import mode
from mxnet._lazy.source import Source
from mxnet._lazy.strategy import History, Way
from mxnet._lazy.structure import FLOAT, Check, Division, Gradient, Job, Node, Program, divide, part_of, reads
from mxnet._lazy.value import Pending, unraised_error
from mxnet._numpy_backend import Evaluator, Exceeded, plan
from mxnet._programs import build, composed, executables, memory, report, worker
from mxnet._programs.donation import donatable, is_exclusive, last_reachable, reachable, result_order
from mxnet._programs.options import compiler_options
from mxnet._programs.preparation import packed_weights
from mxnet._programs.worker import runs_in_this_thread as runs_in_this_thread  # this module is a ``JobRunner``
from mxnet.error import MXNetError


def _number_arguments(program: Program, job: Job) -> list[Any]:
    """A tape's numbers as arguments.

    A few numbers are one argument each, many are one vector: on a GPU a transfer costs more than the bytes in it. A
    number that did not change since the last run is on the device already and is not sent again.
    """
    if not job.floats and not job.ints:
        return []
    numbers = build.packed(job.floats, job.ints)
    kept = program.last_numbers
    if len(kept) != len(numbers):
        kept = program.last_numbers = [(None, None)] * len(numbers)
    arguments = []
    for index, number in enumerate(numbers):
        last, buffer = kept[index]
        if not _is_same(number, last):
            kept[index] = (number, None)
            buffer = build.as_argument(number)
        elif buffer is None:
            buffer = job.device.put(build.as_argument(number))
            kept[index] = (number, buffer)
        arguments.append(buffer)
    return arguments


def _is_same(number: Any, last: Any) -> bool:
    """Whether a number, or a tuple of them, has the same bits; a NaN never has."""
    if number != last or type(number) is not type(last):
        return False
    if type(number) is tuple:
        return type(number[0]) is int or array("d", number).tobytes() == array("d", last).tobytes()
    return bool(number) or repr(number) == repr(last)  # the sign of a zero counts


def _host_numbers(job: Job) -> list[Any]:
    """A tape's numbers as arguments from the host."""
    return [build.as_argument(n) for n in build.packed(job.floats, job.ints)]


# --- jobs -----------------------------------------------------------------------------------------------------------


def jobs_of(whole: Job, recorded_from: int | None, written: tuple[int, ...]) -> list[Job]:
    """A tape as one job, or as two if some nodes do not belong to the iteration; none if no result is wanted."""
    outs, structure = whole.outs, whole.structure
    stats.flushes += 1
    stats.nodes += structure.length
    live = reachable(outs)
    whole.live = tuple(sorted({*live, *(c.observed for c in whole.checks)})) if whole.checks else live
    if not live:
        return []
    start = structure.first_graph if recorded_from is None else recorded_from
    if start == 0 or structure.size <= cuts.SMALL_ITERATION or whole.checks or settings.naive:
        return [whole]
    key = ("outside", start, written, live)
    if key not in structure.divisions:
        chosen = cuts.outside_iteration(structure.nodes, [len(o) for o in structure.outputs], start, live, written)
        structure.divisions[key] = divide(whole.device, structure, chosen) if chosen else None
    division = structure.divisions[key]
    return [whole] if division is None else _divided(whole, division)


def _divided(whole: Job, division: Division) -> list[Job]:
    wanted = {*whole.live, *(r for r in division.second.slots if r >= 0)}
    jobs = []
    for part, structure in ((division.first, division.first_structure), (division.second, division.second_structure)):
        job = part_of(whole, part, structure)
        job.live = tuple([i for i, out in enumerate(part.outs) if out in wanted])
        if job.live:
            jobs.append(job)
    return jobs


def run(job: Job, epoch: Pending) -> None:
    """Compute a job and bind its values to the results, or to the error that kept them from being computed.

    After an interrupt it may be called again.
    """
    if not job.results:
        inline = settings.naive or fork.is_forked()
        program, exact = (None, False) if inline else _find(job, epoch)
        if job.is_part and any(value.data is None for value in job.slots):  # the part that ran before this one failed
            cause = next(v.error for v in job.slots if v.data is None)
            job.failed = True
            job.results.append(build.run_each(job, job.live, cause))
        elif program is None and not inline:
            worker.in_worker(job, (epoch,), lambda: _first_sight_or_fail(job))
        else:
            try:
                if program is not None:
                    _hit(job)
                    _call(job, program, exact)
                else:
                    _first_sight(job)
            except Exception as error:
                if worker.raised_by_handler(error.__traceback__):
                    raise
                if not job.results:  # else a signal handler has run it
                    fail(job, error)
    bind(job)


def bind(job: Job) -> None:
    """Bind the values of a job that has run to its results."""
    results, outs = job.results[0], job.outs
    for index, result in zip(job.live, results, strict=True):
        value = outs[index]
        if value.data is None and (value.mark is None or value.mark.error is None):
            if job.failed and isinstance(result, BaseException):
                value.fail(result)
            else:
                value.data = result
    for check in job.checks:
        _attach_check(job, check)
    if settings.naive:
        jax.block_until_ready([r for r in results if isinstance(r, jax.Array)])
    if not mode.inside and not job.failed:
        last = last_reachable(outs)
        if last is not None and isinstance(last.data, jax.Array):
            _throttle(last.data)


def _attach_check(job: Job, check: Check) -> None:
    """Add a check to the guarded outputs and to all that were computed from them."""
    observed = job.outs[check.observed].data
    touched, first = set(check.guarded), 0
    for node, outputs in zip(job.structure.nodes, job.structure.outputs, strict=True):
        if any(ref in touched for ref in reads(node) if 0 <= ref < FLOAT):
            touched.update(range(first, first + len(outputs)))
        first += len(outputs)
    if observed is None:
        return
    for index in touched.intersection(job.live) - {check.observed}:  # nothing reads that one
        value = job.outs[index]
        value.add_check((observed, check.find_error))
        if type(value.data) is np.ndarray:  # host arrays are read without a look at checks
            value.verify()


def fail(job: Job, error: Exception) -> None:
    """Fill the results of a job that failed: compute those that do not need what failed, unless inputs are gone."""
    failure = error if isinstance(error, MXNetError) else report.explain(error, job.structure, job.device)
    job.failed = True
    # An iteration without enough memory has not enough node by node either, and each node would have to be compiled.
    gone = fork.is_forked() or (memory.is_exhausted(error) and job.structure.size > cuts.SMALL_ITERATION)
    gone = gone or any(isinstance(v.data, jax.Array) and v.data.is_deleted() for v in job.slots)
    job.results.append([failure] * len(job.live) if gone else build.run_each(job, job.live, failure))


# --- known programs -------------------------------------------------------------------------------------------------


def _find(job: Job, epoch: Pending) -> tuple[Program | None, bool]:
    """A program of the structure that returns all that is wanted, and whether it fits exactly.

    One that does not may return more, or overwrite more or fewer slots. References to values select a program, they do
    not multiply programs: for a slot that must not be overwritten the program is given a copy.
    """
    programs = job.structure.programs
    if not programs:
        return None, False
    live = job.live
    program = programs.get((live, donatable(job.structure, job.slots, live)))
    if program is not None:
        program.missing = 0
        job.live = program.live
        return program, True
    wanted = set(live)
    fitting = [p for p in programs.values() if wanted.issubset(p.live)]
    if not fitting:
        fitting = [p for p in programs.values() if _compute_missing(job, p, epoch)][:1]
    if not fitting:
        return None, False
    program = min(fitting, key=lambda p: len(p.live) - len(p.donated))
    program.wasted += 1
    if program.wasted >= strategy.COSTS.wasteful_runs and _wastes(job, program):
        program.wasted = 0
        return None, False
    job.live = program.live
    return program, False


def _compute_missing(job: Job, program: Program, epoch: Pending) -> bool:
    """Compute separately what a program does not return, if that is little: the batch of the last iteration, say."""
    structure = job.structure
    program.missing += 1
    if program.missing > strategy.COSTS.missing_runs:
        return False
    missing = tuple([i for i in job.live if i not in program.live])
    key = ("missing", missing)
    if key not in structure.divisions:
        chosen = cuts.needed_for(structure.nodes, [len(o) for o in structure.outputs], missing)
        little = structure.size_of(chosen) <= min(cuts.SMALL_ITERATION, structure.size // 4)
        structure.divisions[key] = divide(job.device, structure, chosen) if little else None
    division = structure.divisions[key]
    if division is None:
        return False
    part = part_of(job, division.first, division.first_structure)
    part.live = tuple([i for i, out in enumerate(division.first.outs) if out in missing])
    run(part, epoch)
    return True


def _wastes(job: Job, program: Program) -> bool:
    """Whether a program for exactly this job would save much memory."""
    unwanted = sum(job.outs[i].aval.nbytes for i in set(program.live).difference(job.live))
    free: set[int] = set()
    if program.donates:
        free = set(donatable(job.structure, job.slots, job.live)).difference(program.donated)
    return unwanted + sum(job.slots[i].aval.nbytes for i in free) >= strategy.COSTS.wasteful_bytes


def _call(job: Job, program: Program, exact: bool = True) -> None:
    """Run a compiled function. Its results are kept in the same step in which it returns them."""
    stats.programs += 1
    arguments = _number_arguments(program, job)
    first = len(arguments)
    arguments += [v.argument() for v in job.slots]
    arguments += program.rows
    if program.prepared:
        arguments += packed_weights(program.prepared, job.slots)
    stats.donated += len(program.donated)
    if not exact:
        for index in program.donated:
            buffer = arguments[first + index]
            # For a host array the program overwrites the copy on the device, not the array.
            if type(buffer) is not np.ndarray and not is_exclusive(job.slots, index):
                arguments[first + index] = jax.device_put(buffer, buffer.sharding, may_alias=False)
                stats.donated -= 1
    if not mode.inside:
        _wait_for_host_calls()
    worker.call(program.function, arguments, job.results)
    if program.calls_host and not mode.inside:
        _HOST_CALLS.append(min(job.results[-1], key=lambda array: array.nbytes))


# --- first sight ----------------------------------------------------------------------------------------------------

# New tapes at a line of the user's program on a device: in a row, and in all.
_MISSES: "Cache[tuple[int, Source], int]" = Cache("misses in a row at a line", 4096)
_ALL_MISSES: "Cache[tuple[int, Source], int]" = Cache("misses at a line", 4096)


def _line(job: Job) -> tuple[int, Source]:
    return job.device.number, job.structure.sources[0]  # per device: a line is new once on each, which is no churn


def _hit(job: Job) -> None:
    stats.hits += 1
    if job.structure.missed:
        job.structure.missed = False
        _MISSES.pop(_line(job))
    if settings.log:
        report.hit(job)


def _count_miss(job: Job) -> None:
    """Count a new tape at its line, also if its program is on disk: so every run of a script makes the same choices."""
    structure, line = job.structure, _line(job)
    if not structure.ran_each and not structure.interpreted:
        structure.missed = True
        _MISSES[line] = _MISSES.get(line, 0) + 1
        _ALL_MISSES[line] = _ALL_MISSES.get(line, 0) + 1


def _history(job: Job) -> History:
    """What is known of a tape without a program."""
    structure, line = job.structure, _line(job)
    keys = dict.fromkeys(build.single_keys(job.device, structure))
    return History(
        nodes=structure.length,
        new_nodes=sum(key not in build.OPERATIONS for key in keys),
        misses_in_a_row=_MISSES.get(line, 0),
        misses_in_all=_ALL_MISSES.get(line, 0),
        unrolled_nodes=_unrolled(job),
        ran_each=structure.ran_each,
        interpreted=structure.interpreted,
        interprets=settings.interpret and job.device.jax.platform == "cpu",
        grows=_grows(keys),
        forked=fork.is_forked(),
        graphs=_has_graphs(job),
    )


def _grows(keys: Iterable[tuple[Any, ...]]) -> bool:
    """Whether an operator comes with many lengths of an axis, at equal distances, and there is no gradient.

    A training step is compiled at first sight: interpreted, it would round in another way than when it comes back.
    """
    lengths: dict[Any, set[int]] = {}
    for _, call, direction, avals in keys:
        if direction == "backward":
            return False
        for place, aval in enumerate(avals):
            for axis, length in enumerate(aval.shape):
                lengths.setdefault((call, place, axis, len(aval.shape)), set()).add(length)
    for axis_lengths in lengths.values():
        if len(axis_lengths) >= strategy.COSTS.growing_lengths:
            ordered = sorted(axis_lengths)
            if len({b - a for a, b in itertools.pairwise(ordered)}) == 1:
                return True
    return False


def _has_graphs(job: Job) -> bool:
    nodes = job.structure.nodes
    return any(type(node) is Node and isinstance(node.call, Call) and node.call.heavy for node in nodes)


def _unrolled(job: Job) -> int:
    """How many operators of a long tape are not in rolled rounds; 0 for a short one, or one with whole graphs."""
    structure, costs = job.structure, strategy.COSTS
    if structure.size * costs.compile_ms_per_node < costs.long_compile_ms or _has_graphs(job):
        return 0
    # What comes after the gradient updates parameters: many equal pieces, which XLA compiles once.
    last = max([i for i, node in enumerate(structure.nodes) if type(node) is Gradient], default=structure.length - 1)
    size = structure.size_of(range(last + 1))
    if size * costs.compile_ms_per_node < costs.long_compile_ms:
        return 0
    whole = build.traceable(job.device, structure.nodes, job.live, *structure.numbers)
    return size * max(last + 1 - whole.rolled, 0) // (last + 1)


def _first_sight(job: Job) -> None:
    """Compute a tape that has no program, in the way that its history suggests."""
    if settings.naive:
        job.results.append(build.run_each(job, job.live))
        return
    _count_miss(job)
    if _run_from_disk(job):
        return
    structure, history = job.structure, _history(job)
    way = strategy.choose(history)
    evaluator = None
    if way is Way.TRACE:
        evaluator = _evaluator(job, history)
        history = replace(history, evaluates=evaluator is not None)
        if evaluator is not None:
            history = replace(history, exact=evaluator.exact, far=evaluator.far)
        way = strategy.choose(history)
    if way is Way.INTERPRET and evaluator is not None:
        structure.interpreted += 1
        stats.interpreted += 1
        report.interpreting(job)
        with contextlib.suppress(Exceeded):
            results = evaluator.compute(_host_arguments(job, evaluator))
            stats.programs += 1
            job.results.append(results)
            return
    fork.check()
    if way is Way.EACH:
        if structure.ran_each == 0 and history.misses_in_a_row == strategy.COSTS.churn_misses_in_a_row:
            report.churn(structure.sources[0], history.misses_in_a_row)
        structure.ran_each += 1
        report.running_each(job)
        job.results.append(build.run_each(job, job.live))
    else:
        if history.misses_in_a_row == strategy.COSTS.churn_misses_in_a_row:
            report.churn(structure.sources[0], history.misses_in_a_row)
        with report.notice_if_long(job):
            _compile(job)


def _first_sight_or_fail(job: Job) -> None:
    try:
        _first_sight(job)
    except Exception as error:
        if not job.results:
            fail(job, error)


def _evaluator(job: Job, history: History) -> Evaluator | None:
    """The tape as NumPy would compute it, or None if that cannot be or is too much work."""
    structure, operations_at_most = job.structure, strategy.operations_at_most(history)
    exact = not (history.churns or history.grows or history.forked)
    if job.live not in structure.evaluators and composed.is_composed(job, exact):
        evaluator = composed.compose(job, operations_at_most, exact)
        if evaluator is not None:
            structure.evaluators[job.live] = evaluator
        elif exact:
            return None  # not remembered: it may be interpreted when its line churns
    if job.live not in structure.evaluators:
        whole = build.jitted(job.device, structure.nodes, job.live, (), *structure.numbers)
        stats.traces += 1
        structure.evaluators[job.live] = plan(_traced(job, whole).jaxpr, operations_at_most)
    return structure.evaluators[job.live]


def _host_arguments(job: Job, evaluator: Evaluator) -> list[Any]:
    """The arguments of an evaluator: numbers, slots and, for a trace of the whole tape, the numbers of rows."""
    numbers = composed.numbers(job) if isinstance(evaluator, composed.Composed) else _host_numbers(job)
    arrays = [v.data if type(v.data) is np.ndarray else np.asarray(v.argument()) for v in job.slots]
    count = evaluator.inputs - len(numbers) - len(arrays)
    return [*numbers, *arrays, *[np.array(n, np.int32) for n in range(count)]]


def _traced(job: Job, whole: build.TapeFunction) -> Any:
    """The trace of a tape's function."""
    return whole.function.trace(*_argument_structs(job, whole.rows))


def _argument_structs(job: Job, rows: int) -> list[jax.ShapeDtypeStruct]:
    """The shapes and dtypes of the arguments of a tape's function, without packed weights."""
    numbers = [jax.ShapeDtypeStruct(n.shape, n.dtype) for n in _host_numbers(job)]
    return [*numbers, *[aval.struct for aval in job.structure.avals], *[jax.ShapeDtypeStruct((), np.int32)] * rows]


def _compile(job: Job) -> None:
    """Make a program and run it."""
    structure = job.structure
    job.live, donated = _results_and_donated(job)
    report.compiling(job, job.live, donated)
    whole = build.jitted(job.device, structure.nodes, job.live, donated, *structure.numbers)
    stats.traces += 1
    rows = build.row_numbers(job.device, whole.rows)
    traced = _traced(job, whole).jaxpr
    calls_host = build.calls_host(traced.jaxpr)
    if donated and calls_host:
        # It may fail while it runs. Then what does not depend on the failure is computed from the slots: keep these.
        whole = build.jitted(job.device, structure.nodes, job.live, (), *structure.numbers)
        program = Program(whole.function, job.live, (), rows)
        program.donates = False
    else:
        name = executables.program_name(job.device, structure, job.live, donated)
        whole = build.with_packed_weights(job.device, whole, traced, donated, *structure.numbers)
        options = compiler_options(job.device, traced.jaxpr)
        if name is not None or options is not None:
            whole = executables.compile_and_keep(whole, _argument_structs(job, whole.rows), name, options)
        program = Program(whole.function, job.live, donated, rows, whole.prepared)
    program.calls_host = calls_host
    _run_first(job, program)


def _run_from_disk(job: Job) -> bool:
    """Run a tape with the program that an earlier process has compiled for it; false if there is none."""
    live, donated = _results_and_donated(job)
    name = None if fork.is_forked() else executables.program_name(job.device, job.structure, live, donated)
    if name is None:
        return False
    arguments = len(build.packed(job.floats, job.ints)) + len(job.slots)
    loaded = executables.load(job.device, name, arguments, len(live))
    if loaded is None:
        return False
    job.live = live
    report.compiling(job, live, donated, "from disk")
    rows = build.row_numbers(job.device, loaded.rows)
    _run_first(job, Program(loaded.function, live, donated, rows, loaded.prepared))
    return True


def _results_and_donated(job: Job) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The results of a new program, in order, and the slots that it overwrites."""
    live = _outputs(job)
    donated = donatable(job.structure, job.slots, live)
    return result_order(job.structure, live, donated), donated


def _outputs(job: Job) -> tuple[int, ...]:
    """The results of a new program: those wanted, and those of other programs of the structure, which had too few."""
    known = job.structure.programs
    if not known:
        return job.live
    few = len(known) < strategy.COSTS.programs_a_structure
    return tuple(sorted({*job.live, *(i for p in known.values() for i in p.live)})) if few else _all(job)


def _run_first(job: Job, program: Program) -> None:
    """Run a program for the first time, and remember it."""
    if job.structure.size > cuts.SMALL_ITERATION:
        heap.trim()
    make_room()
    _call(job, program)
    job.structure.programs[tuple(sorted(program.live)), program.donated] = program
    job.structure.evaluators.clear()


def _all(job: Job) -> tuple[int, ...]:
    return tuple(range(len(job.outs)))


# --- work in flight -------------------------------------------------------------------------------------------------

_IN_FLIGHT: "collections.deque[weakref.ref[jax.Array]]" = collections.deque()


# A result of the last program that called Python, until the next program runs.
_HOST_CALLS: "collections.deque[jax.Array]" = collections.deque()


def _wait_for_host_calls() -> None:
    """Return when no program that calls Python is running.

    XLA runs so many programs at a time, 32 on a CPU. If those that wait for such a one were all of them, what its
    Python code computes would wait for them, and they for it, for ever.
    """
    while _HOST_CALLS:
        with contextlib.suppress(IndexError):  # another thread took it
            _wait(_HOST_CALLS.popleft())


def _throttle(result: jax.Array) -> None:
    """Bound the programs in flight: wait for the oldest before adding more."""
    _IN_FLIGHT.append(weakref.ref(result))
    if len(_IN_FLIGHT) > settings.in_flight:
        _wait(_IN_FLIGHT.popleft()())


def _wait(array: jax.Array | None) -> None:
    """Return when an array is computed, or has failed: reading it raises the error."""
    if array is not None and not array.is_deleted():
        with contextlib.suppress(jax.errors.JaxRuntimeError):
            array.block_until_ready()


@atexit.register
def _finish() -> None:
    """Wait for running programs at the end of the process: XLA's threads must not outlive the interpreter."""
    if fork.is_running():
        with contextlib.suppress(Exception):
            jax.block_until_ready([array for array in jax.live_arrays() if not array.is_deleted()])


def wait_all() -> None:
    """Return when everything dispatched has finished; raise an error that was not raised yet."""
    failure: MXNetError | None = None
    while _IN_FLIGHT and not mode.inside:
        array = _IN_FLIGHT.popleft()()
        if array is None or array.is_deleted():
            continue
        try:
            array.block_until_ready()
        except jax.errors.JaxRuntimeError as error:
            said = memory.explain(error, next(iter(array.devices())))
            failure = failure or MXNetError(f"waitall: a program failed: {said}")
    unraised = unraised_error()  # in either case, so that no error is raised twice
    if failure is not None:
        raise failure
    if unraised is not None:
        raise unraised
