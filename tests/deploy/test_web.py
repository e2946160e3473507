"""The page in examples/deploy/web, drawn on in a headless browser.

It needs Chromium (Debian's package) and onnxruntime-web: ``npm install`` in that folder, or ONNXRUNTIME_WEB with the
folder ``node_modules``. WEB_SCREENSHOT names a file to keep the picture in.
"""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import ClassVar

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "deploy"
BROWSER = next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)

TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm"}

# Draws strokes of points on the page with pointer events, and tells the server what the page answers.
DRIVER = """
const strokes = [[[140, 40], [140, 90], [140, 140], [140, 190], [140, 240]]];
const until = async (what) => { while (!what()) await new Promise((done) => setTimeout(done, 50)); };
await until(() => document.body.dataset.ready);
const canvas = document.getElementById("drawing");
const box = canvas.getBoundingClientRect();
const send = (kind, [x, y]) => canvas.dispatchEvent(
  new PointerEvent(kind, { clientX: box.left + x, clientY: box.top + y, bubbles: true }));
for (const stroke of strokes) {
  send("pointerdown", stroke[0]);
  for (const point of stroke.slice(1)) send("pointermove", point);
  send("pointerup", stroke.at(-1));
}
await until(() => document.getElementById("digit").textContent);
await fetch("/answer", { method: "POST", body: document.getElementById("digit").textContent });
"""


def packages() -> Path:
    places = [os.environ.get("ONNXRUNTIME_WEB", ""), str(EXAMPLE / "web" / "node_modules")]
    found = next((Path(p) for p in places if p and (Path(p) / "onnxruntime-web").exists()), None)
    if found is None:
        pytest.skip("no onnxruntime-web: run npm install in examples/deploy/web, or set ONNXRUNTIME_WEB")
    return found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[str, "Queue[str]"]]:
    """A server of the example with a trained network, and what was posted to it."""
    folder = tmp_path / "web"
    shutil.copytree(EXAMPLE / "web", folder, ignore=shutil.ignore_patterns("node_modules", "digits.onnx"))
    (folder / "node_modules").symlink_to(packages())
    command = [sys.executable, str(EXAMPLE / "digits_model.py"), "--folder", str(folder), "--epochs", "2"]
    source = str(EXAMPLE.parents[1] / "src")
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": source})
    page = (folder / "index.html").read_text()
    (folder / "driven.html").write_text(f'{page}<script type="module">{DRIVER}</script>')
    answers: Queue[str] = Queue()

    class Handler(SimpleHTTPRequestHandler):
        extensions_map: ClassVar = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}

        def do_POST(self) -> None:
            answers.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), lambda *args: Handler(*args, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/driven.html", answers
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium: install Debian's package chromium")
def test_a_drawn_one_is_read(site: tuple[str, "Queue[str]"], tmp_path: Path) -> None:
    address, answers = site
    picture = tmp_path / "page.png"
    command = [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    options = [f"--screenshot={picture}", "--window-size=760,420", "--virtual-time-budget=20000", address]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert answers.get(timeout=1) == "1"
    assert picture.stat().st_size > 1000
    if os.environ.get("WEB_SCREENSHOT"):
        shutil.copy(picture, os.environ["WEB_SCREENSHOT"])
