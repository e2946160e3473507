"""Compiled programs on disk: what one run of a script has compiled, the next one reads.

Programs with a name of their own are kept in a store of ours, and found there without tracing: see ``executables``. All
others are kept by JAX (its persistent compilation cache), which finds them after tracing. This module
says when either is done, where the files are, and how many there may be. Options of JAX that the user has set stay.
"""

import importlib.util
import math
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jax
from jax._src import compilation_cache
from jax._src import config as jax_config

from mxnet._config import config
from mxnet._host.names import processor
from mxnet._host.stats import stats
from mxnet._host.store import Store, open_store

# Earlier versions of JAX complain about the processor when they read a program for it.
OLDEST_JAX = (0, 10)
# Programs without a name that compile faster than this are compiled each time: JAX finds them only after tracing.
MIN_COMPILE_S = 0.1
# Bytes kept, half of them in our store and half by JAX; files that were read longest ago are removed first.
MAX_BYTES = 1 << 30


class _Local(threading.local):
    """Whether this thread bypasses JAX's cache: JAX neither reads nor writes there."""

    bypasses = False


_local = _Local()
_stores: list[Store] = []


def store() -> Store | None:
    """Where this process keeps programs; None if it keeps none."""
    return _stores[0] if _stores else None


@contextmanager
def without_jax_cache() -> Iterator[None]:
    """A scope in which JAX's cache is neither read nor written: its programs go into our store."""
    _local.bypasses = True
    try:
        with jax_config.persistent_cache_min_compile_time_secs(math.inf):
            yield
    finally:
        _local.bypasses = False


def keep_programs() -> None:
    """Keep programs on disk, unless the settings say no or the folder cannot be written."""
    setting = config.engine_cache
    jax_folder = jax.config.jax_compilation_cache_dir  # type: ignore[attr-defined]  # made when JAX is imported
    if setting == "0" or jax_folder is not None or jax.__version_info__ < OLDEST_JAX:
        return
    bounded = importlib.util.find_spec("filelock") is not None  # JAX needs it to bound the folder
    base = Path(config.home, "programs") if setting == "1" else Path(setting)
    named = open_store(base.expanduser() / f"{processor()}-named", MAX_BYTES // 2)
    if named is not None:
        _stores.append(named)
    folder = _folder(base, bounded)
    if folder is None:
        return
    jax.config.update("jax_compilation_cache_dir", str(folder))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", MIN_COMPILE_S)
    if bounded:
        jax.config.update("jax_compilation_cache_max_size", MAX_BYTES // 2)
    jax.monitoring.register_event_listener(_count)
    _replace_damaged(folder)


def _replace_damaged(folder: Path) -> None:
    """Remove a file that cannot be read, so that JAX writes it again.

    JAX compiles the program anew, but never writes over a file: it would warn and compile at every run.
    """
    read = getattr(compilation_cache, "get_executable_and_time", None)
    if read is None:  # another version of JAX than we know
        return

    def read_or_remove(key: str, *rest: Any, **named: Any) -> Any:
        if _local.bypasses:
            return None, None
        try:
            return read(key, *rest, **named)
        except OSError:  # the folder is out of reach, or its lock is held: nothing is wrong with the file
            raise
        except Exception:
            (folder / f"{key}-cache").unlink(missing_ok=True)
            if jax.config.jax_raise_persistent_cache_errors:  # type: ignore[attr-defined]
                raise
            return None, None

    compilation_cache.get_executable_and_time = read_or_remove  # type: ignore[assignment]


def _folder(base: Path, bounded: bool) -> Path | None:
    """The folder for this kind of processor, made if need be; None if it cannot be made.

    In a bounded folder each program has a second file, which JAX would miss for programs from environments without a
    bound. So environments with and without a bound have different folders.
    """
    folder = base.expanduser() / (processor() + ("-bounded" if bounded else ""))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.R_OK | os.W_OK) else None


def _count(event: str, **_: Any) -> None:
    if event == "/jax/compilation_cache/cache_hits":
        stats.from_disk += 1
