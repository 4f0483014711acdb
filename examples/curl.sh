#!/bin/sh
# Requests a verification with curl alone, waits for its end as the interface recommends, and reads the account. Uses
# the simulator (npm start), or the service in COTEJO_URL with COTEJO_KEY:
#
#   sh examples/curl.sh
set -eu

base=${COTEJO_URL:-http://127.0.0.1:4010}
# The demo account of the simulator; no other service accepts it.
key=${COTEJO_KEY:-avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg}

# Passes the key and the request on standard input, because every user of the machine can read a command line.
call() {
  { printf 'header = "Authorization: Bearer %s"\n' "$key" && cat; } |
    curl --silent --show-error --max-time 30 --config - "$@"
}
get() { call "$@" </dev/null; }
# Sends $body.
post() {
  printf '%s' "$body" | tr -d '\n' | sed 's/[\\"]/\\&/g; s/.*/data = "&"/' | call "$@"
}

refuse() {
  echo "It was refused: $1" >&2
  exit 1
}

# The first text with that name in a JSON document. If you have jq, use it instead.
text() {
  case $2 in *"\"$1\":\""*) ;; *) return 0 ;; esac
  rest=${2#*"\"$1\":\""}
  printf '%s' "${rest%%\"*}"
}

solicitud_id=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n' | sed 's/\(.\{8\}\)\(.\{4\}\)\(.\{4\}\)\(.\{4\}\)/\1-\2-\3-\4-/')
body='{
  "solicitud_id": "'$solicitud_id'",
  "solicitante": { "curp": "LIMP900101HDFRRS03" },
  "consentimiento": {
    "otorgado": true,
    "otorgado_en": "'$(date -u +%Y-%m-%dT%H:%M:%SZ)'",
    "version_aviso": "2026-01",
    "evidencia_id": "ev-0001"
  },
  "webhook_url": "https://partner.example.com/webhooks/avs"
}'

echo "Requesting a verification ($solicitud_id)"
# A retry with the same Idempotency-Key is the same verification, charged once. A quota may require a wait of days.
created=$(post --retry 4 --retry-max-time 120 "$base/v1/verificaciones" \
  --header "Idempotency-Key: $solicitud_id" --header 'Content-Type: application/json')
verificacion_id=$(text verificacion_id "$created")
if [ -z "$verificacion_id" ]; then refuse "$created"; fi
echo "It was created: $verificacion_id"

document=$created
estado=$(text estado "$document")
wait=5
waited=0
while [ "$estado" = en_proceso ] && [ "$waited" -lt 660 ]; do
  echo "Waiting $wait s"
  sleep "$wait"
  waited=$((waited + wait))
  wait=$((wait * 3 / 2))
  if [ "$wait" -gt 30 ]; then wait=30; fi
  answer=$(get --write-out '%{http_code}' "$base/v1/verificaciones/$verificacion_id") || continue
  case $answer in
    *200)
      document=${answer%200}
      estado=$(text estado "$document")
      ;;
    *429 | *5??) ;; # Temporary: try again.
    *) refuse "${answer%???}" ;;
  esac
done
echo "It is $estado"
echo "$document"

echo 'The verifications with this solicitud_id'
get "$base/v1/verificaciones?solicitud_id=$solicitud_id"
echo
echo 'The account'
get "$base/v1/cuenta/consumo"
echo
