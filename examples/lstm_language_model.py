"""A language model: an LSTM reads a rhyme letter by letter, guesses the next one, and then recites."""

import argparse

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn

PARTS = (
    "house that jack built",
    "malt that lay in the",
    "rat that ate the",
    "cat that killed the",
    "dog that worried the",
    "cow with the crumpled horn that tossed the",
    "maiden all forlorn that milked the",
)
TEXT = "".join(f"this is the {' '.join(reversed(PARTS[: n + 1]))}.\n" for n in range(len(PARTS)))
LETTERS = sorted(set(TEXT))


class Model(gluon.Block):
    """Letters as vectors, an LSTM over them, and a score for every letter that may come next."""

    def __init__(self, hidden: int = 96, **kwargs) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.embedding = nn.Embedding(len(LETTERS), 24)
            self.lstm = rnn.LSTM(hidden, input_size=24)
            self.output = nn.Dense(len(LETTERS), in_units=hidden, flatten=False)

    def forward(self, letters, state):
        """Scores of (time, batch, letter), and the state after the last letter."""
        output, state = self.lstm(self.embedding(letters), state)
        return self.output(output), state


def recite(net: Model, begin: str, length: int) -> str:
    """What the model says after a beginning: always the most likely letter."""
    state = net.lstm.begin_state(batch_size=1)
    said, following = begin, begin
    for _ in range(length):
        scores, state = net(nd.array([[LETTERS.index(c)] for c in following]), state)
        following = LETTERS[int(scores[-1, 0].argmax(axis=0).asscalar())]
        said += following
    return said


def main() -> None:
    """Train by truncated back-propagation through time, then recite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--steps", type=int, default=32)
    arguments = parser.parse_args()
    mx.random.seed(1)
    batch = 4
    codes = np.array([LETTERS.index(c) for c in TEXT], np.float32)
    rows = codes[: len(codes) // batch * batch].reshape(batch, -1).T  # (time, batch)
    net = Model()
    net.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss(axis=-1, batch_axis=1)
    starts = range(0, len(rows) - arguments.steps, arguments.steps)
    for epoch in range(arguments.epochs):
        state, total = net.lstm.begin_state(batch_size=batch), nd.zeros((1,))
        for start in starts:
            x, y = (
                nd.array(rows[start : start + arguments.steps]),
                nd.array(rows[start + 1 : start + arguments.steps + 1]),
            )
            state = [s.detach() for s in state]
            with autograd.record():
                scores, state = net(x, state)
                loss = loss_of(scores, y)
            loss.backward()
            gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], batch, check_isfinite=False)
            trainer.step(batch)
            total = total + loss.mean()
        if epoch % 10 == 9 or epoch == arguments.epochs - 1:
            print(f"epoch {epoch + 1}, perplexity {float(np.exp(total.asscalar() / len(starts))):.2f}")
    print(recite(net, "this is the ", 120))


if __name__ == "__main__":
    main()
