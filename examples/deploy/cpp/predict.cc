// Computes an ONNX model with ONNX Runtime's C++ API.
//
//     predict model.onnx input.f32
//
// The file of the input holds float32 numbers, as numpy.ndarray.tofile writes them; a free batch is what is left of their
// number. For each example the program prints the place of the largest output, and the output itself.

#include <onnxruntime_cxx_api.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

static std::vector<float> read_floats(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto* first = reinterpret_cast<const float*>(bytes.data());
  return {first, first + bytes.size() / sizeof(float)};
}

int main(int argc, char** argv) try {
  if (argc != 3) throw std::runtime_error("write: predict model.onnx input.f32");
  Ort::Env env(ORT_LOGGING_LEVEL_WARNING, "predict");
  Ort::Session session(env, argv[1], Ort::SessionOptions{});

  // The shape of the input: sizes that are free are -1, and the batch alone may be.
  const auto information = session.GetInputTypeInfo(0);
  auto shape = information.GetTensorTypeAndShapeInfo().GetShape();
  std::vector<float> data = read_floats(argv[2]);
  std::int64_t per_example = 1;
  for (std::size_t axis = 1; axis < shape.size(); ++axis) per_example *= shape[axis];
  if (per_example <= 0 || data.size() % per_example != 0) {
    throw std::runtime_error("the input does not hold whole examples");
  }
  shape[0] = static_cast<std::int64_t>(data.size()) / per_example;

  const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
  const auto input = Ort::Value::CreateTensor<float>(memory, data.data(), data.size(), shape.data(), shape.size());
  Ort::AllocatorWithDefaultOptions allocator;
  const auto input_name = session.GetInputNameAllocated(0, allocator);
  const auto output_name = session.GetOutputNameAllocated(0, allocator);
  const char* inputs[] = {input_name.get()};
  const char* outputs[] = {output_name.get()};
  const auto found = session.Run(Ort::RunOptions{nullptr}, inputs, &input, 1, outputs, 1);

  const float* numbers = found[0].GetTensorData<float>();
  const auto width = found[0].GetTensorTypeAndShapeInfo().GetElementCount() / shape[0];
  for (std::int64_t example = 0; example < shape[0]; ++example, numbers += width) {
    const auto best = std::max_element(numbers, numbers + width);
    std::cout << best - numbers << " " << *best << "\n";
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
