#!/bin/sh
# The shell commands of the guides, in order, for the simulator (npm start):
#
#   sh examples/guide.sh
set -eu

# region create
curl -s http://127.0.0.1:4010/v1/verificaciones \
  -H 'Authorization: Bearer avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg' \
  -H 'Idempotency-Key: sol-0001' -H 'Content-Type: application/json' \
  -d '{
    "solicitud_id": "sol-0001",
    "solicitante": { "curp": "LIMP900101HDFRRS03" },
    "consentimiento": {
      "otorgado": true, "otorgado_en": "2026-01-15T10:30:00-06:00",
      "version_aviso": "2026-01", "evidencia_id": "ev-0001"
    },
    "webhook_url": "https://partner.example.com/webhooks/avs"
  }'
# endregion
echo
# region jump
curl -s -X POST http://127.0.0.1:4010/_simulador/reloj -d '{"avanzar_segundos": 240}'
# endregion
echo
# region find
curl -s 'http://127.0.0.1:4010/v1/verificaciones?solicitud_id=sol-0001' \
  -H 'Authorization: Bearer avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg'
# endregion
echo
# region webhooks
curl -s http://127.0.0.1:4010/_simulador/webhooks
# endregion
echo
# region underway
curl -s 'http://127.0.0.1:4010/v1/verificaciones?estado=en_proceso&limite=100' \
  -H 'Authorization: Bearer avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg'
# endregion
echo
# region fail
curl -s -X POST http://127.0.0.1:4010/_simulador/fallos -d '{"codigo": "limite_excedido", "veces": 1}'
# endregion
echo
# region refused
curl -si http://127.0.0.1:4010/v1/verificaciones \
  -H 'Authorization: Bearer avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg' \
  -H 'Idempotency-Key: sol-0002' -H 'Content-Type: application/json' -d '{}'
# endregion
echo
# region without
answer=$(curl -si http://127.0.0.1:4010/v1/verificaciones \
  -H 'Authorization: Bearer avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg' \
  -H 'Idempotency-Key: sol-0002' -H 'Content-Type: application/json' -d '{}')
echo "$answer"
# endregion
# region why
request_id=$(echo "$answer" | tr -d '\r' | awk 'tolower($1) == "service-request-id:" { print $2 }')
curl -s "http://127.0.0.1:4010/_simulador/solicitudes/$request_id"
# endregion
echo
# region balance
curl -s http://127.0.0.1:4010/v1/cuenta/consumo \
  -H 'Authorization: Bearer avs_test_DOkWeCZob9EESQvcpGbsCkuFd7h1mcauZ3g7W97DIs70GPbkg'
# endregion
echo
# region payment
payment=$(curl -s -X POST http://127.0.0.1:4010/_simulador/pagos \
  -d '{"estado": "succeeded", "moneda": "MXN", "monto": 100}')
echo "$payment"
# endregion
# region paid
payment_intent_id=$(echo "$payment" | sed 's/.*"payment_intent_id":"\([^"]*\)".*/\1/')
curl -s http://127.0.0.1:4010/v1/verificaciones \
  -H 'Authorization: Bearer avs_test_c6EPL3gyMEnzgFLgHZ7CjI71rbJNAtxjxjuGSfazy5U0Sw7gE' \
  -H 'Idempotency-Key: sol-0003' -H 'Content-Type: application/json' \
  -d '{
    "solicitud_id": "sol-0003",
    "solicitante": { "curp": "LIMP900101HDFRRS03" },
    "consentimiento": {
      "otorgado": true, "otorgado_en": "2026-01-15T10:30:00-06:00",
      "version_aviso": "2026-01", "evidencia_id": "ev-0001"
    },
    "webhook_url": "https://partner.example.com/webhooks/avs",
    "cobro": { "modo": "connect", "payment_intent_id": "'"$payment_intent_id"'" }
  }'
# endregion
echo
# region check
curl -s -X POST http://127.0.0.1:4010/_simulador/webhooks/comprobar \
  -d '{
    "secreto_firma": "whsec_CCraEJ8EvQi+H8P8lCbfEJSXJqLS2aGhm+nLnhCgfxc=",
    "encabezado": "t=1767225600,v1=0000000000000000000000000000000000000000000000000000000000000000",
    "cuerpo": "{}"
  }'
# endregion
echo
# region receiver
curl -s -X POST http://127.0.0.1:4010/_simulador/webhooks/destinos \
  -d '{"tenant": "demo-consumo", "destino": "http://127.0.0.1:3000/hook"}'
# endregion
echo
# region world
curl -s -X POST http://127.0.0.1:4010/_simulador/mundos -d '{"nombre": "prueba", "congelado": true}'
# endregion
echo
