"""What is made before a loop is not part of the loop's first iteration, and what is made in it is."""

from mxnet import autograd, gluon, nd
from mxnet._lazy.location import in_same_round, user_place
from tests.engine.counting import counted


def test_places_in_and_before_a_loop() -> None:
    before = user_place(1)
    for _ in range(1):
        inside = user_place(1)
        for _ in range(1):
            inner = user_place(1)
    after = user_place(1)
    assert not in_same_round(inside, before) and not in_same_round(inside, after)
    assert in_same_round(inside, inner) and not in_same_round(inner, inside)
    assert in_same_round(before, inside)  # around it there is no loop
    assert in_same_round(inside, (lambda: user_place(1))()) and in_same_round(inside, inside)


def step(x: nd.NDArray, w: nd.NDArray) -> None:
    with autograd.record():
        loss = nd.tanh(nd.dot(x, w)).sum()
    loss.backward()
    w -= 0.1 * w.grad


def test_random_data_before_a_loop() -> None:
    with counted() as counts:
        x, w = nd.random.normal(shape=(5, 7)), nd.random.normal(shape=(7, 3))
        w.attach_grad()
        for _ in range(5):
            with autograd.record():
                loss = nd.tanh(nd.dot(x, w)).sum()
            loss.backward()
            w -= 0.1 * w.grad
        nd.waitall()
    assert counts.compilations == 2 and counts.programs == 6


def test_data_that_a_function_cannot_see_the_making_of() -> None:
    with counted() as counts:
        x, w = nd.random.normal(shape=(5, 6)), nd.random.normal(shape=(6, 3))
        w.attach_grad()
        for _ in range(5):
            step(x, w)
        nd.waitall()
    assert counts.programs == 5


def test_noise_made_in_a_loop_belongs_to_its_iteration() -> None:
    w = nd.array([[1.0, 2.0, 3.0]])
    w.attach_grad()
    with counted() as counts:
        for _ in range(5):
            noise = nd.random.normal(shape=(4, 1))
            with autograd.record():
                loss = nd.tanh(nd.dot(noise, w)).sum()
            loss.backward()
            w -= 0.1 * w.grad
        nd.waitall()
    assert counts.programs == 5


def test_a_graph_on_random_data() -> None:
    net = gluon.nn.Dense(4)
    net.initialize()
    net.hybridize()
    net(nd.ones((1, 3))).wait_to_read()
    with counted() as counts:
        x = nd.random.normal(shape=(9, 3))
        for _ in range(5):
            net(x).wait_to_read()
    assert counts.compilations == 2 and counts.programs == 6
