# Two commands do everything: `make play` and `make test`. Both set up what they need.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Interpreters that can be used but have no venv module need Debian's package for it.
SETUP = tools/setup

.PHONY: play test test-lab check format bench dist lock clean

# `make play LAN=1` lets in the phones and computers at home; otherwise it asks.
play: $(VENV)/.compiled
	@$(BIN)/rookery serve --open $(if $(LAN),--lan,--ask)

# The checks and the lab's tests keep one core busy each, so they go first, side by side. Then three
# at a time for two cores: many tests wait for a server, a browser or a clock. Those without the JIT
# only compute.
test: $(VENV)/.ready-test
	@tools/debian postgresql chromium npm nginx || echo "make: tests that need it will be skipped"
	@tools/debian chromium-headless-shell || echo "make: pages are tested in the whole browser, which takes longer"
	$(MAKE) -j 2 check test-lab
	$(BIN)/python -m pytest -n 3 --dist worksteal -q
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal -q tests/games tests/test_conformance.py tests/test_properties.py

# The lab's libraries have an environment of their own: Numba starts slower where SciPy is. PyTorch is
# not among them: with what it brings it weighs gigabytes.
# What these libraries warn of is their own affair.
test-lab: $(VENV)/.ready-lab
	.venv-lab/bin/python -m pytest -q -W ignore tests/lab

check: $(VENV)/.ready-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(VENV)/.ready-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.ready-bench
	$(BIN)/python bench/games.py party

# A wheel that installs anywhere; `pipx run`, `uvx` and `pip install` take it.
dist: $(VENV)/.ready
	rm -rf dist
	PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
		$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist

# The newest versions that pyproject.toml allows, for every system and Python; then run the tests.
lock:
	tools/lock "$(PYTHON)"

$(VENV)/.ready: pyproject.toml constraints.txt $(SETUP)
	$(SETUP) "$(PYTHON)" "$(VENV)" .
	touch $@

# What a first match needs, so that nobody waits for it; only what has changed is compiled.
$(VENV)/.compiled: $(VENV)/.ready $(shell find src -name '*.py')
	@$(BIN)/rookery prepare
	@touch $@

$(VENV)/.ready-test: pyproject.toml constraints.txt $(SETUP)
	$(SETUP) "$(PYTHON)" "$(VENV)" ".[test]"
	touch $@

# Apart from the other one: OpenSpiel brings SciPy, and Numba starts slower where SciPy is.
bench: BIN = .venv-bench/bin
$(VENV)/.ready-bench: pyproject.toml constraints.txt $(SETUP)
	$(SETUP) "$(PYTHON)" .venv-bench ".[bench]"
	touch $@

$(VENV)/.ready-lab: pyproject.toml constraints.txt $(SETUP)
	$(SETUP) "$(PYTHON)" .venv-lab ".[labtest]"
	touch $@

clean:
	rm -rf $(VENV) .venv-bench .venv-lab .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
