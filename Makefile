# Two commands do everything on a fresh machine with Python 3.11 or newer and Node.js 20.19 or newer:
#   make play    sets up what is needed and opens Stavka in the browser
#   make test    sets up what is needed and runs every quick check
# make soak is the long tier of the checks; CONTRIBUTING.md tells more.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CLIENT := src/stavka/server/static/index.html
# The symbols are made by every build and test.
CLIENT_SOURCES := $(shell find web -path web/node_modules -prune -o -type f ! -name symbols.json -print)

# Whatever the shell says, bytecode is kept: each worker, server and command that a test starts would
# have to compile all modules and rewrite all asserts again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play compiled web test ready lint types client tests hosted postgresql nginx soak chromium bench lock dist matrix clean

# The client is built with Node.js; without it there is only the gallery of maps to look at.
play: $(VENV)/.compiled
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

# Whatever does not use all cores by itself goes on beside something else.
test:
	@$(MAKE) --no-print-directory -j2 --output-sync=target ready
	@$(MAKE) --no-print-directory tests

ready: lint types client chromium

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

client: $(CLIENT)
	cd web && npm run -s lint && npm test

# The browser tests need the built client, and Chromium. They wait as much as they work, so that one
# worker more than there are cores keeps all of them busy.
tests: $(VENV)/.installed-dev $(VENV)/.compiled $(CLIENT) chromium
	$(BIN)/pytest -n $$($(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)') --dist worksteal

# With a real PostgreSQL server and a real nginx, which the quick tests and whoever plays do without.
hosted: $(VENV)/.installed-dev $(VENV)/.compiled postgresql nginx
	$(BIN)/pytest -m hosted

postgresql:
	@command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; \
	  else echo "PostgreSQL is missing (Debian: apt-get install postgresql)"; exit 1; fi; }

nginx:
	@command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nginx; \
	  else echo "nginx is missing (Debian: apt-get install nginx)"; exit 1; fi; }

# An hour or so. What it finds is kept under build/soak.
soak: $(VENV)/.installed-dev $(VENV)/.compiled $(CLIENT) chromium postgresql nginx
	$(BIN)/python -m tools.soak

chromium:
	@[ -n "$$CHROMIUM" ] || command -v chromium-headless-shell >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell; \
	  elif ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then \
	    echo "Chromium is missing (Debian: apt-get install chromium-headless-shell)"; exit 1; fi; }

bench: $(VENV)/.installed-dev $(VENV)/.compiled
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

# The inner loops in C where there is a compiler; it is no matter if there is none.
compiled: $(VENV)/.compiled

$(VENV)/.compiled: $(VENV)/.installed src/stavka/hexes/kernel.c
	$(BIN)/python -m tools.compile
	touch $@

# With all extras of the package, which the checks try out.
$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.txt requirements-extras.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt -r requirements-extras.txt
	touch $@

# Writes the lock files anew from requirements*.in. The head of each says from which state of its
# .in it was made, which a test compares.
lock: $(VENV)/bin/python
	$(BIN)/pip install --quiet pip-tools
	for name in requirements requirements-hosted requirements-dev requirements-extras; do \
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
	$(BIN)/python -m tools.matrix -m "not browser and not slow and not timing and not hosted"

clean:
	rm -rf $(VENV) build dist src/stavka/rules_index.json web/node_modules src/stavka/server/static
	rm -f src/stavka/hexes/kernel.*.so src/stavka/hexes/kernel.*.pyd
