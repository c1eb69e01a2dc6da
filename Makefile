# Two commands do everything: `make play` and `make test`. Both set up what they need.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# Interpreters that can be used but have no venv module need Debian's package for it.
SETUP = tools/setup

.PHONY: play test check format bench clean

play: $(VENV)/.ready
	@$(BIN)/rookery

# Three at a time for two cores: many tests wait for a server, a browser or a clock. Those without
# the JIT only compute.
test: $(VENV)/.ready-test check
	@tools/debian postgresql chromium npm || echo "make: tests that need it will be skipped"
	$(BIN)/python -m pytest -n 3 --dist worksteal -q
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal -q tests/games tests/test_conformance.py tests/test_properties.py

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

$(VENV)/.ready: pyproject.toml $(SETUP)
	$(SETUP) "$(PYTHON)" "$(VENV)" .
	touch $@

$(VENV)/.ready-test: pyproject.toml $(SETUP)
	$(SETUP) "$(PYTHON)" "$(VENV)" ".[test]"
	touch $@

# Apart from the other one: OpenSpiel brings SciPy, and Numba starts slower where SciPy is.
bench: BIN = .venv-bench/bin
$(VENV)/.ready-bench: pyproject.toml $(SETUP)
	$(SETUP) "$(PYTHON)" .venv-bench ".[bench]"
	touch $@

clean:
	rm -rf $(VENV) .venv-bench .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
