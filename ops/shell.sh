# Functions for operators. docs/operate/deploy.md writes the file that sets ETC, DATABASE, RELEASE and NAME and reads
# this one. Bash 4 or later.

# as ROLE PROGRAM...: runs a program with the settings, as cotejo_ROLE of the database.
as() {
  (set -a; . "$ETC/settings"; DATABASE_URL_FILE=$ETC/database_$1; shift; exec "$@")
}

# The operator's command. `cotejo migrate` runs as cotejo_migrate, everything else as cotejo_operator.
cotejo() {
  if [ "${1-}" = migrate ]; then as migrate node "$RELEASE/src/cli.ts" "$@"
  else as operator node "$RELEASE/src/cli.ts" "$@"; fi
}

# replica PORT METRICS_PORT: starts a replica in the background. Nothing restarts it: use it for trials only.
replica() {
  touch "$ETC/replica-$1.log"
  wc -l <"$ETC/replica-$1.log" >"$ETC/replica-$1.before"   # where the log of this start begins
  (set -a; . "$ETC/settings"; DATABASE_URL_FILE=$ETC/database_app COTEJO_PORT=$1 COTEJO_METRICS_PORT=$2
   exec node --disable-sigusr1 "$RELEASE/src/main.ts") >>"$ETC/replica-$1.log" 2>&1 &
  echo $! >"$ETC/replica-$1.pid"
}

# listens PORT: whether the replica last started for the port listens on it, and not another program.
listens() {
  tail -n "+$(($(cat "$ETC/replica-$1.before") + 1))" "$ETC/replica-$1.log" | grep 'api listening' >/dev/null
}

# ready PORT: waits until the replica is ready. Prints the last line of its log every 15 seconds, and if it has exited.
ready() {
  local tries=0
  until listens "$1" && curl -sk "https://127.0.0.1:$1/_salud" | grep -q arriba; do
    kill -0 "$(cat "$ETC/replica-$1.pid")" 2>/dev/null || { tail -n 1 "$ETC/replica-$1.log" >&2; return 1; }
    tries=$((tries + 1))
    [ $((tries % 15)) -ne 0 ] || tail -n 1 "$ETC/replica-$1.log" >&2
    sleep 1
  done
}

# restart PORT METRICS_PORT: stops the replica, starts it again, and waits until it is ready.
restart() {
  kill "$(cat "$ETC/replica-$1.pid")"
  while kill -0 "$(cat "$ETC/replica-$1.pid")" 2>/dev/null; do sleep 1; done
  replica "$1" "$2"
  ready "$1"
}

# call PORT ARGUMENT...: curl to a replica on this machine. Prints the text of an error on standard error.
call() {
  local port=$1 answer; shift
  answer=$(curl --silent --show-error --fail-with-body --cacert "$ETC/tls.crt" --resolve "$NAME:$port:127.0.0.1" "$@") || {
    echo "$answer" >&2
    return 1
  }
  echo "$answer"
}

# The header of an API key. curl reads it from a file, because `ps` shows command lines.
bearer() { echo "Authorization: Bearer $1"; }

# verify PORT KEY REQUEST CURP [MEMBERS]: requests a verification, and prints its id.
verify() {
  call "$1" "https://$NAME:$1/v1/verificaciones" --header @<(bearer "$2") \
    --header "Idempotency-Key: $3" --header 'Content-Type: application/json' --data @- <<END | jq -r .verificacion_id
{"solicitud_id":"$3","solicitante":{"curp":"$4"},"consentimiento":{"otorgado":true,"otorgado_en":"$(date -u +%FT%TZ)",
 "version_aviso":"2026-01","evidencia_id":"ev-0001"},"webhook_url":"https://partner.example.com/webhooks/avs"${5-}}
END
}

# ended PORT KEY VERIFICATION: waits until the verification has ended, and prints its state and charge.
ended() {
  local document
  until document=$(call "$1" "https://$NAME:$1/v1/verificaciones/$3" --header @<(bearer "$2")) &&
    [ "$(jq -r .estado <<<"$document")" != en_proceso ]; do sleep 1; done
  jq -r '.estado + " " + .cobro.estatus' <<<"$document"
}
