"""Batches of sequences of different lengths: masks, ends, reversal, and the likelihoods of CTC and Hawkes processes."""

from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import present
from mxnet._ops.registry import Op, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "axis": "The time axis, 0 or 1.",
}

Array = jax.Array
ShapeTuple = tuple[int, ...]

# Stands for log(0): finite, so that sums and derivatives of impossible paths stay finite.
_NEVER = -1e30


def _checked_lengths(
    name: str, data: Array, lengths: Array | None, use: bool, axis: int, axes: tuple[int, ...] = (0, 1)
) -> Array | None:
    """The lengths of the sequences as integers, None where they are not used."""
    if axis not in axes:
        expected = " or ".join(str(a) for a in axes)
        raise MXNetError(f"{name}: Current implementation expects axis to be {expected}, but axis={axis}")
    if data.ndim < 2:
        raise MXNetError(f"{name}: The data array must be of rank 2 or greater, but its shape is {data.shape}")
    if not use:
        return None
    if lengths is None or lengths.shape != (data.shape[1 - axis],):
        got = "nothing" if lengths is None else lengths.shape
        raise MXNetError(f"{name}: expected sequence_length of shape {(data.shape[1 - axis],)}, but got {got}")
    return lengths.astype(jnp.int32)


def _by_length(operator: Op) -> None:
    """Declare the input ``sequence_length``: it exists on request and has one number a sequence."""

    @operator.use_inputs
    def _inputs(*, use_sequence_length: bool, **_: Any) -> tuple[str, ...]:
        return ("data", "sequence_length") if use_sequence_length else ("data",)

    @operator.fill_shapes
    def _fill(
        data: ShapeTuple | None, *_: Any, use_sequence_length: bool, axis: int, **__: Any
    ) -> dict[str, ShapeTuple]:
        if data is None or len(data) < 2 or not use_sequence_length:
            return {}
        return {"sequence_length": (data[1 - axis],)}


def _along(values: Array, data: Array, axis: int) -> Array:
    """A (time, batch) array, shaped to broadcast against data whose time axis is ``axis``."""
    both = values if axis == 0 else values.T
    return both.reshape(both.shape + (1,) * (data.ndim - 2))


@op("SequenceMask", output_names=("output",), types="T ? -> T")
def sequence_mask(
    data: Array,
    sequence_length: Array | None = None,
    *,
    use_sequence_length: bool = False,
    value: float = 0.0,
    axis: int = 0,
) -> Array:
    """Put ``value`` wherever a sequence is over; ``axis`` is the time axis.

    data: Sequences of shape (time, batch, ...), or (batch, time, ...).
    value: What stands after the end.

    >>> nd.SequenceMask(nd.ones((2, 2)), nd.array([1, 2]), use_sequence_length=True).asnumpy()
    array([[1., 1.],
           [0., 1.]], dtype=float32)
    """
    lengths = _checked_lengths("SequenceMask", data, sequence_length, use_sequence_length, axis)
    if lengths is None:
        return data
    inside = jnp.arange(data.shape[axis])[:, None] < lengths
    return jnp.where(_along(inside, data, axis), data, jnp.asarray(value, data.dtype))


@op("SequenceLast", output_names=("output",), types="T ? -> T")
def sequence_last(
    data: Array, sequence_length: Array | None = None, *, use_sequence_length: bool = False, axis: int = 0
) -> Array:
    """The last element of each sequence; ``axis`` is the time axis, which disappears.

    data: Sequences of shape (time, batch, ...), or (batch, time, ...).

    >>> nd.SequenceLast(nd.array([[1, 2], [3, 4]]), nd.array([1, 2]), use_sequence_length=True).asnumpy()
    array([1., 4.], dtype=float32)
    """
    lengths = _checked_lengths("SequenceLast", data, sequence_length, use_sequence_length, axis)
    if lengths is None:
        return lax.index_in_dim(data, data.shape[axis] - 1, axis, keepdims=False)
    last = jnp.clip(lengths - 1, 0, data.shape[axis] - 1)
    return jnp.take_along_axis(data, _along(last[None], data, axis), axis=axis).squeeze(axis)


@op("SequenceReverse", output_names=("output",), types="T ? -> T")
def sequence_reverse(
    data: Array, sequence_length: Array | None = None, *, use_sequence_length: bool = False, axis: int = 0
) -> Array:
    """Reverse each sequence in time; what lies beyond its length stays where it is.

    data: Sequences of shape (time, batch, ...).
    axis: The time axis, which is 0.

    >>> nd.SequenceReverse(nd.array([[1, 2], [3, 4]]), nd.array([1, 2]), use_sequence_length=True).asnumpy()
    array([[1., 4.],
           [3., 2.]], dtype=float32)
    """
    lengths = _checked_lengths("SequenceReverse", data, sequence_length, use_sequence_length, axis, axes=(0,))
    if lengths is None:
        return jnp.flip(data, 0)
    time = jnp.arange(data.shape[0], dtype=jnp.int32)[:, None]
    source = jnp.where(time < lengths, lengths - 1 - time, time)
    return jnp.take_along_axis(data, _along(source, data, 0), axis=0)


for _operator in (sequence_mask, sequence_last, sequence_reverse):
    _by_length(_operator)


def _ctc_states(labels: Array, blank: int) -> tuple[Array, Array]:
    """Labels with blanks around each, and where a path may jump over the blank before a label."""
    batch, count = labels.shape
    states = jnp.full((batch, 2 * count + 1), blank, jnp.int32).at[:, 1::2].set(labels)
    before = jnp.pad(states, ((0, 0), (2, 0)), constant_values=blank)[:, :-2]
    return states, (states != blank) & (states != before)


def _ctc_alphas(emitted: Array, jump: Array, lengths: Array) -> Array:
    """Log probabilities of being in each state after the last step, from those of emitting it at each step."""

    def step(alpha: Array, at: tuple[Array, Array]) -> tuple[Array, None]:
        time, emit = at
        one = jnp.pad(alpha, ((0, 0), (1, 0)), constant_values=_NEVER)[:, :-1]
        two = jnp.pad(alpha, ((0, 0), (2, 0)), constant_values=_NEVER)[:, :-2]
        total = jax.nn.logsumexp(jnp.stack([alpha, one, jnp.where(jump, two, _NEVER)]), axis=0)
        return jnp.where(time < lengths[:, None], total + emit, alpha), None

    first = jnp.full_like(emitted[0], _NEVER).at[:, :2].set(emitted[0, :, :2])
    steps = jnp.arange(1, emitted.shape[0], dtype=jnp.int32)
    return lax.scan(step, first, (steps, emitted[1:]))[0]


def _check_ctc(data: Array, label: Array) -> None:
    if data.ndim != 3:
        raise MXNetError(f"CTCLoss: The number of dimensions of data array must be 3, but its shape is {data.shape}")
    if label.ndim != 2:
        raise MXNetError(f"CTCLoss: The number of dimensions of labels array must be 2, but its shape is {label.shape}")
    if data.shape[1] != label.shape[0]:
        raise MXNetError(
            "CTCLoss: The batch size for the labels and data arrays must be the same, "
            f"but data is {data.shape} (time, batch, alphabet) and label {label.shape} (batch, labels)"
        )
    if data.shape[0] < label.shape[1]:
        raise MXNetError(
            "CTCLoss: The max number of labels cannot exceed the maximum sequence length of the data, "
            f"but data is {data.shape} (time, batch, alphabet) and label {label.shape} (batch, labels)"
        )


@op("CTCLoss", aliases=("ctc_loss", "_contrib_CTCLoss", "_contrib_ctc_loss"), total_outputs=2, types="T ? ? ? -> T")
def ctc_loss(
    data: Array,
    label: Array,
    data_lengths: Array | None = None,
    label_lengths: Array | None = None,
    *,
    use_data_lengths: bool = False,
    use_label_lengths: bool = False,
    blank_label: Literal["first", "last"] = "first",
) -> Array:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations.

    Without ``label_lengths`` a label ends at the first 0 (blank first) or -1 (blank last). A label that cannot fit
    into its data costs nothing.

    data: Activations before the softmax, of shape (time, batch, alphabet).
    label: Label numbers, of shape (batch, longest label).
    data_lengths: How long each sequence of ``data`` is, with ``use_data_lengths``.
    label_lengths: How long each label is, with ``use_label_lengths``.
    use_data_lengths: Whether ``data_lengths`` is given.
    use_label_lengths: Whether ``label_lengths`` is given.
    blank_label: Whether the blank is the ``first`` of the alphabet, 0, or the ``last``.

    >>> nd.CTCLoss(nd.zeros((3, 1, 4)), nd.array([[1, 2]])).asnumpy()
    array([2.5494452], dtype=float32)
    """
    _check_ctc(data, label)
    if use_label_lengths and not use_data_lengths and label_lengths is None:
        data_lengths, label_lengths = None, data_lengths
    time, batch, alphabet = data.shape
    count = label.shape[1]
    blank = 0 if blank_label == "first" else alphabet - 1
    labels = label.astype(jnp.int32)
    lengths = present(data_lengths).astype(jnp.int32) if use_data_lengths else jnp.full((batch,), time, jnp.int32)
    if use_label_lengths:
        sizes = present(label_lengths).astype(jnp.int32)
    else:
        ended = jnp.cumsum(labels == (0 if blank_label == "first" else -1), axis=1, dtype=jnp.int32) > 0
        sizes = jnp.sum(~ended, axis=1, dtype=jnp.int32)
    states, jump = _ctc_states(jnp.clip(labels, 0, alphabet - 1), blank)
    wide = data.astype(jnp.promote_types(data.dtype, jnp.float32))
    if use_data_lengths:  # what comes after the end may be anything, NaN too, and must not reach the gradient
        wide = jnp.where(jnp.arange(time)[:, None, None] < lengths[None, :, None], wide, jnp.zeros_like(wide))
    emitted = jnp.take_along_axis(jax.nn.log_softmax(wide), states[None], axis=2)
    alpha = _ctc_alphas(emitted, jump, lengths)
    ends = jnp.stack([2 * sizes, jnp.maximum(2 * sizes - 1, 0)], axis=1)
    final = jnp.take_along_axis(alpha, ends, axis=1)
    final = final.at[:, 1].set(jnp.where(sizes > 0, final[:, 1], _NEVER))
    same = (labels[:, 1:] == labels[:, :-1]) & (jnp.arange(1, count) < sizes[:, None])
    fits = sizes + jnp.sum(same, axis=1, dtype=jnp.int32) <= lengths
    return jnp.where(fits, -jax.nn.logsumexp(final, axis=1), 0).astype(data.dtype)


@ctc_loss.use_inputs
def _ctc_inputs(*, use_data_lengths: bool, use_label_lengths: bool, **_: Any) -> tuple[str, ...]:
    return (
        "data",
        "label",
        *(("data_lengths",) if use_data_lengths else ()),
        *(("label_lengths",) if use_label_lengths else ()),
    )


# The log likelihood so far, the time, each process's last point in time, and its memory of the points before.
_Likelihood = tuple[Array, Array, Array, Array]


@op("_contrib_hawkesll", outputs=2, output_names=("output", "out_state"))
def hawkesll(
    lda: Array, alpha: Array, beta: Array, state: Array, lags: Array, marks: Array, valid_length: Array, max_time: Array
) -> tuple[Array, Array]:
    """Log likelihood of marked point sequences under independent Hawkes processes, and their states at ``max_time``.

    ``lags`` and ``marks`` of shape (batch, points) are the times since the point before and the process each point
    belongs to; the first ``valid_length`` of a row count.

    lda: The base intensity of each process, of shape (batch, processes).
    alpha: How much a point raises the intensity of its process.
    beta: How fast that decays.
    state: What is left of earlier points, of shape (batch, processes).
    lags: The time since the point before, of shape (batch, points).
    marks: The process that each point belongs to, as int32.
    valid_length: How many points each row has.
    max_time: Until when each row is observed.

    >>> likelihood, state = nd.contrib.hawkesll(
    ...     nd.array([[1.5]]), nd.array([0.2]), nd.array([1]), nd.zeros((1, 1)), nd.array([[1, 1]]),
    ...     nd.zeros((1, 2), dtype="int32"), nd.array([2]), nd.array([3]))
    >>> likelihood.asnumpy()
    array([-3.9405413], dtype=float32)
    """
    batch, points = lags.shape
    if lda.ndim != 2 or lda.shape[0] != batch or state.shape != lda.shape or marks.shape != lags.shape:
        raise MXNetError(
            "_contrib_hawkesll: expected lda and state of shape (batch, marks), lags and marks of shape (batch, "
            f"points), but got lda {lda.shape}, state {state.shape}, lags {lags.shape}, marks {marks.shape}"
        )
    processes = jnp.arange(lda.shape[1])
    state = lax.stop_gradient(state)  # MXNet's gradient neither enters nor leaves the states.

    def step(carry: _Likelihood, point: tuple[Array, Array, Array]) -> tuple[_Likelihood, None]:
        likelihood, now, last, memory = carry
        index, lag, mark = point
        valid = index < valid_length
        here = (mark[:, None] == processes) & valid[:, None]
        now = jnp.where(valid, now + lag, now)
        since = now[:, None] - last
        decay = jnp.exp(-beta * since)
        gain = jnp.log(lda + alpha * beta * memory * decay) - lda * since - alpha * memory * (1 - decay)
        likelihood = likelihood + jnp.sum(jnp.where(here, gain, 0), axis=1)
        memory = jnp.where(here, 1 + memory * decay, memory)
        return (likelihood, now, jnp.where(here, now[:, None], last), memory), None

    zeros = jnp.zeros((batch,), lda.dtype)
    start = (zeros, zeros, jnp.zeros_like(lda), state)
    order = jnp.arange(points, dtype=valid_length.dtype)
    (likelihood, _, last, memory), _ = lax.scan(step, start, (order, lags.T, marks.T.astype(jnp.int32)))
    since = max_time[:, None] - last
    decay = jnp.exp(-beta * since)
    rest = lda * since + alpha * memory * (1 - decay)
    return likelihood - jnp.sum(rest, axis=1), lax.stop_gradient(decay * memory)


@hawkesll.fill_types
def _hawkesll_types(*_: Any, **__: Any) -> dict[str, str]:
    return {"marks": "int32"}
