"""One program over a mesh for jobs of several devices that compute the same.

Outside the program, the arrays of the devices are the parts of one array over the mesh; inside, each device sees its
own part. Nothing is copied on the way in or out.
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from mxnet._calls.avals import Aval
from mxnet._host.caches import Cache
from mxnet._host.mappings import make_room
from mxnet._host.settings import settings
from mxnet._host.stats import stats
from mxnet._host.threads import Task, uninterrupted
from mxnet._lazy import strategy
from mxnet._lazy.source import Source
from mxnet._lazy.structure import AnyNode, Gradient, Job, Structure
from mxnet._lazy.value import Device, Pending
from mxnet._programs import build, donation, executables, program, report, worker
from mxnet._programs.mesh import over_mesh, parts_of

AXIS = "device"

# New gangs in a row at a line of the user's program.
_MISSES: "Cache[Source, int]" = Cache("gangs that were new in a row at a line", 256)


class _CallsHost(Exception):
    """A program over several devices cannot call back to Python."""


class _Program:
    """A compiled function of the numbers and slots of all devices; as ``structure.Program``, with ``order``.

    ``order`` has, for each device, the index of its part among those of a result.
    """

    def __init__(
        self, function: Callable[..., Any], live: tuple[int, ...], donated: tuple[int, ...], rows: list[Any]
    ) -> None:
        self.function, self.live, self.donated, self.rows = function, live, donated, rows
        self.wasted = 0
        self.order: list[int] = []
        self.last_numbers: list[tuple[Any, Any]] = [(None, None), (None, None)]


class MeshPrograms:
    """The programs of structures, one on each of some devices, that compute the same."""

    def __init__(self, devices: tuple[Device, ...], structure: Structure, mesh_devices: Sequence[Any] = ()) -> None:
        """``mesh_devices`` are the devices of the mesh, as JAX knows them, if other processes have some of them."""
        self._devices, self._structure = devices, structure
        self._mesh = Mesh(np.array(mesh_devices or [device.jax for device in devices]), (AXIS,))
        self._split = NamedSharding(self._mesh, PartitionSpec(AXIS))
        self._programs: dict[tuple[tuple[int, ...], tuple[int, ...]], _Program] = {}
        self.impossible = False

    @staticmethod
    def find(devices: tuple[Device, ...], structures: Sequence[Structure]) -> "MeshPrograms | None":
        """The one for these structures; None if they differ, or cannot be one program."""
        key = tuple(structures)
        if key not in _KNOWN:
            _KNOWN[key] = MeshPrograms(devices, structures[0]) if are_alike(structures) else None
        programs = _KNOWN.get(key)
        return None if programs is None or programs.impossible or programs._churns() else programs

    def _churns(self) -> bool:
        """Whether it is new at a line where gangs are always new: the programs of each device may be known there."""
        line = self._structure.sources[0]
        return not self._programs and _MISSES.get(line, 0) >= strategy.COSTS.churn_misses_in_a_row

    # --- finding and making programs ----------------------------------------------------------------------------------

    def known(self, live: tuple[int, ...], donated: tuple[int, ...]) -> _Program | None:
        """A program with these results: the one that overwrites these slots, or another a limited number of times."""
        candidate = self._programs.get((live, donated))
        if candidate is not None:
            return candidate
        wanted = set(live)
        fitting = [p for p in self._programs.values() if wanted.issubset(p.live)]
        if not fitting:
            return None
        candidate = min(fitting, key=lambda p: len(p.live) - len(p.donated))
        candidate.wasted += candidate.donated != donated
        if candidate.wasted < strategy.COSTS.wasteful_runs:
            return candidate
        candidate.wasted = 0
        return None

    def compile(self, live: tuple[int, ...], donated: tuple[int, ...]) -> _Program:
        """A new program, from disk if possible; it also returns what the others do."""
        make_room()
        every = tuple(sorted({*live, *(i for p in self._programs.values() for i in p.live)}))
        live = donation.result_order(self._structure, every, donated)
        first, places = self._devices[0], self._mesh.devices.tolist()
        name = executables.program_name(first, self._structure, live, donated, places)
        loaded = None
        if name is not None:
            arguments = sum(map(bool, self._structure.numbers)) + len(self._structure.avals)
            loaded = executables.load(first, name, arguments, len(live), places)
        whole = self._compiled(live, donated, name) if loaded is None else loaded
        rows = [self._replicated(np.int32(number)) for number in range(whole.rows)]
        compiled = self._programs[every, donated] = _Program(whole.function, live, donated, rows)
        line = self._structure.sources[0]
        _MISSES[line] = _MISSES.get(line, 0) + 1
        return compiled

    def _compiled(self, live: tuple[int, ...], donated: tuple[int, ...], name: str | None) -> build.TapeFunction:
        whole, structs = self._function(live, donated)
        function = whole.function
        stats.traces += 1
        if build.calls_host(function.trace(*structs).jaxpr.jaxpr):
            raise _CallsHost
        if name is not None:
            return executables.compile_and_keep(whole, structs, name)
        return whole._replace(function=executables.as_function(function.lower(*structs).compile()))

    def _function(self, live: tuple[int, ...], donated: tuple[int, ...]) -> tuple[build.TapeFunction, list[Any]]:
        """The function to be compiled, and its arguments as JAX describes them."""
        structure, count = self._structure, self._mesh.size
        floats, ints = structure.numbers
        flat = [aval for outputs in structure.outputs for aval in outputs]
        inner = build.traceable(self._devices[0], structure.nodes, live, floats, ints)
        kinds = [kind for kind, size in ((np.float64, floats), (np.int64, ints)) if size]
        leading = len(kinds)

        def each(*arguments: Any) -> list[Any]:
            numbers = [array[0] for array in arguments[:leading]]
            if floats + ints <= build.FEW:
                numbers = [number for array in numbers for number in array]
            slots = [a.reshape(aval.shape) for a, aval in zip(arguments[leading:], structure.avals, strict=False)]
            return inner.function(*numbers, *slots, *arguments[leading + len(slots) :])  # type: ignore[no-any-return]

        in_specs = [PartitionSpec(AXIS)] * leading + [_spec(aval) for aval in structure.avals]
        in_specs += [PartitionSpec()] * inner.rows
        out_specs = [_spec(flat[i], result=True) for i in live]
        shapes = [(count, size) for size in (floats, ints) if size]
        structs = [jax.ShapeDtypeStruct(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
        structs += [jax.ShapeDtypeStruct(self._shape(aval), aval.dtype) for aval in structure.avals]
        structs += [jax.ShapeDtypeStruct((), np.int32)] * inner.rows
        function = jax.jit(
            over_mesh(each, self._mesh, tuple(in_specs), out_specs),
            donate_argnums=tuple(leading + i for i in donated),
            in_shardings=tuple(NamedSharding(self._mesh, spec) for spec in in_specs),
            out_shardings=[NamedSharding(self._mesh, spec) for spec in out_specs],
            keep_unused=True,
            compiler_options=self._options,
        )
        return inner._replace(function=function), structs

    @property
    def _options(self) -> dict[str, Any] | None:
        """The options of the compiler."""
        return self._devices[0].options

    # --- arguments and results ----------------------------------------------------------------------------------------

    def _shape(self, aval: Aval) -> tuple[int, ...]:
        """The shape of the array that lies over the mesh."""
        if not aval.shape:
            return (self._mesh.size,)
        return (self._mesh.size * aval.shape[0], *aval.shape[1:])

    def _replicated(self, number: np.int32) -> jax.Array:
        """A number, the same on all devices."""
        return jax.device_put(number, NamedSharding(self._mesh, PartitionSpec()))  # type: ignore[no-any-return]

    def _sharded(self, array: np.ndarray) -> jax.Array:
        """The rows of a host array, one on each device."""
        return jax.device_put(array, self._split)  # type: ignore[no-any-return]

    def _numbers(self, compiled: _Program, jobs: Sequence[Job]) -> list[Any]:
        """The numbers of all devices as arguments; those that did not change since the last run are not sent again."""
        arguments = []
        for place, kind in enumerate((np.float64, np.int64)):
            array = np.array([job.ints if place else job.floats for job in jobs], kind)
            if not array.size:
                continue
            last, buffer = compiled.last_numbers[place]
            if last is None or last.tobytes() != array.tobytes():
                buffer = self._sharded(array)
                compiled.last_numbers[place] = (array, buffer)
            arguments.append(buffer)
        return arguments

    def arguments(self, compiled: _Program, jobs: Sequence[Job], free: Sequence[set[int]]) -> list[Any]:
        """What a program takes: numbers and slots, each of all devices as one array over the mesh.

        A slot that it overwrites, and that is not among a device's ``free`` ones, is passed as a copy.
        """
        arguments = self._numbers(compiled, jobs)
        donated = set(compiled.donated)
        for index, aval in enumerate(self._structure.avals):
            buffers = []
            for device, job, own in zip(self._devices, jobs, free, strict=True):
                data = job.slots[index].argument()
                if type(data) is np.ndarray:
                    data = device.put(data)
                elif index in donated and index not in own:
                    data = jax.device_put(data, device.sharding, may_alias=False)
                buffers.append(data if aval.shape else data.reshape(1))
            sharding = NamedSharding(self._mesh, _spec(aval))
            arguments.append(jax.make_array_from_single_device_arrays(self._shape(aval), sharding, buffers))
        return [*arguments, *compiled.rows]

    def order(self, results: Sequence[jax.Array]) -> list[int]:
        """For each device, which of a result's parts is its own."""
        result = results[0]
        places = {shard.device: place for place, shard in enumerate(result.addressable_shards)}
        return [places[device.jax] for device in self._devices]

    def hit(self) -> None:
        """Note that a program was known."""
        _MISSES.pop(self._structure.sources[0])


_KNOWN: "Cache[tuple[Structure, ...], MeshPrograms | None]" = Cache("programs over several devices", 256)


def _spec(aval: Aval, result: bool = False) -> PartitionSpec:
    """How an array lies over the mesh: the devices' parts along its first axis.

    Empty arrays are the same on all devices. A result without axes is declared to be so too; in fact each device has
    its own, and only these are read.
    """
    whole = not aval.shape if result else False
    return PartitionSpec() if whole or 0 in aval.shape[:1] else PartitionSpec(AXIS)


def are_alike(structures: Sequence[Structure]) -> bool:
    """Whether structures, of one device each, compute the same."""
    first = structures[0]
    return all(
        other.avals == first.avals
        and other.numbers == first.numbers
        and other.length == first.length
        and all(_same(a, b) for a, b in zip(first.nodes, other.nodes, strict=True))
        for other in structures[1:]
    )


def _same(one: AnyNode, other: AnyNode) -> bool:
    """Whether two nodes compute the same of the same refs; graphs bound for each device are compared by content."""
    if type(one) is Gradient and type(other) is Gradient:
        return (
            one.heads == other.heads
            and one.avals == other.avals
            and len(one.nodes) == len(other.nodes)
            and all(
                a.parents == b.parents and a.outputs == b.outputs and _same(a.node, b.node)
                for a, b in zip(one.nodes, other.nodes, strict=True)
            )
        )
    if type(one) is Gradient or type(other) is Gradient or one.refs != other.refs:
        return False
    if one.call is other.call:
        return True
    return type(one.call) is type(other.call) and one.call.stable is not None and one.call.stable == other.call.stable


class Run:
    """One run of the jobs of several devices as one program; ``run`` may be called again after an interrupt."""

    def __init__(self, programs: MeshPrograms, jobs: list[Job], epochs: Sequence[Pending]) -> None:
        self._programs, self._jobs, self._epochs = programs, jobs, tuple(epochs)
        self._outcome: list[Any] = []
        self._program: _Program | None = None
        self.task: Task | None = None

    def run(self) -> bool:
        """Compute the jobs and bind their values; false, with nothing changed, if that is not possible."""
        if not self._outcome:
            live = tuple(sorted({i for job in self._jobs for i in job.live}))
            free = self._free(live)
            donated = tuple(sorted(set.intersection(*free)))
            known = self._programs.known(live, donated)
            try:
                if known is None or self.task is not None:  # after an interrupt the worker still runs: wait for it
                    worker.in_worker(self, self._epochs, lambda: self._compile_and_call(live, donated, free))
                else:
                    self._hit()
                    self._call(known, free)
            except Exception as error:
                if worker.raised_by_handler(error.__traceback__):
                    raise
                if not self._outcome:
                    return self._fail(error)
        self._bind()
        return True

    def _bind(self) -> None:
        """Bind each device's values to its parts of the results."""
        compiled = self._program
        assert compiled is not None
        # Not in this thread: if a signal handler raised in the middle, JAX would keep an incomplete list of parts.
        rows = uninterrupted(lambda: [parts_of(array) for array in self._outcome[0]])
        for place, job in zip(compiled.order, self._jobs, strict=True):
            if not job.results:
                job.live = compiled.live
                job.results.append([row[place] for row in rows])
            program.bind(job)

    def _fail(self, error: Exception) -> bool:
        """Fall back to the programs of each device, which show what fails, unless inputs are gone."""
        self._programs.impossible = True
        slots = [value.data for job in self._jobs for value in job.slots]
        if not any(isinstance(data, jax.Array) and data.is_deleted() for data in slots):
            return False
        for job in self._jobs:
            program.fail(job, error)
            program.bind(job)
        return True

    def _free(self, live: tuple[int, ...]) -> list[set[int]]:
        """For each device, the slots whose buffer cannot be reached after this run."""
        return [set(donation.donatable(job.structure, job.slots, live)) for job in self._jobs]

    def _hit(self) -> None:
        stats.hits += 1
        self._programs.hit()
        if settings.log:
            report.hit(self._jobs[0], len(self._jobs))

    def _compile_and_call(self, live: tuple[int, ...], donated: tuple[int, ...], free: list[set[int]]) -> None:
        report.compiling(self._jobs[0], live, donated, f"compiled for {len(self._jobs)} devices")
        self._call(self._programs.compile(live, donated), free)

    def _call(self, compiled: _Program, free: list[set[int]]) -> None:
        """Run a compiled function. Its results are kept in the same step in which it returns them."""
        stats.programs += 1
        stats.donated += len(compiled.donated) * len(self._jobs)
        arguments = self._programs.arguments(compiled, self._jobs, free)
        self._program = compiled
        worker.call(compiled.function, arguments, self._outcome)
        if not compiled.order:
            compiled.order = self._programs.order(self._outcome[0])
