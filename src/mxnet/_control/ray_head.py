"""Runs Ray for a job, in a process of its own: prints its address, and ends with whoever holds its standard input.

The cluster has a token of its own, from the environment, that only the job's processes can compute.
"""

import logging
import os
import sys
from typing import Any


def main() -> None:
    """Start Ray on this machine, and stop it when standard input is closed."""
    os.environ.pop("RAY_AUTH_TOKEN_PATH", None)
    try:
        import ray  # only a job that asks for servers needs it
    except ImportError:
        print("error Ray is not installed on the scheduler's machine: pip install 'mxnet-xla[dist]'", flush=True)
        return
    try:
        found: Any = ray.init(
            address="local",
            include_dashboard=False,
            num_cpus=max(4, os.cpu_count() or 1),
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except Exception as error:
        print("error", " ".join(str(error).split()), flush=True)
        return
    print("address", found.address_info["gcs_address"], flush=True)
    sys.stdin.read()
    ray.shutdown()


if __name__ == "__main__":
    main()
