"""``mx.profiler``: how long operators take, and what else a program wants to see on a time line.

While the profiler runs, every operator runs alone and to its end, as in MXNet's profiler, so that its time can be told;
without it they run together, and faster. ``dumps`` gives tables of operators and of layers, ``dump`` a file that
Perfetto (ui.perfetto.dev) and chrome://tracing open.
"""

import atexit
import json
import os
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jax

from mxnet._config import lookup
from mxnet._files.paths import write_atomic
from mxnet._host.settings import settings
from mxnet._lazy.tape import change
from mxnet._programs.watch import Operation, watch
from mxnet.error import MXNetError

__all__ = [
    "Counter",
    "Domain",
    "Event",
    "Frame",
    "Marker",
    "Task",
    "dump",
    "dump_profile",
    "dumps",
    "pause",
    "profiler_set_config",
    "profiler_set_state",
    "resume",
    "scope",
    "set_config",
    "set_kvstore_handle",
    "set_state",
]

_DEFAULTS: dict[str, Any] = {
    "profile_all": False,
    "profile_symbolic": True,
    "profile_imperative": True,
    "profile_memory": True,
    "profile_api": True,
    "filename": "profile.json",
    "continuous_dump": True,
    "dump_period": 1.0,
    "aggregate_stats": False,
    "profile_process": "worker",
}
_SCOPES = {"global": "g", "process": "p", "thread": "t", "task": "t", "marker": "t"}
# The tables of operators; the others are named after the domains of a user's tasks and counters.
_OPERATOR, _LAYER, _CUSTOM, _MEMORY = "operator", "layer", "Custom Operator", "Device Storage"


class _Summary:
    """How often something happened, and how much of it there was."""

    __slots__ = ("count", "last", "maximum", "minimum", "total")

    def __init__(self) -> None:
        self.count, self.total, self.last = 0, 0.0, 0.0
        self.minimum, self.maximum = float("inf"), 0.0

    def add(self, amount: float) -> None:
        self.count += 1
        self.total += amount
        self.last = amount
        self.minimum, self.maximum = min(self.minimum, amount), max(self.maximum, amount)

    def row(self) -> dict[str, float]:
        return {
            "Count": self.count,
            "Total": self.total,
            "Min": self.minimum,
            "Max": self.maximum,
            "Avg": self.total / self.count,
        }


class _Profiler:
    """What has been seen so far. ``active`` is true while the state is 'run' and nobody has paused it."""

    def __init__(self) -> None:
        self.config = dict(_DEFAULTS)
        self.running = False
        self.paused = False
        self.watching = False
        self.was_naive = False
        self.lock = threading.RLock()
        self.events: list[dict[str, Any]] = []
        self.times: dict[str, dict[str, _Summary]] = {}
        self.memory: dict[str, _Summary] = {}
        self.processes: dict[str, int] = {}
        self.threads: dict[int, int] = {}
        self.due = 0.0  # when the file is to be written next, if that is to happen by itself
        self.closed = False
        self.store: Any = None

    @property
    def active(self) -> bool:
        return self.running and not self.paused

    # --- collecting ------------------------------------------------------------------------------------------------

    def event(self, process: str, phase: str, name: str, category: str, at: int, **rest: Any) -> None:
        """Put something on the time line; ``at`` is in nanoseconds."""
        with self.lock:
            thread = self.threads.setdefault(threading.get_ident(), len(self.threads))
            place = self.processes.setdefault(process, len(self.processes))
            common = {"name": name, "cat": category, "ph": phase, "ts": at / 1000, "pid": place, "tid": thread}
            self.events.append({**common, **rest})
            if self.config["continuous_dump"] and time.monotonic() > self.due:
                self.write()

    def time(self, table: str, name: str, milliseconds: float) -> None:
        """Count a time, if tables are wanted."""
        if self.config["aggregate_stats"]:
            with self.lock:
                self.times.setdefault(table, {}).setdefault(name, _Summary()).add(milliseconds)

    def duration(self, process: str, name: str, category: str, start: int, end: int, table: str | None = None) -> None:
        """Something that took a while."""
        self.event(process, "X", name, category, start, dur=(end - start) / 1000)
        self.time(table or category, name, (end - start) / 1e6)

    def operation(self, seen: Operation) -> None:
        """An operator that has run."""
        wanted = "profile_symbolic" if seen.symbolic else "profile_imperative"
        if not self.active or not (self.config["profile_all"] or self.config[wanted]):
            return
        place = f"{seen.device.jax.platform}/{seen.device.jax.id}"
        arguments = {"layer": seen.layer} if seen.layer else {}
        self.event(place, "X", seen.name, _OPERATOR, seen.start, dur=(seen.end - seen.start) / 1000, args=arguments)
        took = (seen.end - seen.start) / 1e6
        if seen.custom:
            self.time(_CUSTOM, f"{seen.custom}::{seen.name}", took)
        else:
            self.time(_OPERATOR, seen.name, took)
        if seen.layer:
            self.time(_LAYER, seen.layer, took)
        if self.config["profile_all"] or self.config["profile_memory"]:
            self.storage(seen)

    def storage(self, seen: Operation) -> None:
        """How much the arrays on a device take, after an operator."""
        used = sum(a.nbytes for a in jax.live_arrays(seen.device.jax.platform) if seen.device.jax in a.devices())
        name = f"Memory: {seen.device.jax.platform}/{seen.device.jax.id}"
        self.event(_MEMORY, "C", name, _MEMORY, seen.end, args={name: used})
        if self.config["aggregate_stats"]:
            with self.lock:
                self.memory.setdefault(name, _Summary()).add(used / 1000)

    def python(self, name: str, start: int, end: int) -> None:
        """A user's operator, all of its Python code."""
        if self.active:
            self.duration(_CUSTOM, f"{name}::pure_python", _CUSTOM, start, end)

    # --- starting and stopping -------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Let the engine run operators one by one while they are to be timed, and only then."""
        kinds = ("profile_all", "profile_symbolic", "profile_imperative", "profile_memory")
        wanted = self.active and any(self.config[k] for k in kinds)
        if wanted == self.watching:
            return
        if wanted:
            self.was_naive = settings.naive
            watch.start(self.operation, self.python)
        self.watching = wanted
        if not self.was_naive:
            change(naive=wanted)
        if not wanted:
            watch.stop()

    # --- showing ---------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Write the time line so far."""
        with self.lock:
            start = time.monotonic()
            names = [
                {"ph": "M", "name": "process_name", "pid": number, "args": {"name": name}}
                for name, number in self.processes.items()
            ]
            content = json.dumps({"traceEvents": names + self.events, "displayTimeUnit": "ms"})
            write_atomic(self.config["filename"], [content.encode()])
            now = time.monotonic()
            self.due = now + max(self.config["dump_period"], 10 * (now - start))  # writing takes a tenth at most

    def clear(self) -> None:
        """Forget the tables."""
        with self.lock:
            self.times, self.memory = {}, {}


_profiler = _Profiler()


def set_kvstore_handle(handle: Any) -> None:
    """Remember the store whose servers ``profile_process='server'`` means; a distributed one says so itself.

    >>> mx.profiler.set_kvstore_handle(mx.kv.create("local"))
    """
    _profiler.store = handle


# --- configuring and running ------------------------------------------------------------------------------------------


def _checked(name: str, value: Any) -> Any:
    default = _DEFAULTS[name]
    if isinstance(default, bool):
        text = str(value).lower()
        if text not in ("true", "false", "1", "0"):
            raise MXNetError(f"Invalid Parameter format for {name} expect boolean but value='{value}'")
        return text in ("true", "1")
    if isinstance(default, float):
        try:
            return float(value)
        except ValueError:
            raise MXNetError(f"Invalid Parameter format for {name} expect float but value='{value}'") from None
    if name == "profile_process" and value not in ("worker", "server"):
        raise MXNetError(f"Invalid Input: '{value}', valid values are: {{'server', 'worker'}}, in {name}")
    return os.fspath(value) if name == "filename" else str(value)


def set_config(**kwargs: Any) -> None:
    """Say what to profile; what is not said has its default again.

    Parameters
    ----------
    filename : where ``dump`` writes, ``'profile.json'``
    profile_all, profile_symbolic, profile_imperative : which operators: all, those in graphs, those called on arrays
    profile_memory : how much memory arrays take
    profile_api : accepted; there is no C API to time
    continuous_dump, dump_period : write the file every so many seconds while running
    aggregate_stats : keep the tables that ``dumps`` shows
    profile_process : ``'worker'``, or ``'server'`` for the servers of a distributed store

    >>> mx.profiler.set_config(filename="profile.json", aggregate_stats=True)
    """
    unknown = sorted(set(kwargs) - set(_DEFAULTS))
    if unknown:
        raise MXNetError(f"Cannot find argument '{unknown[0]}', Possible Arguments: {', '.join(_DEFAULTS)}")
    chosen = {**_DEFAULTS, **{name: _checked(name, value) for name, value in kwargs.items()}}
    if _for_servers(chosen["profile_process"], "config", **chosen):
        return
    _profiler.config = chosen
    _profiler.closed = False
    _profiler.due = time.monotonic() + _profiler.config["dump_period"]
    _profiler.follow()


def profiler_set_config(mode: str = "symbolic", filename: str = "profile.json") -> None:
    """The old form of ``set_config``: ``mode`` is ``'symbolic'`` or ``'all'``.

    >>> mx.profiler.profiler_set_config(mode="all", filename="old.json")
    """
    _deprecated("profiler_set_config", "set_config")
    set_config(**{f"profile_{mode}": True, "filename": filename})


def _deprecated(old: str, new: str) -> None:
    warnings.warn(f"profiler.{old}() is deprecated. Please use profiler.{new}() instead", stacklevel=3)


def _for_servers(profile_process: str, command: str, /, **params: Any) -> bool:
    """Whether a call is meant for the servers of a store; if so, they are told."""
    if profile_process not in ("worker", "server"):
        raise KeyError(profile_process)
    if profile_process == "worker":
        return False
    tell = getattr(_profiler.store, "_profile_servers", None)
    if tell is None:
        raise MXNetError(
            "profile_process='server' is for the servers of a distributed store: make one first, as in "
            "mx.kv.create('dist_sync')"
        )
    tell(command, params)
    return True


def set_state(state: str = "stop", profile_process: str = "worker") -> None:
    """Begin (``'run'``) or end (``'stop'``) to watch; either ends a pause.

    >>> mx.profiler.set_config(filename="profile.json", aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> mx.nd.relu(mx.nd.ones((2,))).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> "relu" in mx.profiler.dumps(reset=True)
    True
    """
    running = {"stop": False, "run": True}[state]
    if _for_servers(profile_process, "state", running=running):
        return
    _profiler.running, _profiler.paused = running, False
    if running:
        _profiler.closed = False
    _profiler.follow()


def profiler_set_state(state: str = "stop") -> None:
    """The old form of ``set_state``.

    >>> mx.profiler.profiler_set_state("run")
    >>> mx.profiler.profiler_set_state("stop")
    """
    _deprecated("profiler_set_state", "set_state")
    set_state(state)


def pause(profile_process: str = "worker") -> None:
    """Stop watching for a while.

    >>> mx.profiler.set_config(aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> mx.profiler.pause()
    >>> mx.nd.sigmoid(mx.nd.ones((2,))).wait_to_read()
    >>> mx.profiler.resume()
    >>> mx.profiler.set_state("stop")
    >>> "sigmoid" in mx.profiler.dumps(reset=True)
    False
    """
    _set_paused(profile_process, True)


def resume(profile_process: str = "worker") -> None:
    """Go on after ``pause``.

    >>> mx.profiler.set_config(aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> mx.profiler.pause()
    >>> mx.profiler.resume()
    >>> mx.nd.sigmoid(mx.nd.ones((2,))).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> "sigmoid" in mx.profiler.dumps(reset=True)
    True
    """
    _set_paused(profile_process, False)


def _set_paused(profile_process: str, paused: bool) -> None:
    if not _for_servers(profile_process, "pause", paused=paused):
        _profiler.paused = paused
        _profiler.follow()


# --- showing ----------------------------------------------------------------------------------------------------------


def dump(finished: bool = True, profile_process: str = "worker") -> None:
    """Write the time line so far to the file that ``set_config`` named; ``finished`` begins a new one after it.

    >>> mx.profiler.set_config(filename="profile.json", aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> mx.nd.relu(mx.nd.ones((2,))).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> mx.profiler.dump()
    >>> import json
    >>> with open("profile.json") as file:
    ...     "traceEvents" in json.load(file)
    True
    """
    if _for_servers(profile_process, "dump", finished=finished is True):
        return
    if _profiler.closed:
        return
    _profiler.write()
    if finished is True:
        with _profiler.lock:
            _profiler.events = []
            _profiler.closed = True


def dump_profile() -> None:
    """The old form of ``dump``.

    >>> mx.profiler.profiler_set_config(mode="all", filename="old.json")
    >>> mx.profiler.profiler_set_state("run")
    >>> mx.nd.relu(mx.nd.ones((2,))).wait_to_read()
    >>> mx.profiler.profiler_set_state("stop")
    >>> mx.profiler.dump_profile()
    >>> import os
    >>> os.path.exists("old.json")
    True
    """
    _deprecated("dump_profile", "dump")
    dump(True)


def dumps(reset: bool = False, format: str = "table", sort_by: str = "total", ascending: bool = False) -> str:
    """The tables of operators, of layers, and of a user's tasks and counters, if ``aggregate_stats`` is on.

    ``format`` is ``'table'`` or ``'json'``; ``sort_by`` is ``'total'``, ``'avg'``, ``'min'``, ``'max'`` or ``'count'``;
    ``reset`` forgets them afterwards.

    >>> mx.profiler.set_config(aggregate_stats=True)
    >>> mx.profiler.dumps(reset=True, format="json")[0]
    '{'
    """
    for name, value, known in (
        ("format", format, ("table", "json")),
        ("sort_by", sort_by, ("total", "avg", "min", "max", "count")),
        ("ascending", ascending, (False, True)),
        ("reset", reset, (False, True)),
    ):
        if value not in known:
            raise AssertionError(f"Invalid value provided for {name}: {value}. Support: {', '.join(map(repr, known))}")
    with _profiler.lock:
        times = {table: _sorted(rows, sort_by, ascending) for table, rows in sorted(_profiler.times.items())}
        memory = {_MEMORY: _sorted(_profiler.memory, sort_by, ascending)} if _profiler.memory else {}
    text = _as_json(times, memory) if format == "json" else _as_tables(times, memory)
    if reset:
        _profiler.clear()
    return text


def _sorted(rows: dict[str, _Summary], sort_by: str, ascending: bool) -> dict[str, dict[str, float]]:
    table = {name: {k: float(f"{v:.4g}") for k, v in summary.row().items()} for name, summary in rows.items()}
    for name, summary in rows.items():
        table[name]["Count"] = summary.count
    return dict(sorted(table.items(), key=lambda item: item[1][sort_by.capitalize()], reverse=not ascending))


def _as_json(times: dict[str, Any], memory: dict[str, Any]) -> str:
    used = {
        table: {name: {k: v for k, v in row.items() if k != "Total"} for name, row in rows.items()}
        for table, rows in memory.items()
    }
    return json.dumps({"Time": times, "Memory": used, "Unit": {"Time": "ms", "Memory": "kB"}}, indent=4)


def _as_tables(times: dict[str, Any], memory: dict[str, Any]) -> str:
    if not _profiler.config["aggregate_stats"]:
        return ""
    lines = ["", "Profile Statistics:", "\tNote the difference in units for different entries."]
    for tables, unit, columns in (
        (memory, "Use (kB)", ("Min", "Max", "Avg")),
        (times, "Time (ms)", ("Total", "Min", "Max", "Avg")),
    ):
        for table, rows in tables.items():
            heads = [unit if c == "Total" else f"{c} {unit}" for c in columns]
            lines += [
                table,
                "=" * 17,
                _line("Name", "Total Count", heads),
                _line("----", "-----------", ["-" * len(h) for h in heads]),
            ]
            lines += [_line(name, row["Count"], [f"{row[c]:.4f}" for c in columns]) for name, row in rows.items()]
            lines.append("")
    return "\n".join(lines) + "\n"


def _line(name: str, count: Any, values: list[str]) -> str:
    return f"{name:<29} {count:>12} " + " ".join(f"{value:>16}" for value in values)


# --- what a program marks itself --------------------------------------------------------------------------------------


class Domain:
    """A group of tasks, frames, counters and markers: a row of the time line, and a table of ``dumps``.

    >>> domain = mx.profiler.Domain('loading')
    >>> task = domain.new_task('read')
    >>> task.start()
    >>> task.stop()
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    def new_task(self, name: str) -> "Task":
        """A task of this domain."""
        return Task(self, name)

    def new_frame(self, name: str) -> "Frame":
        """A frame of this domain."""
        return Frame(self, name)

    def new_counter(self, name: str, value: int | None = None) -> "Counter":
        """A counter of this domain."""
        return Counter(self, name, value)

    def new_marker(self, name: str) -> "Marker":
        """A marker of this domain."""
        return Marker(self, name)


class _Duration:
    """Something with a start and a stop; also a with-statement."""

    def __init__(self, category: str, name: str) -> None:
        self.name = name
        self._category = category
        self._started: int | None = None

    def start(self) -> None:
        """Begin to take the time, if the profiler runs."""
        self._started = time.perf_counter_ns() if _profiler.active else None

    def stop(self) -> None:
        """Note the time taken."""
        started, self._started = self._started, None
        if started is not None and _profiler.active:
            _profiler.duration(self._category, self.name, self._category, started, time.perf_counter_ns())

    def __enter__(self) -> "_Duration":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __str__(self) -> str:
        return self.name


class Task(_Duration):
    """A piece of work of a domain, timed from ``start`` to ``stop``; all its runs are one row of the table.

    >>> with mx.profiler.Task(mx.profiler.Domain("loading"), "read"):
    ...     pass
    """

    def __init__(self, domain: Domain, name: str) -> None:
        super().__init__(str(domain), name)


class Frame(_Duration):
    """One round of something that comes again and again, such as an iteration.

    >>> with mx.profiler.Frame(mx.profiler.Domain("video"), "frame"):
    ...     pass
    """

    def __init__(self, domain: Domain, name: str) -> None:
        super().__init__(f"{domain},frame", name)


class Event(_Duration):
    """Something that is timed on its own, without a domain.

    >>> with mx.profiler.Event("epoch"):
    ...     pass
    """

    def __init__(self, name: str) -> None:
        super().__init__("event", name)


class Counter:
    """A number that changes over time; ``+=`` and ``-=`` change it too.

    Parameters
    ----------
    value : int | None
        The first value.

    >>> counter = mx.profiler.Counter(mx.profiler.Domain("loading"), "batches", 0)
    >>> counter += 1
    """

    def __init__(self, domain: Domain, name: str, value: int | None = None) -> None:
        self.name = name
        self._domain = str(domain)
        self._value = 0
        self._lock = threading.Lock()
        if value is not None:
            self.set_value(value)

    def set_value(self, value: int) -> None:
        """Set the number."""
        with self._lock:
            self._value = int(value)
            self._tell()

    def increment(self, delta: int = 1) -> None:
        """Add to the number."""
        with self._lock:
            self._value += int(delta)
            self._tell()

    def decrement(self, delta: int = 1) -> None:
        """Subtract from the number."""
        self.increment(-int(delta))

    def _tell(self) -> None:
        if _profiler.active:
            now = time.perf_counter_ns()
            _profiler.event(self._domain, "C", self.name, self._domain, now, args={self.name: self._value})
            _profiler.time(self._domain, self.name, self._value)

    def __iadd__(self, delta: int) -> "Counter":
        self.increment(delta)
        return self

    def __isub__(self, delta: int) -> "Counter":
        self.decrement(delta)
        return self

    def __str__(self) -> str:
        return self.name


class Marker:
    """An instant on the time line.

    >>> mx.profiler.Marker(mx.profiler.Domain("training"), "epoch ends").mark()
    """

    def __init__(self, domain: Domain, name: str) -> None:
        self.name = name
        self.domain = domain

    def mark(self, scope: str = "process") -> None:
        """Mark now; ``scope`` is ``'global'``, ``'process'``, ``'thread'``, ``'task'`` or ``'marker'``."""
        if scope not in _SCOPES:
            raise MXNetError(f"Invalid Input: '{scope}', valid values are: {', '.join(_SCOPES)}")
        if _profiler.active:
            category = f"{self.domain},instant_marker"
            _profiler.event(category, "i", self.name, category, time.perf_counter_ns(), s=_SCOPES[scope])


@contextmanager
def scope(name: str = "<unk>:", append_mode: bool = True) -> Iterator[None]:
    """Operators inside count for a layer of this name in the tables, after the names of scopes around it.

    >>> mx.profiler.set_config(aggregate_stats=True)
    >>> mx.profiler.set_state("run")
    >>> with mx.profiler.scope("head:"):
    ...     mx.nd.relu(mx.nd.ones((2,))).wait_to_read()
    >>> mx.profiler.set_state("stop")
    >>> "head" in mx.profiler.dumps(reset=True)
    True
    """
    if not watch.on:
        yield
        return
    around = f"{watch.local.layers[-1]}:" if append_mode and watch.local.layers else ""
    with watch.layer(f"{around}{name}".rstrip(":")):
        yield


def _autostart() -> None:
    """Begin at once if the environment says so, and write the file at the end."""
    if not lookup("MXNET_PROFILER_AUTOSTART"):
        return
    every = bool(lookup("MXNET_PROFILER_MODE"))
    set_config(profile_all=every, profile_imperative=every, aggregate_stats=False)
    set_state("run")
    atexit.register(dump)


_autostart()
