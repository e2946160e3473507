"""``mxnet doctor``: looks for what keeps an installation from working, and says what to do. It imports no ``mxnet``."""

import argparse
import csv
import hashlib
import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

NAME = "mxnet-xla"
REPAIR = f"pip uninstall -y {{}} && pip install --force-reinstall --no-deps {NAME}"
GOOD, NOTE, BAD = "ok", "note", "PROBLEM"


class Finding(NamedTuple):
    """What a check found, and what to do about it."""

    level: str
    text: str
    advice: str = ""


def main(argv: Sequence[str] | None = None) -> int:
    """Print what every check finds; the exit status is 1 where something does not work."""
    parser = argparse.ArgumentParser(prog="mxnet doctor", description="Look for what keeps mxnet from working.")
    parser.parse_args(argv)
    findings = [check() for check in CHECKS]
    for finding in findings:
        print(f"[{finding.level}] {finding.text}")
        if finding.advice:
            print(f"    {finding.advice}")
    problems = sum(finding.level == BAD for finding in findings)
    print(f"{problems} problem{'s' * (problems != 1)} found" if problems else "no problem found")
    return 1 if problems else 0


# --- the package itself -----------------------------------------------------------------------------------------------


def real_mxnets() -> list[str]:
    """The distributions of Apache MXNet, which put their files into the same folder as ours."""
    names = {str(d.metadata["Name"]) for d in importlib.metadata.distributions() if d.metadata["Name"]}
    return sorted(n for n in names if re.fullmatch(r"mxnet([-_](?!xla$).*)?", n, re.IGNORECASE))


def check_real_mxnet() -> Finding:
    """Whether a real MXNet is installed beside us."""
    distributions = real_mxnets()
    if not distributions:
        return Finding(GOOD, "no other mxnet is installed")
    listed = " ".join(distributions)
    return Finding(
        BAD,
        f"Apache MXNet ({listed}) is installed beside {NAME}: both own the folder mxnet, and removing either takes "
        "files of the other with it",
        REPAIR.format(listed),
    )


def check_files() -> Finding:
    """Whether every file of ours is there, and is as it was installed."""
    try:
        installed = importlib.metadata.distribution(NAME)
    except importlib.metadata.PackageNotFoundError:
        return Finding(NOTE, f"{NAME} is not installed here: this is a copy of its sources")
    # Not ``files``, which leaves out those that are missing.
    rows = list(csv.reader((installed.read_text("RECORD") or "").splitlines()))
    ours = [row for row in rows if re.match(r"mxnet(_xla)?/.*\.pyi?$", row[0])]
    if not ours:
        return Finding(GOOD, f"{NAME} {installed.version} is installed, from its sources")
    places = {row[0]: Path(str(installed.locate_file(row[0]))) for row in ours}
    missing = [name for name, place in places.items() if not place.exists()]
    changed = [row[0] for row in ours if row[0] not in missing and not _is_as_installed(places[row[0]], row[1])]
    if not missing and not changed:
        return Finding(GOOD, f"{NAME} {installed.version}: all {len(ours)} files are as installed")
    damaged = {"missing": missing, "changed": changed}
    told = [f"{len(names)} {what}, such as {names[0]}" for what, names in damaged.items() if names]
    return Finding(
        BAD,
        f"files of {NAME} are not as installed: {'; '.join(told)}. A real mxnet that stood beside it does that",
        REPAIR.format(" ".join(real_mxnets()) or "mxnet"),
    )


def _is_as_installed(place: Path, recorded: str) -> bool:
    kind, _, digest = recorded.partition("=")
    if kind != "sha256":
        return True
    return urlsafe_b64encode(hashlib.sha256(place.read_bytes()).digest()).rstrip(b"=").decode() == digest


def check_import() -> Finding:
    """Whether ``import mxnet`` works and finds us, in a process of its own."""
    code = "import mxnet, mxnet._config; print(mxnet.__version__, mxnet.__file__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return Finding(GOOD, f"import mxnet works: {done.stdout.strip()}")
    last = (done.stderr.strip().splitlines() or ["no message"])[-1]
    spec = importlib.util.find_spec("mxnet")
    where = "it is no package of ours" if spec is None or spec.origin is None else spec.origin
    return Finding(BAD, f"import mxnet fails ({where}): {last}", f"pip install --force-reinstall --no-deps {NAME}")


# --- what it needs ----------------------------------------------------------------------------------------------------


def check_python() -> Finding:
    """Whether this Python is one that we are tested with."""
    version = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info[:2] <= (3, 14):
        return Finding(GOOD, f"Python {version}")
    return Finding(BAD, f"Python {version} is not supported", "use Python 3.11, 3.12, 3.13 or 3.14")


def check_jax() -> Finding:
    """Whether JAX is there, new enough and of one piece."""
    try:
        jax, jaxlib = (importlib.metadata.version(name) for name in ("jax", "jaxlib"))
    except importlib.metadata.PackageNotFoundError as error:
        return Finding(BAD, f"{error.name} is not installed", f"pip install '{least_jax()}'")
    least = least_jax().partition(">=")[2]
    if _numbers(jax) < _numbers(least):
        return Finding(BAD, f"JAX {jax} is older than {least}", f"pip install --upgrade '{least_jax()}'")
    if _numbers(jaxlib)[:2] != _numbers(jax)[:2]:
        return Finding(
            BAD, f"jaxlib {jaxlib} does not belong to JAX {jax}", f"pip install --upgrade jax=={jax} jaxlib=={jax}"
        )
    return Finding(GOOD, f"JAX {jax}, jaxlib {jaxlib}")


def least_jax() -> str:
    """What the installed package asks of JAX."""
    try:
        wanted = importlib.metadata.requires(NAME) or []
    except importlib.metadata.PackageNotFoundError:
        wanted = []
    return next((w for w in wanted if re.match(r"jax\s*>=", w)), "jax>=0.10").split(";")[0].replace(" ", "")


def _numbers(version: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", version)[:3]]


def check_codecs() -> Finding:
    """Whether images can be decoded."""
    libraries = [name for name in ("cv2", "PIL") if importlib.util.find_spec(name)]
    if libraries:
        return Finding(GOOD, f"images are decoded with {' and '.join(libraries)}")
    return Finding(
        NOTE, "neither OpenCV nor Pillow is installed: images cannot be decoded", f"pip install '{NAME}[vision]'"
    )


def check_gpu() -> Finding:
    """Whether a GPU is there that JAX cannot use."""
    seen = Path("/proc/driver/nvidia/version").exists() or shutil.which("nvidia-smi") is not None
    plugins = [n for n in ("jax_cuda13_plugin", "jax_cuda12_plugin", "jax_rocm7_plugin") if importlib.util.find_spec(n)]
    if plugins:
        return Finding(GOOD, f"JAX's plugin for GPUs: {', '.join(plugins)}")
    if not seen:
        return Finding(GOOD, "no NVIDIA driver, and none is needed on a CPU")
    return Finding(BAD, "this machine has an NVIDIA driver, but JAX no plugin for it", f"pip install '{NAME}[cuda13]'")


def check_home() -> Finding:
    """Whether programs, models and data sets can be kept."""
    home = Path(os.environ.get("MXNET_HOME") or Path("~", ".mxnet")).expanduser()
    there = home
    while not there.exists():
        there = there.parent
    if os.access(there, os.W_OK):
        return Finding(GOOD, f"{home} holds compiled programs, models and data sets")
    return Finding(BAD, f"{home} cannot be written", "set MXNET_HOME to a folder that can")


def check_graphviz() -> Finding:
    """Whether networks can be drawn."""
    package, program = importlib.util.find_spec("graphviz"), shutil.which("dot")
    if package and program:
        return Finding(GOOD, "networks are drawn with Graphviz")
    missing = "the program dot (https://graphviz.org/download)" if package else f"pip install '{NAME}[viz]'"
    return Finding(NOTE, "networks cannot be drawn", missing)


CHECKS: tuple[Callable[[], Finding], ...] = (
    check_python,
    check_real_mxnet,
    check_files,
    check_import,
    check_jax,
    check_gpu,
    check_codecs,
    check_home,
    check_graphviz,
)
