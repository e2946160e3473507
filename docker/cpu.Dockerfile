# MXNet on XLA for CPUs, from this checkout:
#   docker build -f docker/cpu.Dockerfile -t mxnet-xla .
#   docker run --rm mxnet-xla mxnet doctor
FROM python:3.13-slim

RUN apt-get update \
    && apt-get install --yes --no-install-recommends graphviz \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/mxnet-xla
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip install --no-cache-dir '.[vision,viz,onnx,files,progress,tensorboard]'
RUN useradd --create-home user
USER user
WORKDIR /home/user
CMD ["mxnet", "info"]
