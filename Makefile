# Two commands do everything on a fresh machine with Python 3.11 or newer and Node.js 20.19 or newer:
#   make play    sets up what is needed and opens Stavka in the browser
#   make test    sets up what is needed and runs every check

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENT := src/stavka/server/static/index.html
CLIENT_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print)

.PHONY: play web test check lint types tests chromium bench lock dist matrix clean

# The client is built with Node.js; without it there is only the gallery of maps to look at.
play: $(VENV)/.installed
	@if command -v npm >/dev/null; then \
	  $(MAKE) --no-print-directory web && $(BIN)/stavka serve; \
	else \
	  echo "Node.js with npm is missing (Debian: apt-get install nodejs npm; 20.19 or newer), so"; \
	  echo "the table cannot be built. Here are the maps instead."; \
	  $(BIN)/stavka gallery; \
	fi

web: $(CLIENT)

$(CLIENT): $(CLIENT_SOURCES)
	@command -v npm >/dev/null || \
	  { echo "Node.js with npm is missing (Debian: apt-get install nodejs npm; 20.19 or newer)"; exit 1; }
	cd web && npm ci --no-fund --no-audit && npm run build
	touch $@

test: check
check: lint types tests

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

# The browser tests need the built client, and Chromium.
tests: $(VENV)/.installed-dev $(CLIENT) chromium
	cd web && npm test
	$(BIN)/pytest

chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || [ -n "$$CHROMIUM" ] || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; \
	  else echo "Chromium is missing (Debian: apt-get install chromium)"; exit 1; fi; }

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

# Writes the lock files anew from requirements*.in. The head of each says from which state of its
# .in it was made, which a test compares.
lock: $(VENV)/bin/python
	$(BIN)/pip install --quiet pip-tools
	for name in requirements requirements-dev; do \
	  CUSTOM_COMPILE_COMMAND="make lock, $$name.in $$($(BIN)/pip hash $$name.in | tail -n 1)" \
	  $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
	    --no-emit-trusted-host --no-emit-find-links --no-emit-options -o $$name.txt $$name.in || exit 1; \
	done

# Builds page, sdist and wheel into dist/ and tries them out in fresh environments.
dist: $(VENV)/.installed-dev $(CLIENT)
	@rm -rf dist && mkdir -p build dist
	@PYTHONPATH=tools $(BIN)/python -c \
	  'import build_backend as b; b.build_sdist("dist"); b.build_wheel("dist")' >build/dist.log 2>&1 || \
	  { tail -n 20 build/dist.log; exit 1; }
	@ls -l dist
	$(BIN)/python -m tools.smoke

# The quick tests with every Python from 3.11 to 3.14 that is on this machine.
matrix: $(VENV)/bin/python
	$(BIN)/python -m tools.matrix -m "not browser and not slow and not timing"

clean:
	rm -rf $(VENV) build dist src/stavka/rules_index.json web/node_modules src/stavka/server/static
