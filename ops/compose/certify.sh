#!/bin/sh
# Makes the certificate of the Postgres in a container, which is its own authority, or renews it for ten years. Only the
# containers of the installation use its name.
set -e
command -v openssl >/dev/null ||
  { echo 'openssl is not installed. Install it, or name an existing Postgres with --database.' >&2; exit 1; }
cd "$(dirname "$0")"
mkdir -p postgres
[ -e postgres/tls.key ] || openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out postgres/tls.key
openssl req -x509 -days 3650 -key postgres/tls.key -out postgres/tls.crt -subj /CN=postgres -addext subjectAltName=DNS:postgres
# The server in the container runs as another user. It gets its own copy of the key.
chmod 600 postgres/tls.key
chmod 755 postgres
chmod 644 postgres/tls.crt
