# Two commands do everything on a fresh machine with Python 3.11 or newer:
#   make play    sets up what is needed and opens Stavka in the browser
#   make test    sets up what is needed and runs every check

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check lint types tests bench lock clean

play: $(VENV)/.installed
	$(BIN)/stavka gallery

test: check
check: lint types tests

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

tests: $(VENV)/.installed-dev
	$(BIN)/pytest

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench.hexes

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Stavka needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing (Debian: apt-get install python3-venv)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@

# Writes the lock files anew from requirements*.in.
lock: $(VENV)/bin/python
	$(BIN)/pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
	  --no-emit-trusted-host --no-emit-find-links --no-emit-options -o requirements.txt requirements.in
	$(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
	  --no-emit-trusted-host --no-emit-find-links --no-emit-options -o requirements-dev.txt requirements-dev.in

clean:
	rm -rf $(VENV) build
