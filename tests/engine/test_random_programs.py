"""Random programs give the same numbers lazily, node by node, cut anywhere, and whatever interrupts them.

``make fuzz`` runs many more of them: ``COUNT`` for each test, from a ``SEED``.
"""

import gc
import logging
import os
import random
import signal
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mxnet import autograd, nd
from mxnet._host.caches import CACHES
from mxnet._lazy.tape import changed
from tests.engine.programs import (
    Machine,
    Program,
    any_program,
    compare,
    evaluated,
    held,
    keep_step,
    programs,
    pure_step,
    read_step,
    run,
    same,
    train_step,
    type_step,
    write_step,
)
from tests.engine.test_interruptions import Cycle, Timeout, collecting_often, handling, needs_alarms, wait_for

COUNT = int(os.environ.get("FUZZ_COUNT", "0"))
training = programs(train_step, train_step, read_step, keep_step, write_step, pure_step, longest=5)
plain = programs(pure_step, write_step, read_step, type_step, train_step, longest=6)

# JAX logs whatever a custom operator or a check of indices raises.
logging.getLogger("jax._src.callback").setLevel(logging.CRITICAL)


def examples(few: int) -> Callable[[Any], Any]:
    """So many programs, always the same ones; or as many as were asked for."""
    return settings(
        max_examples=COUNT or few,
        deadline=None,
        derandomize=not COUNT,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def forget_tapes() -> None:
    """Let tapes be compiled again at first sight, as in a process that has just begun."""
    for name in ("programs", "tracks", "misses in a row at a line", "misses at a line"):
        CACHES[name].clear()


def run_naively(program: Program) -> list[Any]:
    with changed(naive=True):
        return run(program)


@given(any_program)
@examples(30)
def test_lazy_equals_node_by_node(program: Program) -> None:
    expected = run_naively(program)
    compare(run(program), expected)
    with changed(nodes=3):
        compare(run(program), expected)


@given(st.one_of(any_program, training))
@examples(60)
def test_what_is_donated_or_kept_or_carried_on_changes_no_number(program: Program) -> None:
    expected = run_naively(program)
    forget_tapes()
    with evaluated(), changed(interpret=False):
        compare(run(program), expected)


@given(training)
@examples(8)
def test_compiled_programs(program: Program) -> None:
    expected = run_naively(program)
    forget_tapes()
    with changed(interpret=False):
        compare(run(program), expected)


@pytest.mark.slow  # by the clock and the collector, so never twice the same: `make fuzz` runs many
@given(any_program, st.sampled_from([20, 70, 200]))
@examples(10)
def test_garbage_that_computes(program: Program, threshold: int) -> None:
    expected = run_naively(program)
    a, b = nd.array(np.ones((4, 3))), nd.array(np.full((4, 3), 3.0))
    pending, found, made = a * 2, [], []

    def litter(step: tuple) -> None:
        made.append(Cycle(lambda: found.append(pending + b)).work)

    with collecting_often(threshold):
        compare(run(program, litter), expected)
    wait_for(found, len(made))
    for array in found:
        np.testing.assert_array_equal(array.asnumpy(), np.full((4, 3), 5.0))


@pytest.mark.slow  # by the clock and the collector, so never twice the same: `make fuzz` runs many
@needs_alarms
@given(plain, st.integers(0, 1 << 30))
@examples(12)
def test_handlers_that_compute(program: Program, seed: int) -> None:
    expected = run_naively(program)
    generator = random.Random(seed)
    a, found = nd.array(np.ones((4, 3))), []
    pending = a * 2

    def compute(*_: object) -> None:
        found.append(pending + a)
        if len(found) % 3 == 0:
            found[-1].asnumpy()

    def set_alarm(step: tuple) -> None:
        signal.setitimer(signal.ITIMER_REAL, generator.uniform(1e-5, 2e-3))

    if seed % 3 == 0:
        forget_tapes()
    with handling(signal.SIGALRM, compute):
        compare(run(program, set_alarm), expected)
    for array in found:
        np.testing.assert_array_equal(array.asnumpy(), np.full((4, 3), 3.0))


class Recorder(Machine):
    """A run that remembers, for each step, every state that the arrays are in until it is done."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.states: list[list[list[Any]]] = []

    def note(self) -> None:
        self.states[-1].append([held(x) for x in self.state()])

    def do(self, step: tuple) -> None:
        self.states.append([])
        self.note()
        super().do(step)
        self.note()


def interrupted_run(program: Program, generator: random.Random) -> tuple[Machine, int] | None:
    """Run until the alarm goes off: the arrays, and the number of the step that it interrupted."""
    machine, number = Machine(program), -1
    try:
        signal.setitimer(signal.ITIMER_REAL, 10 ** generator.uniform(-4, -1.5))
        for _ in range(program.rounds):
            for step in program.body:
                number += 1
                machine.do(step)
        machine.finish()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except Timeout:
        autograd.set_recording(False)  # the handler may have run just before the end of a ``with``
        autograd.set_training(False)
        return machine, number
    return None


# An exception that arrives inside a callback of JAX's for the collector is dropped by Python, and warned of.
@pytest.mark.slow  # by the clock and the collector, so never twice the same: `make fuzz` runs many
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@needs_alarms
@given(programs(pure_step, write_step, read_step, train_step, longest=6), st.integers(0, 1 << 30))
@examples(12)
def test_handlers_that_raise(program: Program, seed: int) -> None:
    with changed(naive=True):
        recorder = Recorder(program)
        for _ in range(program.rounds):
            for step in program.body:
                recorder.do(step)
        expected = recorder.finish()

    def interrupt(*_: object) -> None:
        raise Timeout

    generator = random.Random(seed)
    with handling(signal.SIGALRM, interrupt):
        for _ in range(3):
            if generator.random() < 0.2:
                forget_tapes()
            stopped = interrupted_run(program, generator)
            if stopped is None:
                continue
            machine, number = stopped
            if machine.pending or number < 0:
                continue
            possible = recorder.states[number]
            for place, array in enumerate(machine.state()):
                assert is_one_of(held(array), [state[place] for state in possible]), (number, place)
    compare(run(program), expected)
    gc.collect()


def is_one_of(found: Any, possible: list[Any]) -> bool:
    for other in possible:
        try:
            same(found, other, "")
        except AssertionError:
            continue
        return True
    return False
