"""Batches of in-memory MNIST: samples a second of this package's DataLoader and of MXNet 1.9.1's, in one run.

    python benchmarks/dataloader.py                  a table of samples a second
    MXNET_PYTHON=/path/to/python python ...          with the real MXNet that this interpreter imports

The digits are those that come with this package, ten times over. Each library runs in a process of its own, round
robin, so that both meet the same machine; a number is the median over the rounds.
"""

import argparse
import gzip
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

DIGITS = Path(__file__).resolve().parent.parent / "src" / "mxnet" / "gluon" / "data" / "vision" / "digits"
LIBRARIES = ("mxnet-xla", "mxnet")
WORKERS = (0, 2)
BATCH, SECONDS = 64, 1.5


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", choices=LIBRARIES, help="(internal) time one library and print JSON")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if options.run:
        print(json.dumps(measure()))
        return
    found = {}
    for number in range(options.rounds):
        for library in LIBRARIES:
            interpreter = sys.executable if library == "mxnet-xla" else os.environ.get("MXNET_PYTHON")
            if not interpreter:
                continue
            print(f"round {number + 1} of {options.rounds}: {library}", file=sys.stderr)
            environment = {k: v for k, v in os.environ.items() if library != "mxnet" or k != "PYTHONPATH"}
            command = [interpreter, str(Path(__file__).resolve()), "--run", library]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
            if done.returncode:
                sys.exit(f"{library} failed:\n{done.stderr}")
            for name, speed in json.loads(done.stdout.splitlines()[-1]).items():
                found.setdefault(name, {}).setdefault(library, []).append(speed)
    table(found)


def table(found):
    """Print samples a second, and how many times MXNet's."""
    print(f"{'samples a second':<44}{'mxnet-xla':>12}{'mxnet':>12}{'ratio':>8}")
    for name, speeds in found.items():
        ours, theirs = (statistics.median(speeds[x]) if x in speeds else None for x in LIBRARIES)
        rest = f"{theirs:>12,.0f}{ours / theirs:>8.1f}" if theirs else f"{'-':>12}{'-':>8}"
        print(f"{name:<44}{ours:>12,.0f}{rest}")


def measure():
    """Samples a second, by data set and number of workers."""
    from mxnet import gluon, nd
    from mxnet.gluon.data.vision import transforms

    images = np.frombuffer(gzip.decompress((DIGITS / "train-images-idx3-ubyte.gz").read_bytes()), np.uint8, offset=16)
    labels = np.frombuffer(gzip.decompress((DIGITS / "train-labels-idx1-ubyte.gz").read_bytes()), np.uint8, offset=8)
    images, labels = np.tile(images.reshape(-1, 28, 28, 1), (10, 1, 1, 1)), np.tile(labels.astype(np.int32), 10)
    digits = gluon.data.ArrayDataset(nd.array(images, dtype="uint8"), labels)
    sets = {
        "as they are": digits,
        "ToTensor": digits.transform_first(transforms.ToTensor()),
        "astype(float32) / 255 in a lambda": digits.transform(
            lambda image, label: (image.astype(np.float32) / 255, label.astype(np.float32))
        ),
    }
    sets["crop, mirror, to_tensor in a lambda"] = digits.transform_first(
        lambda image: nd.image.to_tensor(
            nd.image.flip_left_right(nd.image.crop(image, random.randrange(4), random.randrange(4), 24, 24))
        )
    )
    sets["one_hot, repeat, softmax in a lambda"] = digits.transform(
        lambda image, label: (
            nd.softmax(nd.repeat(image.astype(np.float32), 3, axis=2), axis=0),
            nd.one_hot(nd.array([label]), 10),
        )
    )
    return {
        f"{name}, {workers} workers": speed(gluon.data.DataLoader(data, BATCH, shuffle=True, num_workers=workers))
        for workers in WORKERS
        for name, data in sets.items()
    }


def speed(loader):
    """Samples a second over a while, after a first batch."""
    batches = iter(loader)
    next(batches)[0].wait_to_read()
    start, seen = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        batch = next(batches, None)
        if batch is None:
            batches = iter(loader)
            continue
        batch[0].wait_to_read()
        seen += batch[0].shape[0]
    return seen / (time.perf_counter() - start)


if __name__ == "__main__":
    main()
