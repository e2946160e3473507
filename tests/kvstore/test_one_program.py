"""Under ``dist_sync`` a step of training is one program with its sum over workers, where that can be."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.kvstore.launching import answers, launch


def steps(*batches: Sequence[np.ndarray]) -> list[np.ndarray]:
    """What ``jobs/one_program.fit`` does, by NumPy, of the batches of each worker: the weights, and a gradient."""
    rng = np.random.default_rng(7)
    weights = [rng.normal(size=shape) * 0.3 for shape in ((64, 32), (64,), (8, 64), (8,))]
    moments = [np.zeros_like(w) for w in weights]
    for parts in zip(*batches, strict=True):
        x = np.concatenate(parts)
        hidden = np.tanh(x @ weights[0].T + weights[1])
        out = 2 * (hidden @ weights[2].T + weights[3])
        inner = (out @ weights[2]) * (1 - hidden**2)
        gradients = [inner.T @ x, inner.sum(0), out.T @ hidden, out.sum(0)]
        moments = [0.9 * m - 0.002 * (g + 0.01 * w) for m, g, w in zip(moments, gradients, weights, strict=True)]
        weights = [w + m for w, m in zip(weights, moments, strict=True)]
    return [*weights, gradients[2]]


@pytest.mark.parametrize("mode", ["early", "late"])
def test_a_step_is_one_program_if_the_store_was_made_first(mode: str, tmp_path: Path) -> None:
    done = launch("one_program", 2, mode, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.count("workers have recorded different computations") == (2 if mode == "early" else 0)  # "reads"
    first, second = answers(done, 2)
    whole = 1 if mode == "early" else 2
    assert first["off"][1:] == first["on"][1:] == second["on"][1:] == [whole] * 4
    for programs in (first["odd"], second["odd"]):
        assert programs[1:3] == programs[5:] == [whole] * 2 and programs[4] == 2  # batches differ in the middle
    found = [np.load(tmp_path / f"{rank}.npz") for rank in range(2)]
    odd = [list(np.load(tmp_path / f"odd{rank}.npz").values()) for rank in range(2)]
    for name in ("off", "on", "odd", "reads"):
        wanted = steps(*(odd if name == "odd" else [one["equal"] for one in found]))
        # A store that updates keeps the sum, and each worker its own gradient, as in MXNet.
        for i, array in enumerate(wanted if name != "on" else wanted[:4]):
            np.testing.assert_allclose(found[0][f"{name}{i}"], array, rtol=1e-4, atol=1e-4)
            np.testing.assert_array_equal(found[0][f"{name}{i}"], found[1][f"{name}{i}"])  # the same bits


def test_programs_that_differ_are_mentioned_and_networks_refused() -> None:
    done = launch("one_program", 2, "unlike")
    assert done.returncode == 0, done.stdout + done.stderr
    for answer in answers(done, 2):
        assert "worker 0 has block 0.act of the network: Activation with act_type 'tanh'" in answer["networks"]
        assert "worker 1 has block 0.act of the network: Activation with act_type 'relu'" in answer["networks"]
    assert done.stderr.count("workers have recorded different computations before the sum of push 1.") == 2


def test_a_worker_that_dies_inside_a_step() -> None:
    done = launch("one_program", 2, "die")
    assert done.returncode != 0
    (found,) = answers(done, 1)
    assert "worker 1 has died" in found["read"] and found["again"] == found["read"]
    assert "worker 1" in found["push"]


def test_workers_with_several_devices() -> None:
    done = launch("one_program", 2, "devices", JAX_NUM_CPU_DEVICES="2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [answer["sums"] for answer in answers(done, 2)] == [[[6.0] * 2] * 2] * 2
