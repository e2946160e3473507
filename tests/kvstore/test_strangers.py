"""Nobody joins a job, or harms it, who does not know its secret; and a bad message ends its own connection alone."""

import ast
import json
import os
import re
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mxnet
from mxnet._control import scheduler as scheduler_module
from mxnet._control import secret, wire
from mxnet._control.client import Client
from mxnet.error import MXNetError
from tests.kvstore.launching import environment
from tests.kvstore.test_scheduler import SECRET, Running


def frame(body: bytes, attached: int = 0) -> bytes:
    return struct.pack(">II", len(body), attached) + body


# What strangers, and processes of the job that have gone mad, may send.
BAD = {
    "another protocol": b"GET / HTTP/1.1\r\n\r\n",
    "deep lists": frame(b"[" * 200_000),
    "deep lists in a dictionary": frame(b'{"a":' + b"[" * 400),
    "an absurd length": b"\xff\xff\xff\xff\0\0\0\0",
    "an absurd length of what is attached": frame(b"{}", 0xFFFFFFFF),
    "no dictionary": frame(b"[1]"),
    "no JSON": frame(b"{"),
    "not UTF-8": frame(b'{"a": "\xff"}'),
    "a long number": frame(b'{"a": ' + b"9" * 400 + b"}"),
    "nothing": frame(b"{}"),
    "a greeting without a proof": wire.encode({"do": "hello", "role": "worker", "task": 0, "workers": 2}),
    "a wrong proof": wire.encode({"nonce": "0" * 32, "proof": "0" * 64}),
    "a proof that is no text": wire.encode({"nonce": "0" * 32, "proof": 7}),
    "a nonce that is no text": wire.encode({"nonce": {}, "proof": "ü"}),
}


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(scheduler_module, "_TICK", 0.02)
    monkeypatch.setattr(scheduler_module, "_LINGER", 0.0)
    running = Running(2)
    yield running
    running.end()


def everything(connection: socket.socket) -> bytes:
    """What comes until the other side closes."""
    found = b""
    try:
        while data := connection.recv(1 << 16):
            found += data
    except ConnectionResetError:
        pass
    return found


def still_works(job: Running) -> bool:
    """Whether two workers can join and meet."""
    a, b = job.join(), job.join()
    waiting = job.later(a.meet, "x", 1)
    return bool(b.meet("x", 2) == waiting.result(10) == [1, 2])


@pytest.mark.parametrize("what", BAD)
def test_strangers_are_sent_away(two: Running, what: str) -> None:
    with socket.create_connection(("127.0.0.1", two.scheduler.port), timeout=10) as stranger:
        stranger.sendall(BAD[what])
        heard = everything(stranger)
    messages = list(wire.Reader().feed(heard))
    assert set(messages[0]) == {"nonce"}
    assert messages[1:] in ([], [{"error": "this process does not know the job's secret"}])
    assert still_works(two)


@pytest.mark.parametrize(
    "message",
    [
        {"do": "meet", "name": "x", "what": "x", "limit": "soon"},
        {"do": "meet", "name": "x", "what": "x", "limit": float("nan")},
        {"do": "meet", "name": "x", "what": "x"},
        {"do": "meet", "name": "9" * 5000, "what": "x", "limit": 1},
        {"do": "hello", "role": [], "task": {}},
        {"do": "hello", "role": "king"},
    ],
)
def test_a_bad_message_of_a_worker_ends_its_own_connection(two: Running, message: dict[str, Any]) -> None:
    mad = proved(two)
    if message["do"] != "hello":
        mad.sendall(wire.encode({"do": "hello", "role": "worker", "task": 1, "workers": 2}))
        assert wire.receive(mad, wire.Reader())["rank"] == 1  # type: ignore[index]
    mad.sendall(wire.encode(message))
    everything(mad)
    mad.close()
    assert still_works(two)


def proved(job: Running) -> socket.socket:
    """A connection that has proved to belong to the job."""
    connection = socket.create_connection(("127.0.0.1", job.scheduler.port), timeout=10)
    reader, own = wire.Reader(), secret.nonce()
    theirs = wire.receive(connection, reader)["nonce"]  # type: ignore[index]
    connection.sendall(wire.encode({"nonce": own, "proof": secret.proof(SECRET, "client", theirs, own)}))
    assert "proof" in wire.receive(connection, reader)  # type: ignore[operator]
    return connection


def test_a_client_with_another_secret_is_told(two: Running) -> None:
    with pytest.raises(MXNetError, match=r"do not have the same secret.*MXNET_KVSTORE_SECRET"):
        Client(two.job(secret=b"guessed"), "worker")
    assert still_works(two)


def test_a_false_scheduler_learns_nothing() -> None:
    """What it gets is a proof over its own number, which is worth nothing at the true one; and no greeting."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = Running(1)
        running.scheduler.port, port = listener.getsockname()[1], running.scheduler.port
        waiting = running.later(Client, running.job(), "worker")
        connection, _ = listener.accept()
        with connection:
            connection.sendall(wire.encode({"nonce": "1" * 32}))
            answer = wire.receive(connection, wire.Reader())
            assert answer is not None and set(answer) == {"nonce", "proof"}
            connection.sendall(wire.encode({"proof": answer["proof"]}))  # its own words
            with pytest.raises(MXNetError, match="do not have the same secret"):
                waiting.result(10)
            assert everything(connection) == b""
        with socket.create_connection(("127.0.0.1", port), timeout=10) as replay:
            replay.sendall(wire.encode(answer))
            assert b"does not know the job's secret" in everything(replay)
        running.end()


def test_many_strangers_do_not_keep_workers_out(two: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_module, "_STRANGERS", 4)
    silent = [socket.create_connection(("127.0.0.1", two.scheduler.port), timeout=10) for _ in range(12)]
    assert still_works(two)
    assert all(everything(one) for one in silent[:4])  # closed by the scheduler
    for one in silent:
        one.close()


def test_a_stranger_who_says_nothing_is_sent_away(two: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_module, "_PROOF", 0.05)
    with socket.create_connection(("127.0.0.1", two.scheduler.port), timeout=10) as silent:
        assert everything(silent)  # the nonce, and then the end


def test_the_launcher_makes_a_secret_and_listens_on_the_loopback_address(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("""
import json, os, sys
role = os.environ["DMLC_ROLE"]
if role == "worker":
    from mxnet._control.client import Client
    from mxnet._control.job import from_environment
    client = Client(from_environment("test"), "worker")
    client.start("test")
    port = int(os.environ["DMLC_PS_ROOT_PORT"])
    listening = [line.split()[1] for kind in ("tcp", "tcp6") for line in open("/proc/net/" + kind) if " 0A " in line]
    found = {"rank": client.rank, "secret": os.environ["MXNET_KVSTORE_SECRET"],
             "at": [a for a in listening if int(a.split(":")[1], 16) == port]}
    client.meet("test")
    sys.stdout.write(json.dumps(found) + chr(10))
    client.leave()
else:
    import mxnet
""")
    found = []
    for _ in range(2):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                *["mxnet.tools.launch", "-n", "2", "-s", "1", "--launcher", "local"],
                sys.executable,
                program,
            ],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        answers = [json.loads(line[line.index("{") :]) for line in done.stdout.splitlines() if "{" in line]
        assert len(answers) == 2 and answers[0]["secret"] == answers[1]["secret"]
        assert answers[0]["at"] == ["0100007F:" + answers[0]["at"][0].split(":")[1]]  # 127.0.0.1
        found.append(answers[0]["secret"])
    assert found[0] != found[1] and all(re.fullmatch("[0-9a-f]{64}", one) for one in found)


def test_the_users_own_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_KVSTORE_SECRET", raising=False)
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    made = secret.job_secret()
    assert len(made) == 64 and secret.job_secret() == made
    (path,) = (tmp_path / "home").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    with pytest.raises(MXNetError, match="others may read the job's secret"):
        secret.job_secret()
    named = tmp_path / "named"
    named.write_text("short\n")
    named.chmod(0o600)
    monkeypatch.setenv("MXNET_KVSTORE_SECRET_FILE", str(named))
    with pytest.raises(MXNetError, match="at least 16 characters"):
        secret.job_secret()
    named.write_text("long enough for a secret\n")
    assert secret.job_secret() == b"long enough for a secret"
    monkeypatch.setenv("MXNET_KVSTORE_SECRET", "in the environment itself")
    assert secret.job_secret() == b"in the environment itself"
    monkeypatch.setenv("MXNET_KVSTORE_SECRET_FILE", str(tmp_path / "nowhere"))
    monkeypatch.delenv("MXNET_KVSTORE_SECRET")
    with pytest.raises(MXNetError, match="cannot be read from"):
        secret.job_secret()


def test_an_address_of_another_machine() -> None:
    with pytest.raises(MXNetError, match=r"192\.0\.2\.1 \(DMLC_PS_ROOT_URI\) is no address of this machine"):
        scheduler_module.Scheduler(0, 1, 0, "192.0.2.1", SECRET)


def test_nothing_of_the_stores_is_unpickled_with_the_standard_loader() -> None:
    """Pickles are programs: the stores read none but optimizers, which Ray's loader reads in Ray's processes."""
    root = Path(mxnet.__file__).parent
    for folder in ("kvstore", "_control"):
        for path in (root / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Attribute) and node.attr in ("loads", "load", "Unpickler"):
                    owner = ast.unparse(node.value)
                    assert owner not in ("pickle", "cloudpickle"), f"{path}: {owner}.{node.attr}"
    assert os.environ.get("MXNET_KVSTORE_SECRET") is None
