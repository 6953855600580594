# The two commands to know: make demo, make test. Both make their environment first.
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp

.PHONY: setup demo test lint types borders unit bench bench-memory clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python '>=3.11' $(VENV) && uv pip install --quiet --python $(BIN)/python -e '.[dev]'; \
	else \
		$(PY) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'; \
	fi
	@touch $@

# A sample EHR sink, a keyring of its own, and the whole run, under .demo/
demo: $(STAMP)
	@rm -rf .demo && mkdir -p .demo
	@$(BIN)/redactor keys init .demo/keyring.json
	@$(BIN)/redactor sample .demo/ehr --patients 50 --seed 7
	@REDACTOR_KEYRING=.demo/keyring.json REDACTOR_HOME=.demo/home $(BIN)/redactor run .demo/ehr/records .demo/out
	@echo "De-identified records: .demo/out    Originals: .demo/ehr/records"

test: $(STAMP) lint types borders unit

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

borders: $(STAMP)
	$(BIN)/lint-imports

unit: $(STAMP)
	$(BIN)/python -m pytest

# What docs/benchmarks.md quotes; minutes, on an idle machine.
bench: $(STAMP)
	$(BIN)/python -m benchmarks.records
	$(BIN)/python -m benchmarks.notes
	$(BIN)/python -m benchmarks.workers
	$(BIN)/python -m benchmarks.sample

# Peak memory over a million resources.
bench-memory: $(STAMP)
	$(BIN)/python -m benchmarks.memory --resources 1000000

clean:
	rm -rf $(VENV) .demo .pytest_cache .mypy_cache .ruff_cache
