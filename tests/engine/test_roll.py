"""Loops are rolled: equal rounds become one scan, and give the numbers that they give unrolled and node by node."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._host.caches import clear_caches
from mxnet._lazy.structure import INT
from mxnet._lazy.tape import changed
from mxnet._programs.roll import Item, Segment, plan
from mxnet.gluon import rnn
from tests.engine.counting import counted

ROUNDS, BATCH, UNITS = 6, 2, 3
# So many that rounds may read arrays of their own.
MANY = 24
Program = Callable[[], Sequence[np.ndarray]]


def run(program: Program, **values: bool) -> tuple[list[np.ndarray], int]:
    """What a program gives under some settings, compiled anew, and how many loops were rolled."""
    clear_caches()
    mx.random.seed(7)
    with changed(**{"interpret": False, **values}), counted() as counts:
        found = [np.array(array) for array in program()]
    return found, counts.rolled


def agree(program: Program, loops: int = 1) -> None:
    """Rolled, unrolled and node by node give the same, and so many loops are rolled."""
    rolled, count = run(program)
    unrolled, none = run(program, roll=False)
    naive, _ = run(program, naive=True)
    assert (count, none) == (loops, 0)
    for a, b, c in zip(rolled, unrolled, naive, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(a, c, rtol=1e-5, atol=1e-6)


def values(*shape: int, seed: int = 0) -> nd.NDArray:
    return nd.array(np.random.RandomState(seed).uniform(-0.5, 0.5, shape))


def parameters(count: int, *shapes: tuple[int, ...]) -> list[list[nd.NDArray]]:
    made = [[values(*shape, seed=10 * i + j) for j, shape in enumerate(shapes)] for i in range(count)]
    for group in made:
        for parameter in group:
            parameter.attach_grad()
    return made


def affine(x: nd.NDArray, h: nd.NDArray, gate: Sequence[nd.NDArray]) -> nd.NDArray:
    return nd.dot(x, gate[0]) + nd.dot(h, gate[1]) + gate[2]


def gru(x: nd.NDArray, h: nd.NDArray, gates: Sequence[Sequence[nd.NDArray]]) -> nd.NDArray:
    z, r = nd.sigmoid(affine(x, h, gates[0])), nd.sigmoid(affine(x, h, gates[1]))
    return z * h + (1 - z) * nd.tanh(affine(x, r * h, gates[2]))


def lstm(
    x: nd.NDArray, h: nd.NDArray, c: nd.NDArray, gates: Sequence[Sequence[nd.NDArray]]
) -> tuple[nd.NDArray, nd.NDArray]:
    i, f, o = (nd.sigmoid(affine(x, h, gate)) for gate in gates[:3])
    c = f * c + i * nd.tanh(affine(x, h, gates[3]))
    return o * nd.tanh(c), c


GATE = ((UNITS, UNITS), (UNITS, UNITS), (UNITS,))


def gradients(made: Sequence[Sequence[nd.NDArray]]) -> list[np.ndarray]:
    return [p.grad.asnumpy() for group in made for p in group]


# --- from scratch ---------------------------------------------------------------------------------------------------


def test_gru_from_scratch_with_clipping() -> None:
    """As it is written by hand: gates of products, gradients clipped, parameters updated in place."""

    def program() -> list[np.ndarray]:
        gates, (output,) = parameters(3, *GATE), parameters(1, (UNITS, UNITS))
        flat = [p for gate in (*gates, output) for p in gate]
        losses = []
        for _ in range(2):
            h = nd.zeros((BATCH, UNITS))
            with autograd.record():
                outputs = []
                for x in [
                    nd.one_hot(i, UNITS) for i in nd.array(np.arange(ROUNDS * BATCH).reshape(ROUNDS, BATCH) % UNITS)
                ]:
                    h = gru(x, h, gates)
                    outputs.append(nd.dot(h, output[0]))
                loss = nd.concat(*outputs, dim=0).square().mean()
            loss.backward()
            norm = nd.add_n(*[(p.grad**2).sum() for p in flat]).sqrt()
            for p in flat:
                p[:] = p - 0.5 * p.grad / nd.maximum(norm, 0.01)
            losses.append(loss.asnumpy())
        return [*losses, *[p.asnumpy() for p in flat]]

    agree(program)


def test_lstm_from_scratch() -> None:
    """Two carries, and outputs of every round."""

    def program() -> list[np.ndarray]:
        gates = parameters(4, *GATE)
        x = values(ROUNDS, BATCH, UNITS)
        h = c = nd.zeros((BATCH, UNITS))
        with autograd.record():
            states = []
            for n in range(ROUNDS):
                h, c = lstm(x[n], h, c, gates)
                states.append(h)
            loss = nd.stack(*states).square().sum()
        loss.backward()
        return [loss.asnumpy(), c.asnumpy(), *gradients(gates)]

    agree(program)


def test_gradient_of_inputs_and_of_the_first_state() -> None:
    """What is stacked and what a loop begins with get their gradients."""

    def program() -> list[np.ndarray]:
        (gate,) = parameters(1, *GATE)
        inputs = [values(BATCH, UNITS, seed=50 + n) for n in range(MANY)]
        first = values(BATCH, UNITS, seed=99)
        for array in (*inputs, first):
            array.attach_grad()
        with autograd.record():
            h = first
            for x in inputs:
                h = nd.tanh(affine(x, h, gate))
            loss = (h * h).sum()
        loss.backward()
        return [h.asnumpy(), first.grad.asnumpy(), *[x.grad.asnumpy() for x in inputs], *gradients([gate])]

    agree(program)


def test_states_that_somebody_keeps() -> None:
    """Intermediate values that are alive after the loop come out of it."""

    def program() -> list[np.ndarray]:
        (gate,) = parameters(1, *GATE)
        x, h, kept = values(ROUNDS, BATCH, UNITS), nd.ones((BATCH, UNITS)), []
        with autograd.record():
            for n in range(ROUNDS):
                before = affine(x[n], h, gate)
                h = nd.tanh(before)
                kept += [before, h]
            loss = h.sum()
        loss.backward()
        return [*[k.asnumpy() for k in kept], *gradients([gate])]

    agree(program)


def test_first_round_with_a_state_of_another_shape() -> None:
    """The odd round stays outside."""

    def program() -> list[np.ndarray]:
        (gate,) = parameters(1, *GATE)
        x, h = values(ROUNDS + 1, BATCH, UNITS), nd.zeros((1, UNITS))
        with autograd.record():
            for n in range(ROUNDS + 1):
                h = nd.tanh(nd.broadcast_add(nd.dot(x[n], gate[0]), nd.dot(h, gate[1])) + gate[2])
            loss = h.sum()
        loss.backward()
        return [h.asnumpy(), *gradients([gate])]

    agree(program)


def test_only_the_last_round_is_differentiated() -> None:
    """What every round computes and only the last one uses."""

    def program() -> list[np.ndarray]:
        (gate,), (out,) = parameters(1, *GATE), parameters(1, (UNITS, UNITS))
        x, h = values(ROUNDS, BATCH, UNITS), nd.zeros((BATCH, UNITS))
        with autograd.record():
            for n in range(ROUNDS):
                h = nd.tanh(affine(x[n], h, gate))
                y = nd.dot(h, out[0])
            loss = y.sum()
        loss.backward()
        return [y.asnumpy(), *gradients([gate, out])]

    agree(program)


def test_state_detached_in_each_round() -> None:
    """A gradient that stops at the state passes no round."""

    def program() -> list[np.ndarray]:
        (gate,) = parameters(1, *GATE)
        x, h = values(ROUNDS, BATCH, UNITS), nd.zeros((BATCH, UNITS))
        total = nd.zeros((BATCH, UNITS))
        with autograd.record():
            for n in range(ROUNDS):
                h = nd.tanh(affine(x[n], h.detach(), gate))
                total = total + h
            loss = total.sum()
        loss.backward()
        return [h.asnumpy(), *gradients([gate])]

    agree(program)


def test_two_gradients_of_one_loop() -> None:
    """With ``retain_graph`` a loop is differentiated twice."""

    def program() -> list[np.ndarray]:
        (gate,) = parameters(1, *GATE)
        x, h = values(ROUNDS, BATCH, UNITS), nd.zeros((BATCH, UNITS))
        with autograd.record():
            for n in range(ROUNDS):
                h = nd.tanh(affine(x[n], h, gate))
            one, two = h.sum(), h.square().sum()
        one.backward(retain_graph=True)
        first = [p.grad.copy() for p in gate]
        two.backward()
        return [*[g.asnumpy() for g in first], *gradients([gate])]

    agree(program)


def test_forward_read_before_backward() -> None:
    """Where the forward part ran in an earlier program, the gradient is right too."""

    def program() -> list[np.ndarray]:
        (gate,) = parameters(1, *GATE)
        x, h = values(MANY, BATCH, UNITS), nd.zeros((BATCH, UNITS))
        with autograd.record():
            for n in range(MANY):
                h = nd.tanh(affine(x[n], h, gate))
            loss = h.sum()
        before = loss.asnumpy()
        loss.backward()
        return [before, *gradients([gate])]

    agree(program, loops=2)


def test_a_recurrence_that_reads_two_rounds_back() -> None:
    """A carry may be older than one round."""

    def program() -> list[np.ndarray]:
        a, b = values(BATCH, UNITS), values(BATCH, UNITS, seed=1)
        a.attach_grad()
        with autograd.record():
            x, y = a, b
            for n in range(12):
                x, y = nd.tanh(0.5 * x + 0.25 * n * y), x
            loss = (x * y).sum()
        loss.backward()
        return [x.asnumpy(), y.asnumpy(), a.grad.asnumpy()]

    agree(program)


def test_optimizer_updates_are_left_alone() -> None:
    """Rounds that do not read each other stay as they are: stacking what they read would cost memory."""

    def program() -> list[np.ndarray]:
        arrays = [values(BATCH, UNITS, seed=n) for n in range(12)]
        nd.waitall()
        return [a.asnumpy() for a in [(a * 0.5 + 1) * a for a in arrays]]

    agree(program, loops=0)


# --- cells, layers, graphs ------------------------------------------------------------------------------------------


class Unrolled(gluon.HybridBlock):
    """A cell, unrolled."""

    def __init__(self, cell: rnn.RecurrentCell) -> None:
        super().__init__()
        with self.name_scope():
            self.cell = cell

    def hybrid_forward(self, F: object, x: nd.NDArray) -> nd.NDArray:
        return self.cell.unroll(ROUNDS + 2, x, layout="NTC", merge_outputs=True)[0]


def stacked(*cells: rnn.RecurrentCell) -> rnn.RecurrentCell:
    found = rnn.HybridSequentialRNNCell()
    for cell in cells:
        found.add(cell)
    return found


CELLS = {
    "rnn": lambda: rnn.RNNCell(UNITS, input_size=UNITS),
    "lstm": lambda: rnn.LSTMCell(UNITS, input_size=UNITS),
    "gru": lambda: rnn.GRUCell(UNITS, input_size=UNITS),
    "dropout": lambda: stacked(rnn.LSTMCell(UNITS, input_size=UNITS), rnn.DropoutCell(0.5)),
    "layers": lambda: stacked(rnn.GRUCell(UNITS, input_size=UNITS), rnn.GRUCell(UNITS, input_size=UNITS)),
}


@pytest.mark.parametrize("hybrid", [False, True], ids=["imperative", "hybridized"])
@pytest.mark.parametrize("name", CELLS)
def test_unrolled_cells(name: str, hybrid: bool) -> None:
    """Cells of Gluon, one step of training."""

    def program() -> list[np.ndarray]:
        net = Unrolled(CELLS[name]())
        net.initialize(mx.init.Uniform(0.5))
        if hybrid:
            net.hybridize()
        x = values(BATCH, ROUNDS + 2, UNITS)
        with autograd.record():
            loss = net(x).square().sum()
        loss.backward()
        return [loss.asnumpy(), *[p.grad().asnumpy() for p in net.collect_params().values()]]

    rolled, count = run(program)
    unrolled, none = run(program, roll=False)
    assert count >= 1
    assert none == 0
    for a, b in zip(rolled, unrolled, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    if not (hybrid and name == "dropout"):  # a graph draws its masks from a key of its own
        for a, b in zip(rolled, run(program, naive=True)[0], strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_a_hybridized_cell_called_in_a_loop() -> None:
    """Rounds that are whole graphs, with what they keep for the gradient."""

    def program() -> list[np.ndarray]:
        cell = rnn.GRUCell(UNITS, input_size=UNITS)
        cell.initialize(mx.init.Uniform(0.5))
        cell.hybridize()
        x, states = values(24, BATCH, UNITS), cell.begin_state(BATCH)
        with autograd.record():
            outputs = []
            for n in range(24):
                y, states = cell(x[n], states)
                outputs.append(y)
            loss = nd.stack(*outputs).square().sum()
        loss.backward()
        return [loss.asnumpy(), *[p.grad().asnumpy() for p in cell.collect_params().values()]]

    agree(program)


def test_a_bound_symbol() -> None:
    """The symbol of an unrolled cell, bound."""

    def program() -> list[np.ndarray]:
        cell = mx.rnn.LSTMCell(UNITS, prefix="lstm_")
        outputs, _ = cell.unroll(ROUNDS, mx.sym.Variable("data"), layout="NTC", merge_outputs=True)
        bound = outputs.simple_bind(mx.cpu(), data=(BATCH, ROUNDS, UNITS))
        for i, (_, array) in enumerate(sorted(bound.arg_dict.items())):
            array[:] = values(*array.shape, seed=i)
        (out,) = bound.forward(is_train=True)
        bound.backward(nd.ones(out.shape))
        return [out.asnumpy(), *[g.asnumpy() for _, g in sorted(bound.grad_dict.items())]]

    agree(program)


def test_whole_numbers_in_the_rounds() -> None:
    """A counter that is carried, and kept, has no gradient."""

    def program() -> list[np.ndarray]:
        (gate,) = parameters(1, *GATE)
        x, h, count = values(ROUNDS, BATCH, UNITS), nd.zeros((BATCH, UNITS)), nd.zeros((1,), dtype="int32")
        with autograd.record():
            for n in range(ROUNDS):
                count = count + 1
                h = nd.tanh(affine(x[n], h, gate)) + count.astype("float32")
            loss = h.sum()
        loss.backward()
        return [h.asnumpy(), count.asnumpy(), *gradients([gate])]

    agree(program)


def test_layer_after_layer() -> None:
    """Several loops one after the other, the second over the outputs of the first."""

    def program() -> list[np.ndarray]:
        gates = parameters(2, *GATE)
        sequence = list(values(8, BATCH, UNITS))
        with autograd.record():
            for gate in gates:
                h, outputs = nd.zeros((BATCH, UNITS)), []
                for x in sequence:
                    h = nd.tanh(affine(x, h, gate))
                    outputs.append(h)
                sequence = outputs
            loss = nd.stack(*sequence).square().sum()
        loss.backward()
        return [loss.asnumpy(), *gradients(gates)]

    agree(program, loops=2)


@pytest.mark.parametrize("frozen", [False, True])
def test_layers_inside_steps(frozen: bool) -> None:
    """Equal layers in each step are a loop in the loop, the first one too if its weight gets no gradient."""

    def program() -> list[np.ndarray]:
        layers = parameters(7, (UNITS, UNITS), (UNITS,))
        if frozen:
            layers[0][0] = values(UNITS, UNITS)
        x, h = values(5, BATCH, UNITS), nd.zeros((BATCH, UNITS))
        with autograd.record():
            for n in range(5):
                h = h + x[n]
                for w, b in layers:
                    h = nd.tanh(nd.dot(h, w) + b) * 0.5
            loss = h.sum()
        loss.backward()
        return [h.asnumpy(), *gradients(layers[1:])]

    rolled, count = run(program)
    unrolled, _ = run(program, roll=False)
    assert count >= 1
    for a, b in zip(rolled, unrolled, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


# --- finding rounds -------------------------------------------------------------------------------------------------


def rounds(count: int) -> list[Item]:
    """Rounds of three operators: h = f(h, input, number); a = g(h, weight); b = g(a, weight)."""
    found = []
    for n in range(count):
        found += [
            Item("f", (3 * n - 3 if n else -1, -10 - n, INT + n), 1),
            Item("g", (3 * n, -2), 1),
            Item("g", (3 * n + 1, -2), 1),
        ]
    return found


def test_what_a_loop_reads() -> None:
    """State, weights, inputs and numbers are told apart."""
    items = rounds(MANY)
    loop = plan(items)[0]
    assert loop.segment == Segment(0, 3, MANY)
    assert loop.shared == (-2,)
    assert [(c.output, c.delay, c.initial) for c in loop.carries] == [(0, 1, (-1,))]
    assert loop.stacked == (tuple(range(-10, -10 - MANY, -1)), tuple(range(INT, INT + MANY)))


def test_too_few_rounds_stay() -> None:
    """What is short is left alone."""
    computed = [Item(item.key, tuple([max(ref, -2) for ref in item.refs]), 1) for item in rounds(8)]
    assert plan(computed[:-3]) == {}
    assert len(plan(computed)) == 1


def test_few_rounds_with_arrays_of_their_own_stay() -> None:
    """Stacking the weights of some layers would cost more than rolling saves."""
    assert plan(rounds(20)) == {}
    assert len(plan(rounds(21))) == 1


def test_the_log_names_the_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    """The engine's log says what was rolled."""

    def program() -> list[np.ndarray]:
        x, w = values(BATCH, UNITS), values(UNITS, UNITS)
        for n in range(13):
            x = nd.dot(x * (n + 0.5), w)
        return [x.asnumpy()]

    run(program, log=True)
    assert "rolled 13 rounds of 2 operators" in capsys.readouterr().err


def test_what_fuses_is_not_rolled() -> None:
    """A chain of elementwise operators is one pass over memory; only where every result is kept is it a loop."""

    def chain(keep: bool) -> Callable[[], list[np.ndarray]]:
        def program() -> list[np.ndarray]:
            results = [values(BATCH, UNITS)]
            for n in range(25):
                results = [*(results if keep else []), nd.tanh(results[-1] * (n + 0.5))]
            return [r.asnumpy() for r in results]

        return program

    assert run(chain(keep=False))[1] == 0
    assert run(chain(keep=True))[1] == 1


# --- random recurrent programs --------------------------------------------------------------------------------------

operand = st.integers(0, 7)
operation = st.tuples(st.sampled_from(["add", "mul", "dot", "tanh", "scale", "slice"]), operand, operand)


@settings(max_examples=20, deadline=None)
@given(
    body=st.lists(operation, min_size=2, max_size=5),
    carried=st.lists(operand, min_size=1, max_size=2),
    kept=st.sets(operand, max_size=2),
    count=st.integers(5, 9),
    differentiate=st.booleans(),
)
def test_random_recurrences(
    body: list[tuple[str, int, int]], carried: list[int], kept: set[int], count: int, differentiate: bool
) -> None:
    """Rolled, unrolled and node by node agree on random rounds."""

    def program() -> list[np.ndarray]:
        weight, first = values(UNITS, UNITS), [values(UNITS, UNITS, seed=n + 1) for n in range(2)]
        sequence, single = (
            values(count, UNITS, UNITS, seed=3),
            [values(UNITS, UNITS, seed=60 + n) for n in range(count)],
        )
        for array in (weight, *first, single[0]):
            array.attach_grad()
        states, seen = list(first), []
        with autograd.record():
            for n in range(count):
                known = [*states, weight, single[n]]
                for name, i, j in body:
                    a, b = known[i % len(known)], known[j % len(known)]
                    match name:
                        case "add":
                            known.append(a + b)
                        case "mul":
                            known.append(nd.tanh(a * b))
                        case "dot":
                            known.append(nd.tanh(nd.dot(a, b)))
                        case "tanh":
                            known.append(nd.tanh(a))
                        case "scale":
                            known.append(a * (0.1 * n + 0.3))
                        case "slice":
                            known.append(a + sequence[n])
                made = known[4:]
                states = [made[c % len(made)] for c in (carried * 2)[:2]]
                seen += [known[k % len(known)] for k in kept]
            loss = nd.add_n(*[s.sum() for s in (*states, *seen, weight * first[0])])
        if differentiate:
            loss.backward()
        grads = [a.grad.asnumpy() for a in (weight, *first, single[0])]
        return [loss.asnumpy(), *grads, *[s.asnumpy() for s in (*states, *seen)]]

    rolled, _ = run(program)
    naive, _ = run(program, naive=True)
    for a, b in zip(rolled, naive, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("axis", "squeeze", "join"), [(1, True, "stack"), (0, False, "concat"), (-1, True, "concat with others")]
)
def test_what_is_taken_apart_and_put_together_stays_stacked(axis: int, squeeze: bool, join: str) -> None:
    """Parts of an array go round by round into a loop, its results into one array, and so back for gradients."""
    rounds = 8
    shape = [BATCH, UNITS, UNITS]
    shape[axis] = rounds

    def program() -> Sequence[np.ndarray]:
        x, scale = values(*shape), values(*shape, seed=3)
        weight = nd.ones((1,)) * 0.9
        for array in (x, weight):
            array.attach_grad()
        with autograd.record():
            found, state = [], 0
            for part in nd.split(x * scale, num_outputs=rounds, axis=axis, squeeze_axis=squeeze):
                state = nd.tanh(part * weight + state) * 0.5
                found.append(nd.sigmoid(state - part))
            if join == "stack":
                whole = nd.stack(*found, axis=axis)
            else:
                more = [found[0] * 2, *found[::-1]] if join == "concat with others" else found
                whole = nd.concat(*more, dim=1)
            loss = (whole * whole).sum() + found[3].sum()
        loss.backward()
        return [whole.asnumpy(), x.grad.asnumpy(), weight.grad.asnumpy(), found[5].asnumpy()]

    agree(program)


def test_rows_that_leave_are_pieces_that_xla_compiles_once() -> None:
    """Gradients and weights of many equal layers: slices by number, so that there are few different ones."""
    layers = 2 * MANY

    def program() -> Sequence[np.ndarray]:
        made = parameters(layers, (UNITS, UNITS), (UNITS,))
        x = values(BATCH, UNITS)
        with autograd.record():
            kept = []
            h = x
            for weight, bias in made:
                h = nd.tanh(nd.dot(h, weight) + bias) + h
                kept.append(h)
            loss = (h**2).sum()
        loss.backward()
        for group in made:
            for p in group:
                p -= 0.1 * p.grad
        return [a.asnumpy() for group in made for p in group for a in (p, p.grad)] + [k.asnumpy() for k in kept[::5]]

    agree(program)


def test_a_long_recorded_chain_is_one_program() -> None:
    x = values(3)
    x.attach_grad()
    with counted() as counts:
        with autograd.record():
            y = x
            for _ in range(3000):
                y = y + 1
        y.backward()
        assert x.grad.asnumpy().tolist() == [1, 1, 1]
    assert counts.flushes == 1
