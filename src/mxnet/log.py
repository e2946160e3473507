"""Loggers with one letter for the level, the time and the source line of the call."""

import logging
import sys
import warnings
from logging import CRITICAL as CRITICAL
from logging import DEBUG as DEBUG
from logging import ERROR as ERROR
from logging import INFO as INFO
from logging import NOTSET as NOTSET
from logging import WARNING as WARNING

_LETTERS = {CRITICAL: "C", ERROR: "E", WARNING: "W", INFO: "I", DEBUG: "D"}
_RED, _GREEN, _BLUE, _PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[34m", "\x1b[0m"


class _Formatter(logging.Formatter):
    """``W0505 00:29:47 3525 train.py:main:12] message``, coloured on a terminal's behalf."""

    def __init__(self) -> None:
        super().__init__(datefmt="%m%d %H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        color = _RED if record.levelno >= WARNING else _GREEN if record.levelno >= INFO else _BLUE
        line = f"{record.process} {record.pathname}:{record.funcName}:{record.lineno}]"
        head = f"{color}{_LETTERS.get(record.levelno, 'U')}{self.formatTime(record, self.datefmt)} {line}{_PLAIN}"
        return f"{head} {super().format(record)}"


def getLogger(
    name: str | None = None, filename: str | None = None, filemode: str | None = None, level: int = WARNING
) -> logging.Logger:
    """The old name of ``get_logger``.

    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")  # it says that get_logger is the name
    ...     mx.log.getLogger("validation", filename="validation.log").name
    'validation'
    """
    warnings.warn("getLogger is deprecated, use get_logger instead", DeprecationWarning, stacklevel=2)
    return get_logger(name, filename, filemode, level)


def get_logger(
    name: str | None = None, filename: str | None = None, filemode: str | None = None, level: int = WARNING
) -> logging.Logger:
    """The logger of a name, set up at the first call to write to a file (by default appending) or the terminal.

    >>> logger = mx.log.get_logger("training", filename="training.log", level=mx.log.INFO)
    >>> logger.info("epoch 1")
    >>> with open("training.log") as file:
    ...     "epoch 1" in file.read()
    True
    """
    logger = logging.getLogger(name)
    if name is None or getattr(logger, "_init_done", False):
        return logger
    logger._init_done = True  # type: ignore[attr-defined]
    handler: logging.Handler
    if filename:
        handler = logging.FileHandler(filename, filemode or "a")
    else:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(_Formatter())
    logger.addHandler(handler)
    logger.setLevel(level)
    return logger
