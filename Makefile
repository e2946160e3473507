# Everything a newcomer needs: `make demo`, `make test`. Contributors: `make check` before a commit.

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-rest test-jobs test-slow soak fuzz check bench stubs docs notebooks wheel clean

demo: $(READY)
	$(BIN)/python examples/mnist_mlp.py

# The second line: convolutional networks with the library of the extra `fast`.
test: $(READY)
	$(BIN)/python -m pytest -n auto
	MXNET_MKLDNN_ENABLED=1 $(BIN)/python -m pytest -n auto tests/ops/test_onednn.py tests/ops/test_convolution.py \
		tests/ops/test_packed_weights.py tests/ops/test_images_held.py tests/ops/test_pooling.py \
		tests/ops/test_normalization.py tests/ops/test_onednn_normalization.py tests/ops/test_onednn_averages.py

# All the tests that `make test` leaves out; CI runs them too.
test-slow: test-rest test-jobs

# Jobs of several processes, faults and restarts among them; one after the other, since they go by the clock.
test-jobs: $(READY)
	$(BIN)/python -m pytest -m slow tests/kvstore tests/module

# Every operator by arrays, by symbols, node by node and with NumPy, random programs, ONNX of the model zoo, the examples.
test-rest: $(READY)
	$(BIN)/python -m pytest -n auto -m slow --ignore tests/kvstore --ignore tests/module

# Takes hours: 200 faults in distributed jobs. Needs Ray: $(BIN)/pip install -e '.[dist]'
soak: $(READY)
	$(BIN)/python tools/soak.py --faults 200

# Many random programs for each test of the engine that runs some, from a seed: make fuzz COUNT=5000 SEED=1
COUNT ?= 1000
SEED ?= $(shell date +%s)
fuzz: $(READY)
	@echo "make fuzz COUNT=$(COUNT) SEED=$(SEED)"
	FUZZ_COUNT=$(COUNT) $(BIN)/python -m pytest -m "slow or not slow" tests/engine/test_random_programs.py --hypothesis-seed=$(SEED)

# What says at once that a change broke something: what the engine decides and counts, the layers, the words, files.
QUICK := tests/engine/test_counts.py tests/engine/test_cuts.py tests/engine/test_strategy.py tests/engine/test_donation.py \
	tests/engine/test_interruptions.py tests/test_layers.py tests/test_words.py tests/test_declarations.py tests/files

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/stubs.py --check
	$(BIN)/python tools/operators.py --check
	$(BIN)/python tools/environment.py --check
	$(BIN)/python tools/own_lines.py
	$(BIN)/python -m pytest -x -n auto $(QUICK)

bench: $(READY)
	$(BIN)/python benchmarks/imperative.py
	$(BIN)/python benchmarks/dataloader.py
	$(BIN)/python benchmarks/distributed.py

stubs: $(READY)
	$(BIN)/python tools/stubs.py

# The site, in build/site; open build/site/index.html with a web server, as in python -m http.server -d build/site
docs: $(READY)
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	$(BIN)/python tools/operators.py
	$(BIN)/python tools/environment.py
	$(BIN)/python tools/site.py

# Runs the tutorials and keeps what they print in the notebooks.
notebooks: $(READY)
	$(BIN)/python tools/notebooks.py

# The wheel and the source archive, and a check that installs the wheel in a new environment and runs the demo there.
wheel: $(READY)
	$(BIN)/python -m pip install --quiet build
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python tools/wheel.py dist/*.whl

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "mxnet-xla needs Python 3.11, 3.12, 3.13 or 3.14; name one with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[test,viz,files]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
