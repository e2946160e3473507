"""Rows for ``mxnet._ops.sequence``."""

import itertools

import numpy as np

from tests.ops.spec import Spec

LENGTHS = np.array([2, 4, 1], np.float32)


def by_sequence(step):
    """A reference that treats sequence after sequence, ``step(sequence, length, attrs)``, time first."""

    def apply(data, lengths=None, axis=0, use_sequence_length=False, **attrs):
        batch = np.moveaxis(data, axis, 1) if axis == 0 else data
        lengths = lengths if use_sequence_length else np.full(len(batch), batch.shape[1])
        out = np.stack([step(s.copy(), int(n), attrs) for s, n in zip(batch, lengths, strict=True)])
        return np.moveaxis(out, 1, axis) if axis == 0 and out.ndim == data.ndim else out

    return apply


def masked(sequence, length, attrs):
    sequence[length:] = attrs.get("value", 0)
    return sequence


def reverse(sequence, length, attrs):
    sequence[:length] = sequence[:length][::-1].copy()
    return sequence


def ctc(data, label, *lengths, use_data_lengths=False, use_label_lengths=False, blank_label="first"):
    """Sum the probabilities of every path, however many there are."""
    time, batch, alphabet = data.shape
    blank = 0 if blank_label == "first" else alphabet - 1
    given = iter(lengths)
    times = next(given) if use_data_lengths else np.full(batch, time)
    counts = next(given) if use_label_lengths else None
    out = []
    for n in range(batch):
        steps = int(times[n])
        probability = np.exp(data[:steps, n])
        probability /= probability.sum(1, keepdims=True)
        row = list(label[n].astype(int))
        padding = 0 if blank_label == "first" else -1
        target = row[: int(counts[n])] if counts is not None else row[: row.index(padding) if padding in row else None]
        total = 0.0
        for path in itertools.product(range(alphabet), repeat=steps):
            if [k for k, _ in itertools.groupby(path) if k != blank] == target:
                total += np.prod([probability[t, k] for t, k in enumerate(path)])
        out.append(-np.log(total) if total else 0.0)
    return np.array(out)


def hawkes(lda, alpha, beta, state, lags, marks, valid_length, max_time):
    likelihood, states = np.zeros(len(lda)), state.copy()
    for n in range(len(lda)):
        now, last = 0.0, np.zeros(lda.shape[1])
        for lag, k in zip(lags[n, : int(valid_length[n])], marks[n], strict=False):
            now += lag
            since = now - last[k]
            decay = np.exp(-beta[k] * since)
            likelihood[n] += np.log(lda[n, k] + alpha[k] * beta[k] * states[n, k] * decay)
            likelihood[n] -= lda[n, k] * since + alpha[k] * states[n, k] * (1 - decay)
            states[n, k], last[k] = 1 + states[n, k] * decay, now
        decay = np.exp(-beta * (max_time[n] - last))
        likelihood[n] -= (lda[n] * (max_time[n] - last) + alpha * states[n] * (1 - decay)).sum()
        states[n] *= decay
    return [likelihood, states]


def ctc_row(label, *lengths, grad=0, dtypes=("float32",), **attrs) -> Spec:
    inputs = [(5, len(label), 4), np.array(label, np.float32), *(np.array(n, np.float32) for n in lengths)]
    return Spec("CTCLoss", inputs, attrs, expected=ctc, grad=grad, wrt=[0], dtypes=dtypes, low=-2.0, high=2.0)


def by_length(name: str, reference, **attrs) -> list[Spec]:
    return [
        Spec(name, [(4, 3, 2), LENGTHS], {"use_sequence_length": True, **attrs}, expected=reference, wrt=[0]),
        Spec(name, [(4, 3)], attrs, expected=reference),
    ]


SPECS = [
    *by_length("SequenceMask", by_sequence(masked), value=-1.5),
    *by_length("SequenceLast", by_sequence(lambda s, n, _: s[n - 1])),
    *by_length("SequenceReverse", by_sequence(reverse)),
    *(
        Spec(name, [(3, 4, 2), LENGTHS], {"use_sequence_length": True, "axis": 1}, expected=reference, wrt=[0])
        for name, reference in (
            ("SequenceMask", by_sequence(masked)),
            ("SequenceLast", by_sequence(lambda s, n, _: s[n - 1])),
        )
    ),
    ctc_row([[1, 2, 0], [3, 3, 1], [2, 2, 2], [0, 0, 0]], grad=1, dtypes=("float32", "float16")),
    ctc_row([[1, 2, -1], [0, 0, 1], [2, 2, 2], [-1, 0, 0]], blank_label="last"),
    ctc_row([[1, 2, 0], [3, 3, 0], [2, 2, 2]], [5, 3, 4], use_data_lengths=True, grad=1),
    ctc_row([[1, 2, 3], [3, 3, 1]], [2, 0], use_label_lengths=True),
    ctc_row([[1, 2, 3], [3, 3, 1]], [5, 4], [1, 3], use_data_lengths=True, use_label_lengths=True),
    Spec(
        "_contrib_hawkesll",
        [
            (3, 2),
            (2,),
            (2,),
            (3, 2),
            (3, 4),
            np.array([[0, 1, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1]], np.int32),
            np.array([1, 4, 3], np.float32),
            np.array([6, 5, 7], np.float32),
        ],
        expected=hawkes,
        grad=0,
        low=0.2,
        high=1.0,
        dtypes=("float32", "float64"),
    ),
]
