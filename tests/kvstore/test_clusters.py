"""Workers on clusters: what MPI, Slurm, Kubernetes and GPUs are told, and what workers learn from them."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mxnet._control import local
from mxnet.tools import launch
from mxnet.tools._kubernetes import manifest
from tests.kvstore.launching import answers, environment
from tests.kvstore.launching import launch as launch_job

# Jobs of several processes that give one another time by the clock: a busy machine needs more than they allow.
pytestmark = pytest.mark.slow

# Stands for mpirun or srun: writes down its arguments, and starts the command as often as it is told.
STARTER = """#!/bin/sh
if [ "$1" = --version ]; then echo "mpirun (Open MPI) 4.1"; exit; fi
printf '%s\\n' "$*" >> {folder}/calls
while [ "$1" != {python} ]; do shift; done
for rank in 0 1; do
    {ranks} "$@" & children="$children $!"
done
code=0
for child in $children; do wait $child || code=$?; done
exit $code
"""
RANKS = {
    "mpi": "OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_LOCAL_RANK=$rank OMPI_COMM_WORLD_LOCAL_SIZE=2",
    "slurm": "SLURM_PROCID=$rank SLURM_LOCALID=$rank SLURM_STEP_TASKS_PER_NODE='2(x1)'",
}
WORKER = """
import os, sys, json
from mxnet._control.client import Client
from mxnet._control.job import from_environment
from mxnet._control import local
client = Client(from_environment("test"), "worker")
client.start("test")
found = {"rank": client.rank, "place": local.place(os.environ), "secret": len(os.environ["MXNET_KVSTORE_SECRET"])}
sys.stdout.write(json.dumps(found) + chr(10))
client.leave()
"""


@pytest.mark.parametrize("kind", ["mpi", "slurm"])
def test_workers_that_others_start(kind: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(WORKER)
    starter = tmp_path / "bin" / {"mpi": "mpirun", "slurm": "srun"}[kind]
    starter.parent.mkdir()
    starter.write_text(STARTER.format(folder=tmp_path, python=sys.executable, ranks=RANKS[kind]))
    starter.chmod(starter.stat().st_mode | stat.S_IXUSR)
    path = f"{starter.parent}{os.pathsep}{os.environ['PATH']}"
    given = ["-n", "2", "-s", "0", "--launcher", kind, "--launcher-args", "--time 5"]
    done = subprocess.run(
        [sys.executable, "-m", "mxnet.tools.launch", *given, sys.executable, str(program)],
        env=environment(PATH=path),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = answers(done, 2)
    assert [answer["place"] for answer in found] == [[0, 2], [1, 2]]
    assert all(answer["secret"] == 64 for answer in found)
    calls = (tmp_path / "calls").read_text()
    assert "--time 5" in calls
    if kind == "mpi":
        assert calls.startswith("-n 2 -x DMLC_NUM_WORKER") and "-x MXNET_KVSTORE_SECRET" in calls
        assert "--tag-output" in calls and "DMLC_WORKER_ID" not in calls
    else:
        assert calls.startswith("--ntasks=2 --kill-on-bad-exit=1 --export=ALL --label")


def test_workers_join_without_a_line_in_the_program() -> None:
    done = launch_job("joining", 2, by="local --join always")
    assert done.returncode == 0, done.stdout + done.stderr
    for rank, answer in enumerate(answers(done, 2)):
        assert (answer["processes"], answer["devices"], answer["index"]) == (2, 2, rank)
        assert answer["sum"] == [3.0] * 3 and answer["early"] == [2.0, 2.0]


@pytest.mark.parametrize(
    ("gpus", "rank", "size", "own", "is_alone"),
    [
        ("01234567", 3, 8, "3", True),
        ("01234567", 1, 2, "4567", True),
        ("01234567", 2, 3, "45", True),
        ("0", 1, 2, "0", False),
        ("01", 2, 3, "0", False),
    ],
)
def test_each_worker_has_gpus_of_its_own(gpus: str, rank: int, size: int, own: str, is_alone: bool) -> None:
    assert local.own_gpus(list(gpus), rank, size) == (list(own), is_alone)


def test_gpus_are_chosen_before_cuda_is_asked(tmp_path: Path) -> None:
    for name in ("nvidia0", "nvidia1", "nvidia10", "nvidiactl", "nvidia-uvm"):
        (tmp_path / name).touch()
    assert local.gpus_here({}, str(tmp_path)) == ["0", "1", "10"]
    first: dict[str, str] = {"MXNET_LOCAL_RANK": "1", "MXNET_LOCAL_SIZE": "3"}
    local.settle(first, str(tmp_path))
    assert first["CUDA_VISIBLE_DEVICES"] == "1" and "MXNET_SHARES_GPU" not in first
    shared = {"OMPI_COMM_WORLD_LOCAL_RANK": "1", "OMPI_COMM_WORLD_LOCAL_SIZE": "2", "CUDA_VISIBLE_DEVICES": "GPU-a"}
    local.settle(shared, str(tmp_path))
    assert shared["CUDA_VISIBLE_DEVICES"] == "GPU-a" and shared["XLA_PYTHON_CLIENT_PREALLOCATE"] == "false"
    assert not local.wants_to_join(shared, "auto") and local.wants_to_join(shared, "always")
    for untouched in ({}, {"SLURM_GPUS_PER_TASK": "1", "SLURM_LOCALID": "0", "SLURM_STEP_TASKS_PER_NODE": "2"}):
        before = dict(untouched)
        local.settle(untouched, str(tmp_path))
        assert untouched == before
    nowhere = {"MXNET_LOCAL_RANK": "0", "MXNET_LOCAL_SIZE": "2"}
    local.settle(nowhere, str(tmp_path / "none"))
    assert "CUDA_VISIBLE_DEVICES" not in nowhere
    assert not local.wants_to_join({"JAX_PLATFORMS": "cpu", "CUDA_VISIBLE_DEVICES": "0"}, "auto")


def test_ranks_of_other_programs_count_only_where_the_launcher_says_so() -> None:
    assert local.job_rank({"SLURM_PROCID": "3"}) is None  # every process of a batch script has it
    assert local.job_rank({"SLURM_PROCID": "3", "DMLC_JOB_CLUSTER": "slurm"}) == 3
    assert local.job_rank({"PMI_RANK": "2", "DMLC_JOB_CLUSTER": "mpi"}) == 2


def test_a_manifest_for_kubernetes(capsys: pytest.CaptureFixture[str]) -> None:
    words = "-n 16 -s 0 --launcher kubernetes --image registry/train:1 --gpus 1 --name digits --restarts 2"
    command = [*words.split(), "LIMIT=1", "python", "train.py", "--kv-store", "dist_sync"]
    assert launch.main(command) == 0
    shown = json.loads(capsys.readouterr().out)
    secret, service, scheduler, workers = shown["items"]
    assert [item["kind"] for item in shown["items"]] == ["Secret", "Service", "Job", "Job"]
    assert len(secret["stringData"]["secret"]) == 64 and service["spec"]["clusterIP"] == "None"
    spec = workers["spec"]
    assert (spec["completionMode"], spec["completions"], spec["parallelism"], spec["backoffLimit"]) == (
        "Indexed",
        16,
        16,
        32,
    )
    container = spec["template"]["spec"]["containers"][0]
    assert container["command"] == ["python", "train.py", "--kv-store", "dist_sync"]
    assert container["resources"]["limits"] == {"nvidia.com/gpu": 1}
    variables = {row["name"]: row for row in container["env"]}
    assert variables["DMLC_PS_ROOT_URI"]["value"] == "digits-scheduler-0.digits"
    assert variables["LIMIT"]["value"] == "1" and variables["DMLC_ROLE"]["value"] == "worker"
    assert variables["MXNET_KVSTORE_SECRET"]["valueFrom"]["secretKeyRef"]["name"] == "digits-secret"
    assert "value" not in variables["MXNET_KVSTORE_SECRET"]
    assert "completion-index" in variables["DMLC_WORKER_ID"]["valueFrom"]["fieldRef"]["fieldPath"]
    own: dict[str, Any] = {row["name"]: row for row in scheduler["spec"]["template"]["spec"]["containers"][0]["env"]}
    assert own["DMLC_ROLE"]["value"] == "scheduler" and "DMLC_WORKER_ID" not in own
    assert manifest(launch.parse(command))["items"][0]["stringData"] != secret["stringData"]
