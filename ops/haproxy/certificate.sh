#!/bin/sh
# The deploy hook of certbot: HAProxy reads a certificate and its key from one file.
set -e
umask 077
directory=/etc/haproxy/certificates
file=$(basename "$RENEWED_LINEAGE").pem
cat "$RENEWED_LINEAGE/fullchain.pem" "$RENEWED_LINEAGE/privkey.pem" >"$directory/.$file"
if [ -d /run/systemd/system ]; then
  mv "$directory/.$file" "$directory/$file"
  systemctl reload haproxy
else
  # In containers, the proxy is process 1 and runs as another user. Only the two containers have this directory.
  chmod 644 "$directory/.$file"
  mv "$directory/.$file" "$directory/$file"
  kill -USR2 1
fi
