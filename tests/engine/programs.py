"""Random programs for the engine: how they are drawn, run, and compared with the same program run node by node.

A program is a body that runs several times: statements on a few arrays of few shapes, and training steps. So tapes come
back, values go from one iteration to the next, and buffers are donated. Arrays are tiny and shapes few, so that the
single operations of ``NaiveEngine`` are compiled once for all programs.
"""

import ctypes
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import strategies as st
from jax.extend.core import Primitive
from jax.interpreters import mlir

import mxnet as mx
from mxnet import autograd, nd
from mxnet._calls.call import Call
from mxnet._programs import build
from mxnet.ndarray.handle import apply
from mxnet.ndarray.invoke import wrap

ARRAYS, PARAMETERS, OTHERS = 4, 2, 3
SHAPE = (4, 3)
DTYPES = ("float16", "float64", "int32", "int64", "uint8")

Step = tuple[Any, ...]

array = st.integers(0, ARRAYS - 1)
parameter = st.integers(0, PARAMETERS - 1)
other = st.integers(0, OTHERS - 1)
number = st.sampled_from([0.5, 1.0, -1.0, 0.25, 2.0, -0.0])
row = st.integers(0, SHAPE[0] - 1)
dtype = st.sampled_from(DTYPES)


def _steps(**arguments: Sequence[Any]) -> Any:
    return st.one_of([st.tuples(st.just(name.replace("_", " ")), *given) for name, given in arguments.items()])


pure_step = _steps(
    add=(array, array, array),
    multiply=(array, array, array),
    scale=(array, array, number),
    tanh=(array, array),
    center=(array, array),
    multiply_matrices=(array, array, array),
    noise=(array,),
    drop=(array,),
    copy=(array, array),
    alias=(array, array),
    transpose=(array, array),
)
write_step = _steps(
    add_in_place=(array, array),
    assign=(array, array),
    fill_row=(array, row, number),
    copy_row=(array, row, array, row),
    write_view=(array, row, number),
    write_reshaped=(array, st.integers(0, 11), number),
    write_nothing=(array, row),
    write_at_indices=(array, row, row, number),
    write_out=(array, array, array),
)
read_step = _steps(read=(array,), read_row=(array, row), read_parameter=(parameter,), read_gradient=(parameter,))
type_step = _steps(
    make=(other, dtype),
    cast=(other, other, dtype),
    add_others=(other, other),
    multiply_others=(other, other, st.sampled_from([2, 3])),
    compare_others=(other, other),
    write_other=(other, row),
    from_other=(array, other),
    read_other=(other,),
    empty=(other, row),
    choose=(array, array, other),
)
hard_step = _steps(
    export=(array,),
    export_parameter=(parameter,),
    wrong_shape=(array, array),
    wrong_argument=(array,),
    failing_operator=(array, array),
    index_out_of_range=(array, st.integers(0, 6)),
    thread=(array, array, st.booleans()),
    thread_adds=(number,),
    custom=(array, array),
    wait=(),
)
keep_step = _steps(
    keep_parameter=(parameter,), keep_gradient=(parameter,), forget=(), export=(array,), export_parameter=(parameter,)
)
forward = st.lists(
    _steps(
        times=(parameter,), dot=(parameter,), squash=(), shift=(number,), add_array=(array,), rows=(parameter, row),
        normalize=(), read_hidden=(), thread_reads=(), cast_hidden=(), square=(),
    ),
    min_size=1,
    max_size=6,
)  # fmt: skip
update = st.sampled_from(["subtract", "assign", "momentum", "none", "operator", "new array"])
train_step = st.tuples(
    st.just("train"), forward, update, st.booleans(), st.sampled_from(["once", "twice", "later"]), number
)


class Program(NamedTuple):
    """A body and how often it runs; how gradients are stored for each parameter."""

    body: Sequence[Step]
    rounds: int
    requests: Sequence[str]


def programs(*kinds: Any, longest: int = 10) -> Any:
    """Programs whose bodies are made of some kinds of steps."""
    return st.builds(
        Program,
        st.lists(st.one_of(*kinds), min_size=1, max_size=longest),
        st.integers(1, 5),
        st.lists(st.sampled_from(["write", "add"]), min_size=PARAMETERS, max_size=PARAMETERS),
    )


any_program = programs(pure_step, write_step, read_step, type_step, hard_step, keep_step, train_step, train_step)


# --- operators that the tests need ------------------------------------------------------------------------------------


_burn = Primitive("burn")
_burn.def_abstract_eval(lambda data: data)


@partial(mlir.register_lowering, _burn)
def _no_program(*_: Any) -> Any:
    raise RuntimeError("the machine is on fire")


_BURN = Call("burn", lambda data: (_burn.bind(data),), 1)


def burn(x: nd.NDArray) -> nd.NDArray:
    """An operator whose shapes can be inferred, and whose program cannot be built."""
    values, _ = apply(_BURN, (x,))
    return wrap(type(x), values[0], x.context, None, 0)


@mx.operator.register("computes_inside")
class _Prop(mx.operator.CustomOpProp):
    def create_operator(self, ctx: Any, in_shapes: Any, in_dtypes: Any) -> mx.operator.CustomOp:
        return _Operator()


class _Operator(mx.operator.CustomOp):
    """An operator written in Python that computes with arrays, and looks at one, while a program runs."""

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        half = in_data[0] * 0.5
        self.assign(out_data[0], req[0], half + float(half[0, 0].asscalar() > -100))


# --- running ----------------------------------------------------------------------------------------------------------


class Machine:
    """The arrays of a program, and everything that it has seen."""

    def __init__(self, program: Program) -> None:
        mx.random.seed(5)
        ramp = np.linspace(-1, 1, 12).reshape(SHAPE)
        self.arrays = [nd.array(ramp * (i + 1) / 2) for i in range(ARRAYS)]
        self.parameters = [nd.array(ramp[::-1] * (0.7 - 0.3 * i)) for i in range(PARAMETERS)]
        for held, request in zip(self.parameters, program.requests, strict=True):
            held.attach_grad(grad_req=request)
        self.others = [nd.array(np.arange(12).reshape(SHAPE) % 5, dtype=DTYPES[i]) for i in range(OTHERS)]
        self.momentum = [nd.zeros(SHAPE) for _ in range(PARAMETERS)]
        self.total = nd.zeros(SHAPE)
        self.scratch = nd.zeros(SHAPE)
        self.seen: list[Any] = []
        self.kept: list[nd.NDArray] = []
        self.exports: list[tuple[np.ndarray, np.ndarray]] = []
        self.threads: list[threading.Thread] = []
        self.pending: list[nd.NDArray] = []

    def state(self) -> list[nd.NDArray]:
        """Every array that lasts."""
        return [*self.arrays, *self.parameters, *[p.grad for p in self.parameters], *self.others, *self.momentum]

    def read(self, x: nd.NDArray) -> None:
        """Remember what an array holds, or which kind of error it carries."""
        self.seen.append(held(x))

    def note(self) -> None:
        """Between two writes of one step; a machine that is interrupted may stop here."""

    def do(self, step: Step) -> None:
        """One step of the program."""
        getattr(self, "_" + step[0].replace(" ", "_"))(*step[1:])

    def finish(self) -> list[Any]:
        """Everything that was seen, and what all arrays hold at last."""
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive()
        for y in self.pending:
            y.backward()
        for now, then in self.exports:
            np.testing.assert_array_equal(now, then)
        return [*self.seen, *[held(x) for x in [*self.state(), *self.kept, self.total, self.scratch]]]

    # --- new values ---

    def _add(self, a: int, b: int, c: int) -> None:
        self.arrays[a] = (self.arrays[b] + self.arrays[c]) * 0.5

    def _multiply(self, a: int, b: int, c: int) -> None:
        self.arrays[a] = nd.tanh(self.arrays[b] * self.arrays[c])

    def _scale(self, a: int, b: int, factor: float) -> None:
        self.arrays[a] = nd.tanh(self.arrays[b]) * factor - 0.125

    def _tanh(self, a: int, b: int) -> None:
        self.arrays[a] = nd.tanh(self.arrays[b])

    def _center(self, a: int, b: int) -> None:
        self.arrays[a] = self.arrays[b] - nd.mean(self.arrays[b], axis=0, keepdims=True)

    def _multiply_matrices(self, a: int, b: int, c: int) -> None:
        square = nd.dot(self.arrays[b], self.arrays[c], transpose_b=True)
        self.arrays[a] = nd.tanh(nd.dot(square, self.arrays[c]))

    def _noise(self, a: int) -> None:
        self.arrays[a] = self.arrays[a] + nd.random.uniform(0, 0.1, SHAPE)

    def _drop(self, a: int) -> None:
        self.arrays[a] = nd.ones(SHAPE) * 0.5

    def _copy(self, a: int, b: int) -> None:
        self.arrays[a] = self.arrays[b].copy()

    def _alias(self, a: int, b: int) -> None:
        self.arrays[a] = self.arrays[b]

    def _transpose(self, a: int, b: int) -> None:
        self.arrays[a] = self.arrays[b].T.reshape(SHAPE)

    # --- writing ---

    def _add_in_place(self, a: int, b: int) -> None:
        self.arrays[a] += nd.tanh(self.arrays[b]) * 0.5

    def _assign(self, a: int, b: int) -> None:
        self.arrays[a][:] = self.arrays[b]

    def _fill_row(self, a: int, at: int, value: float) -> None:
        self.arrays[a][at] = value

    def _copy_row(self, a: int, at: int, b: int, start: int) -> None:
        self.arrays[a][at] = self.arrays[b][start]

    def _write_view(self, a: int, at: int, value: float) -> None:
        view = self.arrays[a][at : at + 1]
        view *= value

    def _write_reshaped(self, a: int, at: int, value: float) -> None:
        self.arrays[a].reshape((-1,))[at] = value

    def _write_nothing(self, a: int, at: int) -> None:
        self.arrays[a].as_np_ndarray()[at:at] = 7

    def _write_at_indices(self, a: int, one: int, two: int, value: float) -> None:
        self.arrays[a][nd.array([one, two], dtype="int32")] = value

    def _write_out(self, a: int, b: int, c: int) -> None:
        nd.broadcast_maximum(self.arrays[b], self.arrays[c], out=self.arrays[a])

    # --- looking ---

    def _read(self, a: int) -> None:
        self.read(self.arrays[a])

    def _read_row(self, a: int, at: int) -> None:
        self.read(self.arrays[a][at])

    def _read_parameter(self, p: int) -> None:
        self.read(self.parameters[p])

    def _read_gradient(self, p: int) -> None:
        self.read(self.parameters[p].grad)

    # --- other types, and nothing at all ---

    def _make(self, a: int, kind: str) -> None:
        self.others[a] = nd.array(np.arange(12).reshape(SHAPE) % 7, dtype=kind)

    def _cast(self, a: int, b: int, kind: str) -> None:
        source = self.others[b]
        exact = np.issubdtype(source.dtype, np.integer) or np.issubdtype(np.dtype(kind), np.floating)
        self.others[a] = source.astype(kind) if exact else source.copy()

    def _add_others(self, a: int, b: int) -> None:
        self.others[a] = self.others[a] + self.others[b].astype(self.others[a].dtype)

    def _multiply_others(self, a: int, b: int, factor: int) -> None:
        x = self.others[b]
        bounded = x % 11 if np.issubdtype(x.dtype, np.integer) else nd.tanh(x)
        self.others[a] = bounded * factor

    def _compare_others(self, a: int, b: int) -> None:
        x, y = self.others[a], self.others[b]
        if np.issubdtype(x.dtype, np.integer) and np.issubdtype(y.dtype, np.integer):
            both = (x.as_np_ndarray() > 3) & (y.astype(x.dtype).as_np_ndarray() < 9)
            self.read(both.sum())
            self.others[a] = both.astype(x.dtype).as_nd_ndarray()

    def _write_other(self, a: int, at: int) -> None:
        self.others[a][at] = at + 2

    def _from_other(self, a: int, b: int) -> None:
        self.arrays[a] = nd.tanh(self.others[b].astype("float32") * 0.25)

    def _read_other(self, a: int) -> None:
        self.read(self.others[a])

    def _empty(self, a: int, at: int) -> None:
        whole = self.others[a].as_np_ndarray()
        nothing = whole[at:at]
        self.read(nothing * 2)
        self.read(nothing.sum(axis=0))
        self.others[a] = mx.np.concatenate([nothing, whole], axis=0).as_nd_ndarray()

    def _choose(self, a: int, b: int, c: int) -> None:
        if np.issubdtype(self.others[c].dtype, np.integer):
            chosen = (self.others[c] % 2).astype("float32")
            self.arrays[a] = nd.where(chosen, self.arrays[b], self.arrays[a])

    # --- what is hard ---

    def _export(self, a: int) -> None:
        shown = np.from_dlpack(self.arrays[a])
        self.exports.append((shown, shown.copy()))

    def _export_parameter(self, p: int) -> None:
        shown = np.from_dlpack(self.parameters[p])
        self.exports.append((shown, shown.copy()))

    def _wrong_shape(self, a: int, b: int) -> None:
        with pytest.raises(mx.MXNetError):
            nd.dot(self.arrays[a] * 2, self.arrays[b])

    def _wrong_argument(self, a: int) -> None:
        with pytest.raises(mx.MXNetError):
            nd.clip(self.arrays[a] + 0.5, a_min=0.5, a_max="one")

    def _failing_operator(self, a: int, b: int) -> None:
        failed = burn(self.arrays[a] * 0.5)
        worse = failed * self.arrays[b]
        self.read(worse)
        self.scratch[:] = worse
        self.read(self.scratch[1])
        self.scratch = nd.zeros(SHAPE)

    def _index_out_of_range(self, a: int, at: int) -> None:
        index = nd.floor(nd.abs(nd.tanh(self.arrays[a][0, 0:1])) * 0.5) + at
        taken = nd.take(self.arrays[a], index, mode="raise")
        self.scratch[1:2] = taken * 2
        self.read(self.scratch[0])
        self.read(self.scratch)
        self.scratch = nd.ones(SHAPE)

    def _thread(self, a: int, b: int, waits: bool) -> None:
        x, y = self.arrays[a].copy(), self.arrays[b] * 0.5
        self.kept += [x, y]
        place = len(self.seen)
        self.seen.append(None)

        def work() -> None:
            z = nd.tanh(x + y)
            for _ in range(3):
                z += y
                first = z[0]
                first += 1
            self.seen[place] = held(z)

        self._start(work, waits)

    def _start(self, work: Callable[[], None], waits: bool) -> None:
        thread = threading.Thread(target=work)
        thread.start()
        if waits:
            thread.join(60)
        self.threads.append(thread)

    def _thread_adds(self, value: float) -> None:
        total = self.total

        def work() -> None:
            for at in range(4):
                total[at] += value
                part = total[0:2]
                part += 1

        self._start(work, False)

    def _custom(self, a: int, b: int) -> None:
        self.arrays[a] = nd.Custom(self.arrays[b], op_type="computes_inside")

    def _keep_parameter(self, p: int) -> None:
        self.kept.append(self.parameters[p].copy())

    def _keep_gradient(self, p: int) -> None:
        self.kept.append(self.parameters[p].grad.copy())

    def _forget(self) -> None:
        del self.kept[::2]

    def _wait(self) -> None:
        mx.nd.waitall()

    # --- training ---

    def _train(self, layers: Sequence[Step], how: str, reads: bool, backward: str, rate: float) -> None:
        with autograd.record():
            h = self.arrays[0] * self.parameters[0]
            for layer in layers:
                h = self._layer(h, *layer)
            loss = (h * h).mean()
        if backward == "later":
            self._flush_later()
            self.pending.append(loss)
        else:
            loss.backward(retain_graph=backward == "twice")
            if backward == "twice":
                self.note()
                loss.backward()
        self.note()
        for p, w in enumerate(self.parameters):
            self._update(how, p, w, 0.05 * rate)
        if reads:
            self.read(loss)

    def _flush_later(self) -> None:
        """At most two graphs wait for their gradient."""
        if len(self.pending) == 2:
            self.pending.pop(0).backward()
            self.note()

    def _layer(self, h: nd.NDArray, name: str, *given: Any) -> nd.NDArray:
        match name, *given:
            case "times", p:
                return nd.tanh(h * self.parameters[p])
            case "dot", p:
                return nd.tanh(nd.dot(nd.dot(h, self.parameters[p], transpose_b=True), h))
            case ("squash",):
                return nd.sigmoid(h)
            case "shift", value:
                return h + value
            case "add array", a:
                return h + nd.tanh(self.arrays[a])
            case "rows", p, at:
                return h + self.parameters[p][at]
            case ("normalize",):
                return h - h.mean(axis=0, keepdims=True)
            case ("square",):
                return nd.tanh(h * h)
            case ("read hidden",):
                self.read(h)
                return h
            case ("thread reads",):
                place = len(self.seen)
                self.seen.append(None)
                self._start(lambda: self.seen.__setitem__(place, held(h * 2)), False)
                return h
            case ("cast hidden",):
                return h.astype("float64").astype("float32")
        raise AssertionError(name)

    def _update(self, how: str, p: int, w: nd.NDArray, rate: float) -> None:
        match how:
            case "subtract":
                w -= rate * nd.tanh(w.grad)
            case "assign":
                w[:] = w - rate * nd.tanh(w.grad)
            case "momentum":
                self.momentum[p][:] = 0.9 * self.momentum[p] + 0.1 * nd.tanh(w.grad)
                w[:] = w - rate * self.momentum[p]
            case "operator":
                nd.sgd_update(w, nd.tanh(w.grad), lr=rate, out=w)
            case "new array":
                self.arrays[p] = w - rate * nd.tanh(w.grad)
        if w._origin.req == "add" and how != "none":
            self.note()
            w.grad[:] = 0


class Failure(NamedTuple):
    """An error that stands where an array should be."""

    kind: type
    message: str


def held(x: nd.NDArray) -> Any:
    """What an array holds, or the error that it carries."""
    try:
        return x.asnumpy()
    except mx.MXNetError as error:
        return Failure(type(error), str(error))


def run(program: Program, before: Callable[[Step], None] = lambda step: None) -> list[Any]:
    """Run a program on fresh arrays; return everything that it leaves or reads."""
    machine = Machine(program)
    for _ in range(program.rounds):
        for step in program.body:
            before(step)
            machine.do(step)
    return machine.finish()


def compare(found: Sequence[Any], expected: Sequence[Any]) -> None:
    """Two runs saw the same."""
    assert len(found) == len(expected)
    for number, (a, b) in enumerate(zip(found, expected, strict=True)):
        same(a, b, f"result {number} of {len(found)}")


def same(a: Any, b: Any, message: str) -> None:
    """Two results are equal: to the bit for integers, within rounding else."""
    if isinstance(b, Failure) or isinstance(a, Failure):
        assert type(a) is type(b) and a.kind is b.kind, f"{message}: {a} and {b}"
        return
    assert a.dtype == b.dtype and a.shape == b.shape, message
    loose = 2e-2 if a.dtype == np.float16 else 5e-5
    if np.issubdtype(a.dtype, np.floating):
        np.testing.assert_allclose(a, b, rtol=loose, atol=loose, err_msg=message)
    else:
        np.testing.assert_array_equal(a, b, err_msg=message)


# --- programs that are not compiled -----------------------------------------------------------------------------------


class _Evaluated:
    """What stands for a compiled program: node by node, and then every donated buffer is really overwritten."""

    def __init__(self, compiled: Any, device: Any, nodes: Any, live: Any, donated: Any, floats: int, ints: int) -> None:
        self.trace = compiled.trace
        self.device, self.nodes, self.live, self.donated = device, nodes, live, donated
        self.floats, self.ints = floats, ints

    def __call__(self, *arguments: Any) -> list[Any]:
        rest = list(arguments)
        floats, ints = build._unpack(rest, self.floats, self.ints)
        job: Any = _Plain(self.device, self.nodes, rest, floats, ints)
        results = jax.block_until_ready(build.run_each(job, self.live))
        for index in self.donated:
            if isinstance(rest[index], jax.Array):
                overwrite(rest[index])
        return results


class _Plain:
    """The part of a job that running node by node needs."""

    def __init__(self, device: Any, nodes: Any, buffers: list[Any], floats: Any, ints: Any) -> None:
        self.device, self.structure, self.nodes, self.outputs = device, self, nodes, [()] * len(nodes)
        self.slots = [_Buffer(b, device) for b in buffers]
        self.floats = [float(x) for x in (() if floats is None else floats)]
        self.ints = [int(x) for x in (() if ints is None else ints)]


class _Buffer(NamedTuple):
    """A slot that is a buffer."""

    data: Any
    device: Any

    def argument(self) -> Any:
        """The buffer, on the device."""
        return jnp.asarray(self.data, device=self.device.sharding)


def overwrite(buffer: jax.Array) -> None:
    """Do what a program may do to a donated buffer: nothing of it is left."""
    assert not buffer.is_deleted(), "a buffer was donated twice"
    ctypes.memset(buffer.unsafe_buffer_pointer(), 0x5A, buffer.nbytes)
    buffer.delete()


@contextmanager
def evaluated() -> Iterator[None]:
    """A scope in which programs are built and run as ever, except that XLA compiles only single operations.

    It is many times faster where every program is new, and more severe: who reads a donated buffer finds nonsense.
    """
    compiled = build.jitted
    build.jitted = lambda *given: _Evaluated(compiled(*given), *given)  # type: ignore[assignment]
    try:
        yield
    finally:
        build.jitted = compiled
