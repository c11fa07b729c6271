#!/bin/sh
# Serves everybody who can reach this machine. Settings are read from the environment:
#   STAVKA_GAMES   the folder in which games are kept (/games)
#   STAVKA_PORT    the port (8421)
#   STAVKA_NAMES   the names by which others reach the machine, separated by blanks; addresses in
#                  digits and localhost are right without
# Whatever else `stavka serve` understands may be given as arguments.
set -eu
for name in ${STAVKA_NAMES:-}; do
  set -- --name "$name" "$@"
done
exec stavka serve --no-open --host 0.0.0.0 --port "${STAVKA_PORT:-8421}" \
  --database "${STAVKA_GAMES:-/games}/stavka.db" "$@"
