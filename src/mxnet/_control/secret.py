"""The secret that the processes of a job know each other by, and how they prove that they know it.

The secret itself never travels. Each side of a connection sends a random number; each answers with an HMAC over both.
"""

import contextlib
import hashlib
import hmac
import os
import secrets
import stat
from pathlib import Path

from mxnet import _config
from mxnet.error import MXNetError

_SHORTEST = 16  # characters


def job_secret() -> bytes:
    """The secret of this process's job: from the environment, from a file, or the user's own on this machine."""
    text = _config.lookup("MXNET_KVSTORE_SECRET")
    if text:
        return _checked(text, "MXNET_KVSTORE_SECRET")
    named = _config.lookup("MXNET_KVSTORE_SECRET_FILE")
    path = Path(named or Path(_config.lookup("MXNET_HOME")).expanduser() / "kvstore_secret")
    if not named:
        _create(path)
    try:
        mode = path.stat().st_mode
        content = path.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise MXNetError(f"the job's secret cannot be read from {path} (MXNET_KVSTORE_SECRET_FILE): {error}") from None
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise MXNetError(f"others may read the job's secret in {path}: chmod 600 {path}")
    return _checked(content, str(path))


def _checked(content: str, where: str) -> bytes:
    if len(content) < _SHORTEST:
        raise MXNetError(
            f"{where}: a job's secret has at least {_SHORTEST} characters; make one with openssl rand -hex 32"
        )
    return content.encode()


def _create(path: Path) -> None:
    """Make the user's own secret, whole or not at all: several processes may try at once."""
    if path.exists():
        return
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w") as file:  # noqa: PTH123
            file.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
    except OSError as error:
        raise MXNetError(
            f"a secret for distributed jobs cannot be kept in {path}: {error}. Set MXNET_KVSTORE_SECRET, to the same "
            "in every process of the job"
        ) from None
    finally:
        temporary.unlink(missing_ok=True)


def nonce() -> str:
    """A number that is used once."""
    return secrets.token_hex(16)


def proof(secret: bytes, side: str, first: str, second: str) -> str:
    """What only somebody who knows the secret can say about two nonces; ``side`` keeps answers from being echoed."""
    return hmac.new(secret, f"mxnet {side} {first} {second}".encode(), hashlib.sha256).hexdigest()


def is_proof(answer: object, secret: bytes, side: str, first: str, second: str) -> bool:
    """Whether that is what was said."""
    return isinstance(answer, str) and hmac.compare_digest(answer.encode(), proof(secret, side, first, second).encode())


def derived(secret: bytes, purpose: str) -> str:
    """Another secret of the job, that each of its processes can compute for itself."""
    return hmac.new(secret, f"mxnet for {purpose}".encode(), hashlib.sha256).hexdigest()
