"""``mxnet cache``: what is kept on disk, how large it is, and away with it."""

import argparse
import shutil
from pathlib import Path
from typing import Any, NamedTuple

from mxnet._config import config

KEPT = ("programs", "models", "datasets")


class CacheFolder(NamedTuple):
    """A folder of things that come back by themselves: compiled again, or downloaded."""

    name: str
    folder: Path
    files: int
    size_bytes: int

    def __str__(self) -> str:
        return f"{self.name}: {self.size_bytes / 2**20:.1f} MiB in {self.files} files, {self.folder}"


def add(words: Any) -> None:
    """Say what the word takes."""
    parser = words.add_parser("cache", help="the size of what is kept on disk; clear it")
    parser.add_argument("--clear", choices=[*KEPT, "all"], help="what to remove")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the sizes; clear what was named."""
    for part in parts():
        if args.clear in (part.name, "all"):
            shutil.rmtree(part.folder, ignore_errors=True)
            print(f"{part}, removed")
        else:
            print(part)
    return 0


def parts() -> list[CacheFolder]:
    """What there is."""
    return [_measured(name, folder_of(name)) for name in KEPT]


def folder_of(name: str) -> Path:
    """Where things of a kind are kept; programs may have a folder of their own."""
    chosen = config.engine_cache
    if name == "programs" and chosen not in ("0", "1"):
        return Path(chosen).expanduser()
    return Path(config.home).expanduser() / name


def _measured(name: str, folder: Path) -> CacheFolder:
    files = [f for f in folder.rglob("*") if f.is_file()] if folder.exists() else []
    return CacheFolder(name, folder, len(files), sum(f.stat().st_size for f in files))
