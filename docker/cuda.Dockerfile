# MXNet on XLA for NVIDIA GPUs, from this checkout; JAX brings CUDA itself, the host its driver:
#   docker build -f docker/cuda.Dockerfile -t mxnet-xla:cuda .
#   docker run --rm --gpus all mxnet-xla:cuda mxnet doctor
FROM python:3.13-slim

RUN apt-get update \
    && apt-get install --yes --no-install-recommends graphviz \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/mxnet-xla
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip install --no-cache-dir '.[cuda13,vision,viz,onnx,files,progress,tensorboard]'
RUN useradd --create-home user
USER user
WORKDIR /home/user
CMD ["mxnet", "info"]
