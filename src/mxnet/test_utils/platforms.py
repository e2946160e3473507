"""The process around a test: environment variables, standard error, the kind of machine."""

import contextlib
import os
import platform
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from mxnet.ndarray import waitall
from mxnet.util import setenv

_STDERR = 2  # the file that native code writes to, whatever sys.stderr is


@contextlib.contextmanager
def environment(*args: Any) -> Iterator[None]:
    """A with-statement in which environment variables have other values; None unsets one.

    >>> with mx.test_utils.environment("MXNET_HOME", "/tmp"):
    ...     mx.base.data_dir()
    '/tmp'
    >>> with mx.test_utils.environment({"FIRST": "1", "SECOND": None}):
    ...     os.environ.get("SECOND")
    """
    wanted = _variables(args)
    before = {name: os.environ.get(name) for name in wanted}
    try:
        _set(wanted)
        yield
    finally:
        try:
            waitall()  # what was asked for in the block runs under the block's variables
        finally:
            _set(before)


def _variables(args: tuple[Any, ...]) -> Mapping[str, str | None]:
    if len(args) == 1 and isinstance(args[0], Mapping):
        return args[0]
    if len(args) == 2:
        return {args[0]: args[1]}
    raise TypeError(
        f"environment() takes a name and a value, or one dict of names and values, but received {args!r}; "
        "write environment('MXNET_HOME', '/tmp')"
    )


def _set(values: Mapping[str, str | None]) -> None:
    for name, value in values.items():
        setenv(name, value)


@contextlib.contextmanager
def discard_stderr() -> Iterator[None]:
    """A with-statement that throws away what is written to standard error, by Python or by native code.

    >>> import sys
    >>> with mx.test_utils.discard_stderr():
    ...     print("nobody reads this", file=sys.stderr)
    """
    sys.stderr.flush()
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):  # noqa: PTH123
        kept = os.dup(_STDERR)
        try:
            os.dup2(nowhere.fileno(), _STDERR)
            yield
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)


def is_cd_run() -> bool:
    """Whether a continuous-delivery job runs the tests (``CD_JOB=1``).

    >>> with mx.test_utils.environment("CD_JOB", "1"):
    ...     mx.test_utils.is_cd_run()
    True
    """
    return os.environ.get("CD_JOB") == "1"


def is_aarch64_run() -> bool:
    """Whether this machine is a 64-bit ARM.

    >>> import platform
    >>> mx.test_utils.is_aarch64_run() == (platform.machine() == "aarch64")
    True
    """
    return platform.machine() == "aarch64"
