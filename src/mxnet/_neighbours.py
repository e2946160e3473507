"""A real Apache MXNet in the same folder: noticed when this package is imported."""

import os
import re
import warnings

# The folders that pip writes beside packages; ours is mxnet_xla-1.9.2.dist-info.
_REAL = re.compile(r"mxnet(_(?!xla)\w+)?-[^-]+\.(dist|egg)-info", re.IGNORECASE)


def real_mxnets(folder: str) -> list[str]:
    """What of Apache MXNet is installed in a folder of packages."""
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if _REAL.fullmatch(entry.name))


def warn_of_real_mxnet(file: str) -> None:
    """Warn, given a file of the package, where one of both breaks when the other is removed: they share a folder."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(file)))  # noqa: PTH100, PTH120
    if os.path.basename(folder) not in ("site-packages", "dist-packages"):  # noqa: PTH119  a copy of the sources
        return
    names = real_mxnets(folder)
    if names:
        warnings.warn(
            f"{', '.join(names)} is in {folder} beside mxnet-xla, in the same folder mxnet: removing either takes "
            "files of the other with it. Keep one; `mxnet doctor` says how.",
            stacklevel=3,
        )
