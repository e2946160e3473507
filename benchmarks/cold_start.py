"""A process that loads ResNet-50 and answers one request: what it costs, the first time and later.

    python benchmarks/cold_start.py          three processes with an empty folder of programs at first
    python benchmarks/cold_start.py --one F  (internal) one request, with the files in the folder F

Seconds are of the processor, from the start of the interpreter. Bytecode is kept between the processes, as that of an
installed package is.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PARTS = ("import", "load", "first answer", "second answer")
SHAPE = (1, 3, 224, 224)


def export(folder: Path) -> None:
    """The network's symbol and parameters, with random weights."""
    import mxnet as mx

    net = mx.gluon.model_zoo.vision.resnet50_v1()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(mx.nd.ones(SHAPE))
    net.export(str(folder / "net"))


def answer(folder: Path) -> None:
    """Two requests; print the processor's time after each part."""
    import numpy as np

    import mxnet as mx

    marks = [time.process_time()]
    net = mx.contrib.predictor.Predictor(folder / "net-symbol.json", folder / "net-0000.params", {"data": SHAPE})
    marks.append(time.process_time())
    for _ in range(2):
        net.forward(data=np.full(SHAPE, 0.5, np.float32)).get_output(0)
        marks.append(time.process_time())
    print(*(f"{mark:.3f}" for mark in marks))


def main() -> None:
    print(f"{'':12}" + "".join(f"{part:>16}" for part in PARTS))
    with tempfile.TemporaryDirectory() as folder:
        export(Path(folder))
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"MXNET_ENGINE_CACHE": f"{folder}/programs", "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        for number in range(1, 4):
            command = [sys.executable, __file__, "--one", folder]
            done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
            print(f"process {number:<4}" + "".join(f"{mark:>16}" for mark in done.stdout.split()), flush=True)


if __name__ == "__main__":
    answer(Path(sys.argv[2])) if sys.argv[1:2] == ["--one"] else main()
