# Functions for operators and for trials. `cotejo init` copies this file: . /etc/cotejo/shell.sh. Bash 4 or later.
ETC=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
DATABASE=$(cat "$ETC/secrets/database_operator")
DATABASE=${DATABASE#*@}   # host:port/database?parameters
export PGPASSFILE=$ETC/secrets/pgpass
if [ -e "$ETC/database_ca.pem" ]; then export PGSSLROOTCERT=$ETC/database_ca.pem
elif [[ $DATABASE == *sslmode=verify-full* ]]; then export PGSSLROOTCERT=system; fi

# The operator's command. `cotejo migrate` and `accounts move` run as cotejo_migrate, everything else as cotejo_operator.
cotejo() { "$ETC/cotejo" "$@"; }

# port N, metrics_port N: the ports of replica N on this machine. PORT_N and METRICS_N change them for a trial.
port() { local name=PORT_$1; echo "${!name:-808$1}"; }
metrics_port() { local name=METRICS_$1; echo "${!name:-946$1}"; }

# replica N: starts replica N in the background. Nothing restarts it: use it for trials only.
replica() {
  touch "$ETC/replica-$1.log"
  wc -l <"$ETC/replica-$1.log" >"$ETC/replica-$1.before"   # where the log of this start begins
  COTEJO_PORT=$(port "$1") COTEJO_METRICS_PORT=$(metrics_port "$1") "$ETC/cotejo-server" "$1" >>"$ETC/replica-$1.log" 2>&1 &
  echo $! >"$ETC/replica-$1.pid"
}

# listens N: whether the last start of replica N listens on its port, and not another program.
listens() {
  tail -n "+$(($(cat "$ETC/replica-$1.before") + 1))" "$ETC/replica-$1.log" | grep 'api listening' >/dev/null
}

# ready N: waits until the replica is ready. Prints the last line of its log every 15 seconds, and if it has exited.
ready() {
  local tries=0
  until listens "$1" && curl --silent "http://127.0.0.1:$(port "$1")/_salud" | grep -q arriba; do
    kill -0 "$(cat "$ETC/replica-$1.pid")" 2>/dev/null || { tail -n 1 "$ETC/replica-$1.log" >&2; return 1; }
    tries=$((tries + 1))
    [ $((tries % 15)) -ne 0 ] || tail -n 1 "$ETC/replica-$1.log" >&2
    sleep 1
  done
}

# restart N: stops the replica, starts it again, and waits until it is ready.
restart() {
  kill "$(cat "$ETC/replica-$1.pid")"
  while kill -0 "$(cat "$ETC/replica-$1.pid")" 2>/dev/null; do sleep 1; done
  replica "$1"
  ready "$1"
}

# call N PATH ARGUMENT...: curl to replica N. Prints the text of an error on standard error.
call() {
  local url="http://127.0.0.1:$(port "$1")$2" answer; shift 2
  answer=$(curl --silent --show-error --fail-with-body "$url" "$@") || {
    echo "$answer" >&2
    return 1
  }
  echo "$answer"
}

# The header of an API key. curl reads it from a file, because `ps` shows command lines.
bearer() { echo "Authorization: Bearer $1"; }

# verify N KEY REQUEST CURP [MEMBERS]: requests a verification, and prints its id.
verify() {
  call "$1" /v1/verificaciones --header @<(bearer "$2") \
    --header "Idempotency-Key: $3" --header 'Content-Type: application/json' --data @- <<END | jq -r .verificacion_id
{"solicitud_id":"$3","solicitante":{"curp":"$4"},"consentimiento":{"otorgado":true,"otorgado_en":"$(date -u +%FT%TZ)",
 "version_aviso":"2026-01","evidencia_id":"ev-0001"},"webhook_url":"https://partner.example.com/webhooks/avs"${5-}}
END
}

# ended N KEY VERIFICATION: waits until the verification has ended, and prints its state and charge.
ended() {
  local document
  until document=$(call "$1" "/v1/verificaciones/$3" --header @<(bearer "$2")) &&
    [ "$(jq -r .estado <<<"$document")" != en_proceso ]; do sleep 1; done
  jq -r '.estado + " " + .cobro.estatus' <<<"$document"
}
