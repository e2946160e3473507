"""``dist_sync`` in jobs of several processes."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._collectives.processes import free_port
from tests.kvstore import networks
from tests.kvstore.launching import JOBS, answers, environment, launch

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(("workers", "kind"), [(2, "dist_sync"), (4, "dist_device_sync")])
def test_several_workers_learn_what_one_does(workers: int, kind: str, tmp_path: Path) -> None:
    done = launch("training", workers, ROOT, kind, tmp_path, servers=workers - 2)
    assert done.returncode == 0, done.stdout + done.stderr
    for answer in answers(done, workers):
        assert (answer["type"], answer["workers"]) == (kind, workers)
        assert answer["sums"] == 8  # one for each of eight steps
    everything = slice(0, networks.SAMPLES)
    gluon, _ = networks.train(None, everything, 8)
    module = networks.fit(None, everything, 4)
    found = [np.load(tmp_path / f"{rank}.npz") for rank in range(workers)]
    for name, wanted in (("on", gluon), ("off", gluon), ("module", module)):
        for i, array in enumerate(wanted):
            np.testing.assert_allclose(found[0][f"{name}{i}"], array, rtol=2e-5, atol=2e-6)
            for one in found[1:]:
                np.testing.assert_array_equal(one[f"{name}{i}"], found[0][f"{name}{i}"])  # the same bits


def test_values_of_all_kinds(tmp_path: Path) -> None:
    done = launch("values", 2, tmp_path, servers=1)
    assert done.returncode == 0, done.stdout + done.stderr
    first, second = answers(done, 2)
    assert first["drawn"] == second["drawn"]  # both drew the optimizer's noise from one stream
    assert "server 0, unknown command (7, hello)" in done.stdout
    for rank in range(2):
        seen = json.loads((tmp_path / f"rank{rank}_profile.json").read_text())["traceEvents"]
        assert [e["name"] for e in seen if e["ph"] == "X"] == ["meeting", "sum over workers", "update"]
    assert (tmp_path / "0.states").read_bytes() == (tmp_path / "1.states").read_bytes()


@pytest.mark.parametrize("end", ["leave", "die"])
def test_workers_that_differ_are_told_how(end: str) -> None:
    done = launch("faults", 2, end)
    assert (done.returncode == 0) == (end == "leave")
    first = answers(done, 2 if end == "leave" else 1)[0]
    assert "worker 0 has key 's': float32 (2, 3)" in first["init"]
    assert "worker 1 has key 's': float32 (2, 4)" in first["init"]
    assert "worker 0 has key 'x'" in first["order"] and "worker 1 has key 'y'" in first["order"]
    assert "float16" in first["type"]
    assert "worker 0 has push" in first["calls"] and "worker 1 has a barrier" in first["calls"]
    assert "lr 0.1" in first["rate"] and "lr 1.1" in first["rate"]
    assert "worker 0 has SGD with momentum 0.1" in first["momentum"] and "with momentum 1.1" in first["momentum"]
    assert "with momentum 0.9" in first["trainer momentum"] and "with momentum 0.5" in first["trainer momentum"]
    assert "clip_gradient None" in first["clip"] and "clip_gradient 1.0" in first["clip"]
    assert "step 10" in first["scheduler"] and "step 11" in first["scheduler"]
    assert "grad_req write" in first["grad_req"] and "grad_req null" in first["grad_req"]
    assert "wd_mult 0.5" in first["decay"]
    assert "worker 0 has AMP off" in first["amp"] and "worker 1 has AMP with float16" in first["amp"]
    assert "'tanh'" in first["structure"] and "'relu'" in first["structure"]
    assert ("has died" if end == "die" else "has left the job") in first["alone"]
    assert first["dead"] == ([1, 1, 0] if end == "die" else [0, 0, 0])


def test_stores_that_need_more_say_what() -> None:
    with pytest.raises(mx.MXNetError, match=r"(?s)DMLC_PS_ROOT_URI.*not set.*mxnet\.tools\.launch -n 2"):
        mx.kv.create("dist_sync")
    for name in ("horovod", "byteps"):
        with pytest.raises(mx.MXNetError, match=r"Write mx\.kv\.create\('dist_sync'\)"):
            mx.kv.create(name)
    with pytest.raises(mx.MXNetError, match="DMLC_ROLE=server"):
        mx.kv.KVStoreServer(mx.kv.create("local")).run()


def test_processes_that_jax_has_joined() -> None:
    address = f"127.0.0.1:{free_port()}"
    command = [sys.executable, str(JOBS / "joined.py"), address]
    running = [
        subprocess.Popen(
            [*command, str(i)], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for i in range(2)
    ]
    outputs = [process.communicate(timeout=120) for process in running]
    for rank, (output, errors) in enumerate(outputs):
        answer = json.loads(next((line for line in output.splitlines() if line.startswith("{")), "null"))
        assert answer, errors
        assert (answer["rank"], answer["workers"], answer["sum"]) == (rank, 2, [3.0] * 3)
        assert "worker 0 has key 'w': float64 (3,)" in answer["problem"]
