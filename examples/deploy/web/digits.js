// A network that was trained with MXNet's API reads what the mouse draws. Everything is computed in the browser.
import * as ort from "./node_modules/onnxruntime-web/dist/ort.wasm.min.mjs";

const SIZE = 28;
ort.env.wasm.numThreads = 1; // several need headers that a plain server does not send
ort.env.wasm.wasmPaths = new URL("./node_modules/onnxruntime-web/dist/", import.meta.url).href;

const canvas = document.getElementById("drawing");
const digit = document.getElementById("digit");
const shares = document.getElementById("shares");
const context = canvas.getContext("2d", { willReadFrequently: true });
const session = await ort.InferenceSession.create("digits.onnx");
let last = null;

// The drawing as the network saw digits: as large as in a frame of 20 pixels, its centre of mass in the middle.
function picture() {
  const { width, height } = canvas;
  const pixels = context.getImageData(0, 0, width, height).data;
  let [left, right, top, bottom, mass, x, y] = [width, 0, height, 0, 0, 0, 0];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const light = pixels[4 * (row * width + column)];
      if (!light) continue;
      left = Math.min(left, column); right = Math.max(right, column + 1);
      top = Math.min(top, row); bottom = Math.max(bottom, row + 1);
      mass += light; x += light * column; y += light * row;
    }
  }
  if (!mass) return null;
  const small = new OffscreenCanvas(SIZE, SIZE).getContext("2d", { willReadFrequently: true });
  const scale = 20 / Math.max(right - left, bottom - top);
  small.fillRect(0, 0, SIZE, SIZE);
  small.imageSmoothingQuality = "high";
  small.drawImage(canvas, SIZE / 2 - (x / mass) * scale, SIZE / 2 - (y / mass) * scale, width * scale, height * scale);
  const found = small.getImageData(0, 0, SIZE, SIZE).data;
  return Float32Array.from({ length: SIZE * SIZE }, (_, i) => found[4 * i] / 255);
}

async function answer() {
  const data = picture();
  if (!data) return;
  const input = new ort.Tensor("float32", data, [1, 1, SIZE, SIZE]);
  const scores = Object.values(await session.run({ data: input }))[0].data;
  const top = Math.max(...scores);
  const powers = Array.from(scores, (score) => Math.exp(score - top));
  const total = powers.reduce((a, b) => a + b);
  digit.textContent = scores.indexOf(top);
  shares.replaceChildren(...powers.map((power, number) => {
    const row = document.createElement("div");
    row.className = "bar";
    row.innerHTML = `<span>${number}</span><div style="width: ${(100 * power) / total}%"></div>`;
    return row;
  }));
}

function place(event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

canvas.addEventListener("pointerdown", (event) => { last = place(event); });
canvas.addEventListener("pointermove", (event) => {
  if (!last) return;
  const next = place(event);
  Object.assign(context, { strokeStyle: "white", lineWidth: 22, lineCap: "round", lineJoin: "round" });
  context.beginPath();
  context.moveTo(...last);
  context.lineTo(...next);
  context.stroke();
  last = next;
});
window.addEventListener("pointerup", () => { if (last) { last = null; answer(); } });
document.getElementById("clear").addEventListener("click", () => {
  context.clearRect(0, 0, canvas.width, canvas.height);
  digit.textContent = "";
  shares.replaceChildren();
});
document.body.dataset.ready = "yes";
