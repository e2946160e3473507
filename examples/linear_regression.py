"""Linear regression from scratch, as chapter 3 of Dive into Deep Learning writes it."""

from mxnet import autograd, nd

TRUE_W, TRUE_B = nd.array([2, -3.4]), 4.2
EXAMPLES, BATCH, EPOCHS, RATE = 1000, 10, 3, 0.03


def main() -> None:
    """Make data, fit a line through it, and show how near it came."""
    features = nd.random.normal(scale=1, shape=(EXAMPLES, 2))
    labels = nd.dot(features, TRUE_W) + TRUE_B + nd.random.normal(scale=0.01, shape=(EXAMPLES,))
    w, b = nd.random.normal(scale=0.01, shape=(2, 1)), nd.zeros((1,))
    for parameter in (w, b):
        parameter.attach_grad()
    for epoch in range(EPOCHS):
        order = nd.random.shuffle(nd.arange(EXAMPLES))
        for start in range(0, EXAMPLES, BATCH):
            index = order[start : start + BATCH]
            x, y = features.take(index), labels.take(index)
            with autograd.record():
                loss = (nd.dot(x, w) + b - y.reshape((-1, 1))) ** 2 / 2
            loss.backward()
            for parameter in (w, b):
                parameter[:] = parameter - RATE * parameter.grad / BATCH
        error = ((nd.dot(features, w) + b - labels.reshape((-1, 1))) ** 2 / 2).mean().asscalar()
        print(f"epoch {epoch + 1}, loss {error:f}")
    print("weights", w.reshape(-1).asnumpy(), "should be", TRUE_W.asnumpy())
    print("bias   ", b.asnumpy(), "should be", TRUE_B)


if __name__ == "__main__":
    main()
