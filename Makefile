# Two commands matter: `make play` and `make test`. Each sets up what it needs by itself.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
BENCH_PIP := .venv-bench/bin/python -m pip --disable-pip-version-check --quiet
CLUSTER_PIP := .venv-cluster/bin/python -m pip --disable-pip-version-check --quiet
PEERS_PIP := .venv-peers/bin/python -m pip --disable-pip-version-check --quiet
GPU_PIP := .venv-gpu/bin/python -m pip --disable-pip-version-check --quiet
TORCH_PIP := .venv-torch/bin/python -m pip --disable-pip-version-check --quiet
DOCS_PIP := .venv-docs/bin/python -m pip --disable-pip-version-check --quiet
NPM := npm --prefix web --no-audit --no-fund --loglevel=error
# Two more workers than cores: tests of pages and servers wait much of their time; tests/spreading.py
# says who gets what.
WORKERS := $(shell $(PYTHON) -c 'import os; print(2 + (os.cpu_count() or 1))')
ON_ALL_CORES := -n $(WORKERS)
PYTEST := $(BIN)/python -m pytest $(ON_ALL_CORES)
OWN_ENVIRONMENTS := $(addprefix --ignore tests/,cluster gpu hosting peers site torch)
BOTH := $(MAKE) --no-print-directory --jobs 2
PAGE := src/allmende/table/page/index.html
RULES := $(shell find src/allmende/core src/allmende/games src/allmende/bots -name '*.py')
PAGE_SOURCES := $(wildcard web/*.*) $(shell find web/src -type f)

# The tests start hundreds of processes: without bytecode each of them would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test quick suite units page-tests lint lint-python lint-page hooks wire page browser bench levels golden hosting
.PHONY: postgres laws observations costs release warm clean pictures peers torch training docs site cluster gpu

play: .venv/play.ready page warm
	@$(BIN)/allmende

# Everything.
test: .venv/test.ready .venv-torch/ready page browser postgres warm
	@$(BOTH) suite lint page-tests training

# What a small change needs: no browser, no server, no command line, and a sample of the laws.
quick: .venv/test.ready web/node_modules/ready warm
	@$(BOTH) units lint page-tests

suite:
	$(PYTEST) tests $(OWN_ENVIRONMENTS)

units:
	$(PYTEST) --sample $(addprefix tests/,core games bots lab paper env conformance)

page-tests:
	$(NPM) test

lint: lint-python lint-page

lint-python: .venv/test.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/vulture
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src/allmende/table  # what differs there is not tried here, but its names are right
	$(BIN)/python -m tests.loose_ends
	$(BIN)/python -m allmende.table.wire.typescript --check

lint-page: web/node_modules/ready
	$(NPM) run check

# Looks at what is committed, before it is.
hooks: .venv/test.ready web/node_modules/ready
	$(BIN)/pre-commit install

# Writes the types of the page from the shapes of messages and views; read the diff before you commit it.
wire: .venv/play.ready
	$(BIN)/python -m allmende.table.wire.typescript

# What each test costs, in seconds of CPU; see tests/costs.py.
costs: .venv/test.ready page browser postgres warm
	$(PYTEST) -p tests.costs tests $(OWN_ENVIRONMENTS)

# The table behind real proxies, watched by a real Prometheus, as the files in hosting/ set them up.
hosting: .venv/test.ready page .venv/hosting/ready postgres warm
	$(BIN)/python -m pytest tests/hosting

# The suites of OpenSpiel, PettingZoo and Gymnasium, on our games behind their interfaces.
peers: .venv-peers/ready warm
	.venv-peers/bin/python -m pytest $(ON_ALL_CORES) tests/peers

# The same commands on real Ray clusters on this machine, whose workers are killed; one after the other, as each
# has workers on all cores.
cluster: .venv-cluster/ready warm
	.venv-cluster/bin/python -m pytest tests/cluster

# What needs PyTorch: training, and the example that trains a net.
torch: .venv-torch/ready warm
	.venv-torch/bin/python -m pytest tests/torch

# Training itself, on four in a row and Kuhn poker; part of `make test`.
training: .venv-torch/ready warm
	.venv-torch/bin/python -m pytest tests/torch/test_training.py

# What runs on a GPU: all kernels are compiled, and where there is one, compared with the CPU.
gpu: .venv-gpu/ready warm
	.venv-gpu/bin/python -m pytest $(ON_ALL_CORES) tests/gpu

# Makes a site of docs/ in build/site, and fails where a link leads nowhere.
docs: .venv-docs/ready
	NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict --quiet
	@echo "The site is in build/site; to read and search it: python3 -m http.server --directory build/site"

# Reads that site in a browser: nothing comes from elsewhere, and what is looked for is found.
site: docs .venv/test.ready web/node_modules/ready browser
	$(BIN)/python -m pytest tests/site

page: $(PAGE)

# The tests of the page run in Debian's Chromium, and a short one in its Firefox; they are installed where
# that is possible.
browser:
	@{ command -v chromium && command -v chromium-headless-shell; } > /dev/null || { echo "Installing Chromium"; \
	  apt-get update -qq && apt-get install -qq -y chromium chromium-headless-shell > /dev/null; } \
	  || command -v chromium > /dev/null || command -v chromium-browser > /dev/null \
	  || { echo "The tests need Chromium: install the package chromium"; exit 1; }
	@command -v firefox-esr > /dev/null || command -v firefox > /dev/null \
	  || { echo "Installing Firefox"; apt-get update -qq && apt-get install -qq -y firefox-esr > /dev/null; } \
	  || { echo "The tests need Firefox: install the package firefox-esr"; exit 1; }

# The tests start a PostgreSQL of their own and end it; its programs are installed where that is possible.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || { echo "Installing PostgreSQL"; \
	  apt-get update -qq && apt-get install -qq -y postgresql > /dev/null; } \
	  || { echo "The tests need PostgreSQL: install the package postgresql"; exit 1; }

bench: .venv/play.ready .venv-bench/ready warm
	$(BIN)/python benchmarks/run.py --peers .venv-bench/bin/python --out benchmarks/results.json

# Takes pictures of the boards from games that bots play, and shows them in the README and the docs; look at
# them before you commit them.
pictures: .venv/test.ready page browser warm
	$(BIN)/python benchmarks/pictures.py

# How strong the players are; hours at full pace, see docs/players.md.
levels: .venv/play.ready warm
	$(BIN)/python benchmarks/levels.py

# Writes node counts and playthroughs anew; read the diff before you commit it.
golden: .venv/test.ready warm
	$(BIN)/python -m tests.conformance.golden

# Builds the archives and tries them out in an environment of their own; uploads nothing.
release: .venv/release.ready web/node_modules/ready
	$(BIN)/python -m release

# Writes docs/laws.md anew: what each law costs and which planted bugs it catches.
laws: .venv/test.ready warm
	TEST_COSTS=.venv/costs.json $(PYTEST) -p tests.costs tests/conformance --ignore tests/conformance/test_laws_page.py
	$(BIN)/python -m tests.conformance.laws_page .venv/costs.json

# Writes the tables of docs/observations.md anew: which entries of an observation are which field.
observations: .venv/test.ready
	$(BIN)/python -m tests.conformance.observations_page

# Debian's programs, unpacked and not installed: none of them is to start by itself.
.venv/hosting/ready: .venv/bin/python
	@mkdir -p $(@D)
	cd $(@D) && { apt-get download -qq nginx caddy prometheus || { apt-get update -qq && apt-get download -qq nginx caddy prometheus; }; }
	cd $(@D) && for package in *.deb; do dpkg -x $$package .; done
	@touch $@

warm: .venv/warm.ready

clean:
	rm -rf .venv .venv-bench .venv-cluster .venv-docs .venv-gpu .venv-peers .venv-torch build web/node_modules web/.svelte-check
	rm -rf src/allmende/table/page
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

.venv/warm.ready: .venv/play.ready $(RULES)
	@echo "Compiling the games, which takes some minutes the first time"
	@$(BIN)/allmende warm
	@touch $@

.venv/test.ready: .venv/play.ready requirements/test.txt
	@echo "Installing what the tests need"
	@$(PIP) install -r requirements/test.txt
	@touch $@

.venv/release.ready: .venv/play.ready requirements/release.txt
	@echo "Installing what builds a release"
	@$(PIP) install -r requirements/release.txt
	@touch $@

.venv-peers/ready: requirements/peers.txt requirements/play.txt pyproject.toml
	@echo "Installing the peers whose interfaces we offer"
	@$(PYTHON) -m venv .venv-peers
	@$(PEERS_PIP) install -r requirements/peers.txt
	@$(PEERS_PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv-cluster/ready: requirements/cluster.txt requirements/play.txt pyproject.toml
	@echo "Installing Ray"
	@$(PYTHON) -m venv .venv-cluster
	@$(CLUSTER_PIP) install -r requirements/cluster.txt
	@$(CLUSTER_PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv-torch/ready: requirements/torch.txt requirements/play.txt pyproject.toml
	@echo "Installing PyTorch"
	@$(PYTHON) -m venv .venv-torch
	@$(TORCH_PIP) install -r requirements/torch.txt
	@$(TORCH_PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv-gpu/ready: requirements/gpu.txt requirements/play.txt pyproject.toml
	@echo "Installing the compiler for GPUs"
	@$(PYTHON) -m venv .venv-gpu
	@$(GPU_PIP) install -r requirements/gpu.txt
	@$(GPU_PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv-docs/ready: requirements/docs.txt
	@echo "Installing what makes the site"
	@$(PYTHON) -m venv .venv-docs
	@$(DOCS_PIP) install -r requirements/docs.txt
	@touch $@

.venv-bench/ready: requirements/bench.txt
	@echo "Installing the peers to be measured"
	@$(PYTHON) -m venv .venv-bench
	@$(BENCH_PIP) install -r requirements/bench.txt
	@touch $@

web/node_modules/ready: web/package.json web/package-lock.json
	@command -v npm > /dev/null || { echo "Allmende needs Node 20 or newer for its page"; exit 1; }
	@echo "Installing what the page needs"
	@$(NPM) ci
	@touch $@

$(PAGE): web/node_modules/ready $(PAGE_SOURCES)
	@echo "Building the page"
	@$(NPM) run build > /dev/null
	@touch $@
