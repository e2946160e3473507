"""Compiled programs on disk: what one run of a script has compiled, the next one reads.

JAX does the work (its persistent compilation cache). Here stands when it is asked to, where the files are, and how
many there may be. Whoever has set JAX's own options keeps them.
"""

import hashlib
import importlib.util
import os
import platform
from pathlib import Path
from typing import Any

import jax
from jax._src import compilation_cache

from mxnet._config import config
from mxnet._lazy.stats import stats

# Earlier versions complain about the processor when they read a program for it.
OLDEST = (0, 10)
# Programs that compile faster than this are compiled each time.
SECONDS = 0.1
# Bytes kept; those that were read longest ago go first.
MOST = 1 << 30


def keep_programs() -> None:
    """Let programs be kept on disk, where that was not refused and the folder can be written."""
    chosen = config.engine_cache
    theirs = jax.config.jax_compilation_cache_dir  # type: ignore[attr-defined]  # made when JAX is imported
    if chosen == "0" or theirs is not None or jax.__version_info__ < OLDEST:
        return
    bounded = importlib.util.find_spec("filelock") is not None  # JAX needs it to bound the folder
    folder = _folder(Path(config.home, "programs") if chosen == "1" else Path(chosen), bounded)
    if folder is None:
        return
    jax.config.update("jax_compilation_cache_dir", str(folder))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", SECONDS)
    if bounded:
        jax.config.update("jax_compilation_cache_max_size", MOST)
    jax.monitoring.register_event_listener(_count)
    _replace_damaged(folder)


def _replace_damaged(folder: Path) -> None:
    """Let a file that cannot be read be written again.

    JAX compiles the program anew, but never writes over a file: it would warn and compile at every run.
    """
    read = getattr(compilation_cache, "get_executable_and_time", None)
    if read is None:  # another version of JAX than we know
        return

    def read_or_remove(key: str, *rest: Any, **named: Any) -> Any:
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
    """The folder for this kind of processor, made if need be; None where that cannot be.

    A bounded folder has a second file beside each program, which JAX misses beside those that others put there: so
    environments with and without a bound share none.
    """
    folder = base.expanduser() / (_processor() + ("-bounded" if bounded else ""))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.R_OK | os.W_OK) else None


def _processor() -> str:
    """A name for what this processor can do: machines of several kinds may share a home folder."""
    told = platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    told += next((line for line in lines if line.startswith(("flags", "Features"))), platform.processor())
    return f"{platform.machine()}-{hashlib.sha256(told.encode()).hexdigest()[:12]}"


def _count(event: str, **_: Any) -> None:
    if event == "/jax/compilation_cache/cache_hits":
        stats.from_disk += 1
