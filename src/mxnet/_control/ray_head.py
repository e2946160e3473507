"""Runs Ray for a job, in a process of its own: prints its address, and ends with whoever holds its standard input.

With a number of workers as its argument, it ends by a signal instead.

The cluster has a token of its own, from the environment, that only the job's processes can compute.
"""

import logging
import os
import signal
import sys
from typing import Any

# All who use this Ray are on its machine, and it need not be heard elsewhere: with this, which they must set too, Ray's
# processes listen on 127.0.0.1 (on Linux; on others that is its own way).
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}


def main() -> None:
    """Start Ray on this machine, and stop it when standard input is closed."""
    os.environ.pop("RAY_AUTH_TOKEN_PATH", None)
    os.environ.update(LOOPBACK)
    try:
        import ray  # only a job that asks for servers needs it
    except ImportError:
        print("error Ray is not installed on the scheduler's machine: pip install 'mxnet-xla[dist]'", flush=True)
        return
    try:
        context: Any = ray.init(
            address="local",
            include_dashboard=False,
            num_cpus=max(int(sys.argv[1]) if len(sys.argv) > 1 else 4, os.cpu_count() or 1),
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except Exception as error:
        print("error", " ".join(str(error).split()), flush=True)
        return
    print("address", context.address_info["gcs_address"], flush=True)
    if len(sys.argv) > 1:  # under a keeper, which ends it by a signal
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())
        while True:
            signal.pause()
    sys.stdin.read()
    ray.shutdown()


if __name__ == "__main__":
    main()
