"""``dist_async`` in jobs of several processes, with Ray."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from mxnet._control import ray_head
from tests.kvstore.launching import answers, environment, launch

pytest.importorskip("ray")
pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("how", ["kill", "spare"])
def test_every_push_counts_once(how: str, tmp_path: Path) -> None:
    steps = 30
    folder = str(tmp_path / "servers")
    done = launch(
        "asynchronous",
        2,
        *(steps, how, tmp_path),
        servers=2,
        MXNET_KVSTORE_BIGARRAY_BOUND="1000",
        MXNET_KVSTORE_FOLDER=folder,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for answer in answers(done, 2):
        assert answer["servers"] == 2
        # In a step two divided values go to both servers and one to its own, from each of two workers.
        assert answer["applied"] == steps * 5 * 2
    assert (tmp_path / "all.states").stat().st_size > 0
    seen = [json.loads((tmp_path / f"rank{i}_profile.json").read_text())["traceEvents"] for i in range(2)]
    assert any(event["ph"] == "X" for events in seen for event in events)  # the server of the key has updated it
    assert not (tmp_path / "servers").exists() or not list((tmp_path / "servers").iterdir())  # nothing is left behind


@pytest.mark.parametrize("by", ["local --restarts 1", "ray --restarts 1"])
def test_a_worker_that_was_killed_is_replaced(by: str, tmp_path: Path) -> None:
    done = launch("replaced", 2, tmp_path, servers=1, by=by, MXNET_KVSTORE_FOLDER=str(tmp_path / "s"))
    assert done.returncode == 0, done.stdout + done.stderr
    for answer in answers(done, 2):
        assert answer["value"] == [24.0] * 4  # ten of worker 0's, four of the first worker 1, ten of the second
        assert answer["again"] == (answer["rank"] == 1)


def test_ray_listens_on_the_loopback_address_alone() -> None:
    head = subprocess.Popen(
        [sys.executable, ray_head.__file__],
        env=environment(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN="0123456789abcdef" * 2),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        line = next(line for line in head.stdout if line.startswith(("address", "error")))
        addresses = listening([head.pid])
    finally:
        head.communicate()
    assert line.startswith("address 127.0.0.1:")
    assert addresses and all(address.endswith("0100007F") for address in addresses)  # 127.0.0.1, also in IPv6's words


def listening(numbers: list[int]) -> list[str]:
    """The addresses that some processes and their children listen on, as the system writes them."""
    names = set()
    while numbers:
        folder = Path(f"/proc/{numbers.pop()}")
        with contextlib.suppress(OSError):
            names |= {str(link.readlink()) for link in (folder / "fd").iterdir()}
            numbers += [int(n) for task in (folder / "task").iterdir() for n in (task / "children").read_text().split()]
    rows = [line.split() for kind in ("tcp", "tcp6") for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]]
    return [row[1].partition(":")[0] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in names]


def test_training(tmp_path: Path) -> None:
    done = launch("asynchronous_training", 2, ROOT, servers=2, MXNET_KVSTORE_FOLDER=str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    for answer in answers(done, 2):
        assert answer["type"] == "dist_async"
        assert answer["after"] < 0.5 * answer["before"]


def test_the_example_learns() -> None:
    command = [sys.executable, str(ROOT / "examples" / "distributed.py"), "--kv-store", "dist_async"]
    done = subprocess.run(
        [sys.executable, "-m", "mxnet.tools.launch", "-n", "4", "--launcher", "local", *command],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout.partition("validation accuracy ")[2].split()[0]) > 0.85


def test_without_ray(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['ray'] = None\n")
    done = launch("asynchronous", 1, 1, "spare", tmp_path, PYTHONPATH=f"{tmp_path}:{ROOT / 'src'}")
    assert done.returncode != 0
    assert "pip install 'mxnet-xla[dist]'" in done.stderr
