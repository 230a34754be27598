# make run: set up and check the examples.  make test: set up and run every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TORCH := torch==2.13.0

.PHONY: run test setup check docs fuzz score clean node

run: $(VENV)/.installed
	$(BIN)/retrograd check --exit-zero examples

test: check
	$(BIN)/python -m pytest -q -n 2 tests
	@if [ -f package.json ]; then $(MAKE) --no-print-directory node; fi

check: setup
	$(BIN)/ruff check server tests
	$(BIN)/mypy
	$(BIN)/lint-imports

setup: $(VENV)/.installed-dev

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml requirements.lock
	$(BIN)/python -m pip install -q -c requirements.lock -e .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.txt
	$(BIN)/python -m pip install -q "$(TORCH)"
	$(BIN)/python -m pip install -q -c requirements.lock -r requirements-dev.txt
	touch $@

node: node_modules/.installed
	npm run lint
	npm run test
	npm run package
	npm run test:vscode

node_modules/.installed: package.json package-lock.json
	npm ci --no-audit --no-fund
	touch $@

N ?= 1000

fuzz: setup
	$(BIN)/python -m tests.differential --closed $(N) --open $(N)

docs: $(VENV)/.installed
	$(BIN)/python -m retrograd.rules.pages docs/rules

clean:
	rm -rf $(VENV) node_modules client/dist artifacts .e2e *.vsix
