"""ImageRecordIter on 256x256 JPEG files to 224x224 with random crops and mirrors: images a second, against MXNet 1.9.1.

    MXNET_PYTHON=/path/to/python python benchmarks/image_record.py    with the real MXNet that this interpreter imports

The pictures are made on the spot, smooth with some noise, about 40 kB each. Each library runs in a process of its own,
round robin; a rate is the median over the rounds of the best epoch. MXNet decodes with half of the cores unless
ctx='cpu', which then does not read ahead; both are measured, and the faster one counts.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

BATCH, SHAPE = 64, (3, 224, 224)
SETTINGS = ("gpu", "cpu")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", help="(internal) measure with this record file and print JSON")
    parser.add_argument("--images", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if options.run:
        print(json.dumps({ctx: measure(options.run, ctx) for ctx in SETTINGS}))
        return
    with tempfile.TemporaryDirectory() as folder:
        prefix = str(Path(folder) / "pictures")
        write(prefix, options.images)
        table(collect(prefix, options.rounds))


def write(prefix, count):
    """A record file of synthetic pictures, and its index."""
    import cv2

    import mxnet as mx

    random = np.random.RandomState(0)
    record = mx.recordio.MXIndexedRecordIO(prefix + ".idx", prefix + ".rec", "w")
    for number in range(count):
        smooth = cv2.resize(random.randint(0, 255, (32, 32, 3)).astype("uint8"), (256, 256), interpolation=2)
        picture = np.clip(smooth.astype(int) + random.randint(-12, 12, smooth.shape), 0, 255).astype("uint8")
        record.write_idx(number, mx.recordio.pack_img((0, number % 10, number, 0), picture, quality=95))
    record.close()


def collect(prefix, rounds):
    interpreters = {"mxnet-xla": sys.executable, "mxnet": os.environ.get("MXNET_PYTHON")}
    found = {}
    for number in range(rounds):
        for library, interpreter in interpreters.items():
            if interpreter is None:
                continue
            print(f"round {number + 1} of {rounds}: {library}", file=sys.stderr)
            command = [interpreter, str(Path(__file__).resolve()), "--run", prefix]
            environment = {k: v for k, v in os.environ.items() if library != "mxnet" or k != "PYTHONPATH"}
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
            if done.returncode:
                sys.exit(f"{library} failed:\n{done.stderr}")
            for ctx, rate in json.loads(done.stdout.splitlines()[-1]).items():
                found.setdefault((library, ctx), []).append(rate)
    return {key: statistics.median(rates) for key, rates in found.items()}


def measure(prefix, ctx, epochs=3):
    """Images a second in the best epoch."""
    import mxnet as mx

    data = mx.io.ImageRecordIter(
        path_imgrec=prefix + ".rec",
        path_imgidx=prefix + ".idx",
        data_shape=SHAPE,
        batch_size=BATCH,
        shuffle=True,
        rand_crop=True,
        rand_mirror=True,
        mean_r=123.68,
        mean_g=116.78,
        mean_b=103.94,
        preprocess_threads=os.cpu_count(),
        ctx=ctx,
        verbose=False,
    )
    rates = []
    for _ in range(epochs):
        data.reset()
        images, begin = 0, time.perf_counter()
        for batch in data:
            batch.data[0].wait_to_read()
            images += BATCH - batch.pad
        rates.append(images / (time.perf_counter() - begin))
    return max(rates)


def table(rates):
    for (library, ctx), rate in sorted(rates.items()):
        print(f"{library:10} ctx={ctx}  {rate:8.0f} images/s")
    best = {library: max(r for (name, _), r in rates.items() if name == library) for library, _ in rates}
    if "mxnet" in best:
        print(f"{best['mxnet-xla'] / best['mxnet']:.2f} times MXNet's")


if __name__ == "__main__":
    main()
