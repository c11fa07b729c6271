#!/bin/sh
# Copies all games from PostgreSQL into one file, and the key of their dice beside it; removes copies
# that are older than some days, once there is a new one. Settings are read from the environment:
#   STAVKA_DATABASE      the address of the database (postgresql://...)
#   STAVKA_KEY           the file of the key
#   STAVKA_BACKUPS       the folder of the copies
#   STAVKA_BACKUP_DAYS   how long they are kept (14)
# The way back is in deploy/README.md.
set -eu
umask 077
mkdir -p "$STAVKA_BACKUPS"
copy=$STAVKA_BACKUPS/stavka-$(date -u +%Y%m%d-%H%M%S)
trap 'rm -f "$copy.part"' EXIT
# Of one moment, also while people play.
pg_dump --format=custom --no-owner --no-privileges --file="$copy.part" "$STAVKA_DATABASE"
# A copy that cannot be read is none.
pg_restore --list "$copy.part" >/dev/null
sync "$copy.part"
cp "$STAVKA_KEY" "$copy.key"
mv "$copy.part" "$copy.dump"
find "$STAVKA_BACKUPS" -maxdepth 1 -name 'stavka-*' -type f -mtime "+${STAVKA_BACKUP_DAYS:-14}" \
  ! -name "${copy##*/}.*" -delete
echo "$copy.dump holds all games"
