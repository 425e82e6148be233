# Two commands matter: `make play` and `make test`. Each sets up what it needs by itself.

PYTHON ?= python3
GAME ?= halali
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
BENCH_PIP := .venv-bench/bin/python -m pip --disable-pip-version-check --quiet

.PHONY: play test lint bench golden warm clean

play: .venv/play.ready warm
	@$(BIN)/allmende play $(GAME)

test: .venv/test.ready lint warm
	$(BIN)/python -m pytest -n auto

lint: .venv/test.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/play.ready .venv-bench/ready warm
	$(BIN)/python benchmarks/run.py --peers .venv-bench/bin/python --out benchmarks/results.json

# Writes node counts and playthroughs anew; read the diff before you commit it.
golden: .venv/test.ready warm
	$(BIN)/python -m tests.conformance.golden

warm: .venv/play.ready
	@$(BIN)/allmende warm

clean:
	rm -rf .venv .venv-bench
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Allmende needs Python 3.11 or newer; say which with: make PYTHON=python3.11"; exit 1; }
	@echo "Setting up a virtual environment in .venv"
	@$(PYTHON) -m venv .venv

.venv/play.ready: .venv/bin/python requirements/play.txt pyproject.toml
	@echo "Installing what the games need"
	@$(PIP) install -r requirements/play.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/test.ready: .venv/play.ready requirements/test.txt
	@echo "Installing what the tests need"
	@$(PIP) install -r requirements/test.txt
	@touch $@

.venv-bench/ready: requirements/bench.txt
	@echo "Installing the peers to be measured"
	@$(PYTHON) -m venv .venv-bench
	@$(BENCH_PIP) install -r requirements/bench.txt
	@touch $@
