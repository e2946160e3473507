"""Install the wheel in a new environment, and use it from there as a newcomer would.

python tools/wheel.py dist/mxnet_xla-1.9.2-py3-none-any.whl [--python python3.13] [--keep FOLDER]
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("mxnet/py.typed", "mxnet/ndarray/__init__.pyi", "mxnet/gluon/data/vision/digits/", "mxnet_xla/doctor.py")


def main() -> int:
    """Run every step, with its time; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--python", default=sys.executable, help="the Python to make the environment with")
    parser.add_argument("--keep", type=Path, help="where to make the environment, and leave it")
    given = parser.parse_args()
    check_content(given.wheel)
    folder = given.keep or Path(tempfile.mkdtemp())
    try:
        walk(given.wheel.resolve(), given.python, folder)
    finally:
        if given.keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    return 0


def check_content(wheel: Path) -> None:
    """Raise where the wheel lacks what its source has."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    missing = [needed for needed in NEEDED if not any(name.startswith(needed) for name in names)]
    source = {
        p.relative_to(ROOT / "src").as_posix() for p in (ROOT / "src").rglob("*.py*") if p.suffix in (".py", ".pyi")
    }
    missing += sorted(source - set(names))
    if missing:
        raise SystemExit(f"the wheel lacks {', '.join(missing[:5])}")
    print(f"{wheel.name}: {len(names)} files")


def walk(wheel: Path, python: str, folder: Path) -> None:
    """What a newcomer does: install, look whether all is well, run the demo."""
    place = folder / "environment"
    if python == sys.executable:
        venv.create(place, with_pip=True)
    else:
        subprocess.run([python, "-m", "venv", str(place)], check=True)
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    demo = folder / "demo"
    demo.mkdir(parents=True, exist_ok=True)
    for name in ("mnist_mlp.py", "digits.py", "pictures.py"):
        shutil.copy(ROOT / "examples" / name, demo)
    run("install", [str(programs / "pip"), "install", "--quiet", f"{wheel}[vision,viz,progress,tensorboard]"], folder)
    run("mxnet doctor", [str(programs / "mxnet"), "doctor"], folder)
    run("mxnet info", [str(programs / "mxnet"), "info"], folder)
    run("demo", [str(programs / "python"), "mnist_mlp.py", "--epochs", "2"], demo)


def run(name: str, command: list[str], folder: Path) -> None:
    """Run a step; its output is shown where it fails."""
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    print(f"{name}: {time.perf_counter() - start:.1f} s")
    if done.returncode:
        raise SystemExit(f"{name} failed:\n{done.stdout}\n{done.stderr}")


if __name__ == "__main__":
    sys.exit(main())
