"""Threads and devices each have a tape; values pass between them."""

import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._lazy.epoch import Epoch
from mxnet._lazy.mode import mode
from mxnet._lazy.structure import Gradient
from mxnet._lazy.tape import Tape, changed
from mxnet._lazy.value import Value
from mxnet._programs import report
from mxnet._programs.worker import in_worker
from mxnet.ndarray.handle import new_view, value_of
from mxnet.ndarray.views import Slice
from tests.engine.counting import counted, training_step


def in_threads(count: int, work) -> list:
    """What each thread gives; they take turns a hundred times as often as usual, so that they meet everywhere."""
    start, before = threading.Barrier(count), sys.getswitchinterval()

    def run(number: int):
        start.wait()
        return work(number)

    sys.setswitchinterval(5e-5)
    try:
        with ThreadPoolExecutor(count) as threads:
            return list(threads.map(run, range(count)))
    finally:
        sys.setswitchinterval(before)


def test_a_value_recorded_by_one_thread_is_read_by_another() -> None:
    results = in_threads(4, lambda i: nd.ones((3,)) * i + 1)
    for i, result in enumerate(results):
        np.testing.assert_array_equal(result.asnumpy(), np.full(3, i + 1.0))


def test_threads_compute_with_one_anothers_pending_values() -> None:
    shared = nd.array([1.0, 2.0]) * 3
    results = in_threads(4, lambda i: (shared + i).asnumpy())
    for i, result in enumerate(results):
        np.testing.assert_array_equal(result, [3 + i, 6 + i])


def test_garbage_that_computes_while_a_thread_gets_its_tape(monkeypatch: pytest.MonkeyPatch) -> None:
    x, found = nd.array([1.0, 2.0]), []
    init = Tape.__init__

    def interrupted(self, *given) -> None:
        init(self, *given)
        if not found:
            found.append(None)
            found[0] = x * 3  # as a ``__del__`` does that the collector runs here

    monkeypatch.setattr(Tape, "__init__", interrupted)
    (result,) = in_threads(1, lambda _: (x + 1).asnumpy())
    np.testing.assert_array_equal(result, [2, 3])
    np.testing.assert_array_equal(found[0].asnumpy(), [3, 6])


def test_recording_belongs_to_a_thread() -> None:
    with autograd.record():
        (state,) = in_threads(1, lambda _: (autograd.is_recording(), autograd.is_training()))
    assert state == (False, False)


def test_many_threads_on_one_array() -> None:
    x = nd.array(np.arange(12).reshape(3, 4))

    def work(i: int) -> float:
        total = 0.0
        for _ in range(20):
            total += float((x * i).sum().asscalar())
        return total

    assert in_threads(4, work) == [20 * i * 66.0 for i in range(4)]


def test_devices_run_their_own_tapes() -> None:
    arrays = [nd.ones((2, 2), ctx=mx.cpu(i)) * (i + 1) for i in range(4)]
    total = sum(a.as_in_context(mx.cpu(0)).sum().asscalar() for a in arrays)
    assert total == 4 * (1 + 2 + 3 + 4)
    assert [a.context for a in arrays] == [mx.cpu(i) for i in range(4)]


def test_a_context_beyond_the_devices_keeps_its_name() -> None:
    x = nd.ones((2,), ctx=mx.cpu(99))
    assert x.context == mx.cpu(99)
    assert (x + 1).context == mx.cpu(99)
    np.testing.assert_array_equal((x + 1).asnumpy(), [2, 2])


def test_a_gradient_of_what_another_thread_recorded() -> None:
    x = nd.array([1.0, 2.0, 3.0])
    x.attach_grad()

    def forward(_: int) -> mx.nd.NDArray:
        with autograd.record():
            return (nd.tanh(x) * x).sum()

    (y,) = in_threads(1, forward)
    y.backward()
    t = np.tanh([1.0, 2.0, 3.0])
    np.testing.assert_allclose(x.grad.asnumpy(), t + np.array([1.0, 2.0, 3.0]) * (1 - t * t), rtol=1e-5)


def compilations_of_gradients(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the structures with a gradient that are compiled from now on."""
    sizes: list[int] = []
    compiling = report.compiling

    def listen(job, *rest) -> None:
        if any(type(node) is Gradient for node in job.structure.nodes):
            sizes.append(job.structure.size)
        compiling(job, *rest)

    monkeypatch.setattr(report, "compiling", listen)
    return sizes


def test_a_thread_that_reads_and_keeps_parameters_compiles_the_step_at_most_twice_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parameters = [nd.array(np.full((6, 6), 0.1)) for _ in range(5)]
    for parameter in parameters:
        parameter.attach_grad()
    x, kept, stop = nd.array(np.ones((4, 6))), {}, threading.Event()
    step = training_step(parameters, x)

    def look() -> None:
        generator = random.Random(4)
        while not stop.is_set():
            number = generator.randrange(len(parameters))
            kept[number] = [parameters[number].copy(), parameters[number].detach(), parameters[number].grad.detach()]
            if generator.random() < 0.5:
                kept[number][0].asnumpy()
            if generator.random() < 0.3:
                kept.clear()

    for _ in range(3):
        step()
    sizes = compilations_of_gradients(monkeypatch)
    thread = threading.Thread(target=look)
    thread.start()
    try:
        for _ in range(600):
            step()
    finally:
        stop.set()
        thread.join()
    assert len(sizes) <= 2


def test_whatever_results_are_kept_a_structure_has_few_programs() -> None:
    x, generator = nd.array(np.ones((3, 5))), random.Random(8)
    kept: list[mx.nd.NDArray] = []
    with changed(interpret=False), counted() as counts:
        for number in range(150):
            results = [x * (number + 2.5)]
            for _ in range(7):
                results.append(nd.tanh(results[-1]))
            kept = [r for r in results if generator.random() < 0.5]
            results = results[-1:]
            results[0].asnumpy()
            expected = [np.full((3, 5), number + 2.5)]
            for array in kept:
                while not np.allclose(array.asnumpy(), expected[-1], rtol=1e-5):
                    expected.append(np.tanh(expected[-1]))
                    assert len(expected) <= 8
    assert counts.compilations <= 4


class Interrupting(dict):
    """Slots of an epoch that another thread settles when they have been counted so many times."""

    def __init__(self, epoch: Epoch, times: int) -> None:
        super().__init__(epoch.slots)
        self.epoch, self.times = epoch, times

    def __len__(self) -> int:
        count = super().__len__()
        self.times -= 1
        if self.times == 0:
            thread = threading.Thread(target=self.epoch.settle, args=("another thread reads",))
            thread.start()
            thread.join()
        return count


@pytest.mark.parametrize("times", (1, 2, 3))
@pytest.mark.parametrize("records", (False, True))
def test_another_thread_settles_an_epoch_while_a_node_is_named(records: bool, times: int) -> None:
    x, y = nd.array([1.0, 2.0]), nd.array([3.0, 4.0])
    y.attach_grad()
    for _ in range(3):
        with autograd.record(records):
            first = x * 5
            epoch = value_of(first).device.local.tape.epoch
            epoch.slots = Interrupting(epoch, times)
            second = first * y
        np.testing.assert_array_equal(second.asnumpy(), [15.0, 40.0])
        assert epoch.finished
        if records:
            second.backward()
            np.testing.assert_array_equal(y.grad.asnumpy(), [5.0, 10.0])


# --- writing: as many threads as you like, and nothing is lost --------------------------------------------------------

THREADS, TIMES = 4, 50


def write_rows(m: mx.nd.NDArray, k: int) -> None:
    for i in range(TIMES):
        m[k, i] = k + 1


def write_boxes(m: mx.nd.NDArray, k: int) -> None:
    for i in range(TIMES):
        m[k : k + 1, i : i + 1] = k + 1


def write_at_indices(m: mx.nd.NDArray, k: int) -> None:
    for i in range(TIMES):
        m[nd.array([k]), nd.array([i])] = k + 1


def write_through_a_view(m: mx.nd.NDArray, k: int) -> None:
    row = m[k]
    for i in range(0, TIMES, 2):
        row[i : i + 2] = k + 1


def write_through_a_reshape(m: mx.nd.NDArray, k: int) -> None:
    for i in range(TIMES):
        m.reshape((-1,))[k * TIMES + i] = k + 1


def write_with_slice_assign(m: mx.nd.NDArray, k: int) -> None:
    for i in range(TIMES):
        m.slice_assign_scalar(k + 1, (k, i), (k + 1, i + 1), (1, 1))


@pytest.mark.parametrize(
    "write",
    [
        write_rows,
        write_boxes,
        write_at_indices,
        write_through_a_view,
        write_through_a_reshape,
        write_with_slice_assign,
    ],
)
def test_threads_write_to_parts_of_one_array(write) -> None:
    m = nd.zeros((THREADS, TIMES))
    in_threads(THREADS, lambda k: write(m, k))
    np.testing.assert_array_equal(m.asnumpy(), np.repeat(np.arange(1.0, THREADS + 1)[:, None], TIMES, 1))


def add_to_the_array(m: mx.nd.NDArray) -> None:
    m += 1


def add_to_a_view(m: mx.nd.NDArray) -> None:
    whole = m[0:3]
    whole += 1


def add_to_a_part(m: mx.nd.NDArray) -> None:
    m[0:3] += 1  # Python reads a view, adds to it, and assigns it to itself


def add_with_out(m: mx.nd.NDArray) -> None:
    nd.elemwise_add(m, nd.ones((3, 4)), out=m)


def add_with_out_of_numpy(m: mx.nd.NDArray) -> None:
    same = m.as_np_ndarray()
    mx.np.add(same, 1, out=same)


def step_an_optimizer(m: mx.nd.NDArray) -> None:
    nd.sgd_update(m, nd.ones((3, 4)), lr=-1, out=m)


@pytest.mark.parametrize(
    "add",
    [add_to_the_array, add_to_a_view, add_to_a_part, add_with_out, add_with_out_of_numpy, step_an_optimizer],
)
def test_threads_add_to_one_array(add) -> None:
    m = nd.zeros((3, 4))
    in_threads(THREADS, lambda _: [add(m) for _ in range(TIMES)])
    np.testing.assert_array_equal(m.asnumpy(), np.full((3, 4), THREADS * TIMES))


def test_a_step_with_a_state_writes_both_or_none() -> None:
    weight, state = nd.zeros((2,)), nd.zeros((2,))

    def work(_: int) -> None:
        for _ in range(TIMES):
            nd.sgd_mom_update(weight, nd.ones((2,)), state, lr=1, momentum=1, out=weight)

    in_threads(THREADS, work)
    count = THREADS * TIMES
    np.testing.assert_array_equal(state.asnumpy(), [-count] * 2)
    np.testing.assert_array_equal(weight.asnumpy(), [-count * (count + 1) / 2] * 2)


def test_threads_add_to_one_gradient() -> None:
    x = nd.array([1.0, 2.0])
    x.attach_grad(grad_req="add")

    def work(_: int) -> None:
        for _ in range(TIMES):
            with autograd.record():
                y = (x * 3).sum()
            y.backward()

    in_threads(THREADS, work)
    np.testing.assert_array_equal(x.grad.asnumpy(), [3 * THREADS * TIMES] * 2)


def test_a_view_read_while_its_base_changes_is_read_again() -> None:
    base = nd.array([1.0, 2.0, 3.0])

    class Interrupted(Slice):
        """A step during which another thread writes, once."""

        def read(self, whole: Value) -> Value:
            part = super().read(whole)
            if not written:
                written.append(True)
                in_threads(1, lambda _: base.__setitem__(slice(None), nd.array([7.0, 8.0, 9.0])))
            return part

    written: list[bool] = []
    view = new_view(mx.nd.NDArray, base, (Interrupted((1,), (2,), ()),))
    np.testing.assert_array_equal(np.asarray(value_of(view).read("the test")), [2, 3])
    np.testing.assert_array_equal(view.asnumpy(), [8, 9])


def test_a_custom_operator_writes_while_others_do() -> None:
    @mx.operator.register("writes_in_threads")
    class Prop(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Op()

    class Op(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            shared[0:1] += 1
            self.assign(out_data[0], req[0], in_data[0] * 2)

    shared = nd.zeros((2,))

    def work(_: int) -> list[float]:
        results = []
        for _ in range(10):
            y = nd.Custom(nd.ones((2,)), op_type="writes_in_threads")
            shared[1:2] += 1
            results.append(float(y.sum().asscalar()))
        return results

    assert in_threads(THREADS, work) == [[4.0] * 10] * THREADS
    np.testing.assert_array_equal(shared.asnumpy(), [10 * THREADS] * 2)


def test_what_a_running_program_calls_computes_in_its_own_thread() -> None:
    """In a new one it may wait for the running program, which waits for it."""

    class Owner:
        task = None

    def where(inside: bool) -> tuple[int, bool]:
        seen: list[tuple[int, bool]] = []
        mode.inside = inside
        try:
            in_worker(Owner(), (), lambda: seen.append((threading.get_ident(), mode.inside)))
        finally:
            mode.inside = False
        return seen[0]

    assert where(True) == (threading.get_ident(), True)
    assert where(False)[0] != threading.get_ident()


def test_custom_operators_whose_own_work_is_compiled_train() -> None:
    class Op(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            y = in_data[0]
            for _ in range(3):
                y = nd.tanh(nd.dot(y, in_data[1]))
            self.assign(out_data[0], req[0], y)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], nd.dot(out_grad[0], in_data[1], transpose_b=True))
            self.assign(in_grad[1], req[1], nd.dot(in_data[0], out_grad[0], transpose_a=True))

    @mx.operator.register("several_products")
    class Prop(mx.operator.CustomOpProp):
        def list_arguments(self):
            return ["data", "weight"]

        def infer_shape(self, in_shape):
            return [in_shape[0], (in_shape[0][1], in_shape[0][1])], [in_shape[0]]

        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Op()

    net = mx.sym.Custom(mx.sym.var("data"), mx.sym.var("weight"), op_type="several_products")
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (80, 400))])
    module.init_params(mx.init.Constant(0.001))
    module.init_optimizer(optimizer="sgd")
    for _ in range(6):
        module.forward(mx.io.DataBatch([nd.ones((80, 400))]), is_train=True)
        module.backward([nd.ones((80, 400))])
        module.update()
    nd.waitall()
    # Each step takes 0.01 / 80 of a gradient of 80.
    np.testing.assert_allclose(module.get_params()[0]["weight"].asnumpy(), 0.001 - 6 * 0.01, rtol=1e-4)
