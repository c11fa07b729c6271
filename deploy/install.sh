#!/bin/sh
# Installs Stavka from this checkout into an environment of its own:
#   deploy/install.sh [--hosted] /opt/stavka
# --hosted brings what a server with PostgreSQL needs (the extra `hosted`). It needs Python 3.11 or
# newer (PYTHON says which) and, unless the page has been built already, Node.js with npm; what is
# installed needs Python alone. The Dockerfile and tools/smoke.py take these steps.
set -eu
hosted=
[ "${1:-}" != --hosted ] || { hosted=yes; shift; }
[ $# -eq 1 ] || { echo "usage: deploy/install.sh [--hosted] FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
"${PYTHON:-python3}" -m venv "$folder"
# The locked versions first, which include what the package is built with.
"$folder/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r requirements.txt \
  ${hosted:+-r requirements-hosted.txt}
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation .
# For whoever may look into the folder but not write there.
"$folder/bin/python" -m compileall -q "$folder/lib"
