"""Write ``docs/environment.md``, the page of environment variables, from the table in ``mxnet._config``.

python tools/environment.py            write it
python tools/environment.py --check    say whether it is as it should be
"""

import sys
from pathlib import Path

from mxnet._config import VARIABLES, describe

PAGE = Path(__file__).resolve().parent.parent / "docs" / "environment.md"
HEADER = """# Environment variables

Made by `tools/environment.py` from `src/mxnet/_config.py`: all {count} variables that are read. Set them before
`import mxnet`. A value that makes no sense is an error that says what would. Those of JAX and XLA work too:
`JAX_PLATFORMS`, `JAX_NUM_CPU_DEVICES`, `XLA_PYTHON_CLIENT_MEM_FRACTION`, `XLA_FLAGS`; see [GPU and TPU](devices.md).

"""


def page() -> str:
    """The page."""
    return HEADER.format(count=len(VARIABLES)) + describe()


def main() -> int:
    """Write or check the page; the exit status."""
    stale = not PAGE.exists() or PAGE.read_text() != page()
    if stale and "--check" in sys.argv:
        print(f"{PAGE.name} is out of date: run python tools/environment.py")
        return 1
    if stale:
        PAGE.write_text(page())
    print(f"{PAGE.name} {'written' if stale else 'is up to date'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
