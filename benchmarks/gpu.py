"""Ours, hand-written JAX and PyTorch on one device in one run: steps, inference, memory, mixed precision, first steps.

    python benchmarks/gpu.py                                  the whole table on the first GPU
    python benchmarks/gpu.py --only mlp,bert                  some rows; --list names them
    python benchmarks/gpu.py --contenders ours,jax            ours, jax, eager (PyTorch), compiled (torch.compile)
    python benchmarks/gpu.py --device cpu --tiny              a trial without a GPU: the figures mean nothing

JAX's form is one ``jit`` of the gradient and the update, states donated, no gradients returned. Each library has
processes of its own, one after the other; a time is the median over blocks of steps. Products of float32 are TF32 in
all of them. Memory is the most that the device's allocator had in use at once, in a process that ran nothing else. A
row that fails, or tells nothing for ``--limit`` seconds, is an error in the table and ends nothing else; what has not
begun after ``--budget`` seconds is left out, and named.
"""

import argparse
import importlib.util
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from gpu_rows import ROWS

HERE = Path(__file__).resolve().parent
SCRIPTS = {"ours": "gpu_ours.py", "jax": "gpu_jax.py", "eager": "gpu_torch.py", "compiled": "gpu_torch.py"}
PACKAGES = {"ours": "mxnet", "jax": "jax", "eager": "torch", "compiled": "torch"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "gpu"), default="gpu")
    parser.add_argument("--tiny", action="store_true", help="small sizes, to see that everything runs")
    parser.add_argument("--only", default=",".join(ROWS), help="rows, with commas between them")
    parser.add_argument("--contenders", default="ours,jax,eager,compiled")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each step is measured")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds after which a silent worker is ended")
    parser.add_argument("--budget", type=float, default=290.0, help="seconds after which no worker is started")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    parser.add_argument("--torch-python", default=sys.executable, help="the interpreter that has PyTorch")
    options = parser.parse_args()
    if options.list:
        print("\n".join(f"{name:16}{row.title}" for name, row in ROWS.items()))
        return
    rows = options.only.split(",")
    unknown = [name for name in rows if name not in ROWS]
    if unknown:
        parser.error(f"no row is called {', '.join(unknown)}: there are {', '.join(ROWS)}")
    begin, results, left_out = time.perf_counter(), [], []
    with tempfile.TemporaryDirectory() as folder:
        for work in plan(rows, options.contenders.split(","), options):
            if time.perf_counter() - begin > options.budget:
                left_out.append(work)
                continue
            results += run(work, options, folder, begin)
    show(rows, results)
    for contender, names, variant in left_out:
        print(f"not begun after {options.budget:.0f} s: {contender} {variant} {','.join(names)}")
    print(f"{time.perf_counter() - begin:.0f} s in all", flush=True)


def plan(rows, contenders, options):
    """The workers to start: a contender, its rows, and the variant of them."""
    for contender in contenders:
        elsewhere = PACKAGES[contender] == "torch" and options.torch_python != sys.executable
        if not elsewhere and importlib.util.find_spec(PACKAGES[contender]) is None:
            print(f"{contender}: {PACKAGES[contender]} is not installed", flush=True)
            continue
        wanted = [name for name in rows if contender in ROWS[name].contenders]
        shared = [name for name in wanted if not ROWS[name].fresh]
        own = "compiled" if contender == "compiled" else ""
        if shared:
            yield contender, shared, own
        for name in wanted:
            if ROWS[name].fresh:
                for variant in variants(ROWS[name].work, contender, options.device) or (own,):
                    yield contender, [name], variant


def variants(work, contender, device):
    """What of a row runs in processes of its own."""
    if work == "amp":
        return ("float32", "float16", "bfloat16")
    if work == "first":
        return ("empty folder", "second run")
    if work == "attention" and contender == "ours":
        return ("operators", "products")
    if work == "attention" and contender == "jax":
        return ("xla", "cudnn") if device == "gpu" else ("xla",)
    return ()


def run(work, options, folder, begin):
    """The results of a worker; after a row that ends its process, another one takes the rows left."""
    contender, rows, variant = work
    results = []
    while rows:
        print(f"[{time.perf_counter() - begin:5.0f} s] {contender} {variant} {','.join(rows)}", flush=True)
        found, reason = listen(
            command(contender, rows, variant, options),
            environment(rows, folder),
            options.limit,
            lambda result: print(f"[{time.perf_counter() - begin:5.0f} s]   {line(result)}", flush=True),
        )
        results += found
        if reason is None:
            break
        done = {result["row"] for result in found}
        failed = next((name for name in rows if name not in done), rows[-1])
        if rows[-1] in done:
            failed = rows[-1]
        results.append({"row": failed, "name": f"{contender} {variant}".strip(), "error": reason})
        print(f"[{time.perf_counter() - begin:5.0f} s]   {failed}: {reason}", flush=True)
        rows = rows[rows.index(failed) + 1 :]
    return results


def command(contender, rows, variant, options):
    """How a worker is started."""
    python = options.torch_python if PACKAGES[contender] == "torch" else sys.executable
    given = [python, str(HERE / SCRIPTS[contender]), "--device", options.device, "--rows", ",".join(rows)]
    given += ["--seconds", str(options.seconds), "--variant", variant]
    return given + (["--tiny"] if options.tiny else [])


def environment(rows, folder):
    """First steps have a folder of programs of their own, which the second run finds filled."""
    if ROWS[rows[0]].work != "first":
        return dict(os.environ)
    programs = Path(folder) / rows[0]
    return {**os.environ, "MXNET_ENGINE_CACHE": f"{programs}-ours", "BENCHMARK_PROGRAMS": f"{programs}-jax"}


def listen(arguments, variables, limit, each):
    """What a worker tells, and why it ended if not by itself."""
    process = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=variables
    )
    lines = queue.Queue()

    def read():
        for text in process.stdout:
            lines.put(text)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    found, last, tail = [], time.perf_counter(), []
    while True:
        try:
            text = lines.get(timeout=max(0.1, last + limit - time.perf_counter()))
        except queue.Empty:
            process.kill()
            process.wait()
            return found, f"nothing for {limit:.0f} s"
        if text is None:
            break
        if text.startswith("RESULT "):
            found.append(json.loads(text[7:]))
            each(found[-1])
            last = time.perf_counter()
        else:
            tail = [*tail[-30:], text]
    code = process.wait()
    if code == 0 and all("error" not in result for result in found):
        return found, None
    print("".join(tail), flush=True)
    return found, None if code == 0 else f"exit status {code}"


def line(result):
    """A result in words."""
    if "error" in result:
        return f"{result['row']:14} {result['name']:34} error: {result['error']}"
    parts = []
    if "seconds" in result:
        seconds = result["seconds"]
        parts.append(f"{seconds * 1e3:10.3f} ms" if seconds < 1 else f"{seconds:10.3f} s ")
        if ROWS[result["row"]].work in ("train", "encoder", "infer", "amp", "feed"):
            parts.append(f"{result['batch'] / seconds:9.0f} samples/s")
    if result.get("peak"):
        parts.append(f"peak {result['peak'] / 2**30:7.3f} GiB")
    if "note" in result:
        parts.append(result["note"])
    return f"{result['row']:14} {result['name']:34}{'  '.join(parts)}"


def show(rows, results):
    """The table, with each time as a multiple of JAX's, or of PyTorch's where there is no other."""
    print("\n=== table ===")
    for name in rows:
        mine = [result for result in results if result["row"] == name]
        if not mine:
            continue
        print(f"{ROWS[name].title}  [{name}]")
        times = {result["name"]: result["seconds"] for result in mine if "seconds" in result}
        for result in mine:
            ratios = "".join(
                f"  {result['seconds'] / seconds:5.2f} x {other}"
                for other, seconds in times.items()
                if "seconds" in result and result["name"].startswith("ours") and other in references(result, times)
            )
            print(f"  {line(result)[15:]}{ratios}", flush=True)


def references(result, times):
    """What a time of ours is compared with."""
    if " first step" in result["name"]:
        return [result["name"].replace("ours", "JAX")]
    if " amp " in result["name"]:
        return ["ours amp float32"] if result["name"] != "ours amp float32" else []
    if result["name"] == "ours, from a loader":
        return ["ours, data there"]
    return [other for other in times if not other.startswith("ours")]


if __name__ == "__main__":
    main()
