/** The two long texts of the OpenAPI document in English. */

export const guideInEnglish = `\
Cotejo verifies a rental applicant by the CURP, and gives the landlord a recommendation: a suggested action, and the documentary support behind it. The service informs; the landlord decides. The recommendation judges the documentary support, never the person, and does not show the report of the sources.

## How to use it

1. Obtain the applicant's express consent, and keep its evidence.
2. Request the verification with \`POST /v1/verificaciones\`. The answer is immediate, with \`estado\` = \`en_proceso\`. A result usually takes 3 to 4 minutes, and at most 10.
3. Receive the webhook \`verificacion.emitida\`, or read the verification until it is \`emitida\` or \`no_concluyente\`. A verification that ends \`no_concluyente\` has no webhook, no charge and no transfer.

\`\`\`
curl -X POST {servidor}/v1/verificaciones \\
  -H 'Authorization: Bearer <API_KEY>' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: <solicitud_id>' \\
  -d @request.json
\`\`\`

## Polling

Wait 5 seconds before the first read. While \`estado\` is \`en_proceso\` and less than 11 minutes have passed, multiply the wait by 1.5, up to 30 seconds. Do not read the same verification more than once every 5 seconds, and stop when the webhook arrives. Read every verification that has no webhook after 11 minutes. To reconcile in batches, use \`GET /v1/verificaciones?estado=en_proceso\`.

## Idempotency

\`Idempotency-Key\` is required and must equal \`solicitud_id\`. The same key with the same body returns the same verification, even \`en_proceso\`, and does not start or charge another. With another body it answers 409 \`conflicto_idempotencia\`. The same body means the same values: the order of fields and white space do not matter, and an absent optional field equals null. A refused request creates no verification, charges nothing, and leaves its \`solicitud_id\` unused.

## Opaque identifiers

\`solicitud_id\`, \`propiedad_id\`, and the path and parameters of \`webhook_url\` must be opaque. They do not describe the person (health, age, marital status, employment, family, migration situation and the like), and hold no CURP, RFC, name or secret. Otherwise the answer is 400 \`peticion_invalida\`, without more detail on purpose.

## Billing modes

The mode of the partner's account governs.

- \`consumo\`: a prepaid balance. When the verification is emitted, its price is deducted from the balance and \`cobro.estatus\` is \`cargada\`. Verifications in progress hold their price. If the balance does not cover another one, the request is refused with 402 \`consumo_agotado\`.
- \`connect\`: the applicant's payment on the partner's platform backs the verification. The payment in \`cobro.payment_intent_id\` is checked first; if it is not in order, the answer is 402 \`cobro_no_verificado\`. When the verification is emitted, the amount fixed at its creation is transferred and \`cobro.estatus\` is \`transferencia_encolada\`.

Amounts are Mexican pesos with at most two decimals.

## Errors

Every error has the body RespuestaDeError. \`codigo\` is stable. The wording of \`mensaje\` may change, and it never repeats data of the request.

Retry network errors, 429, 500 and 503 with exponential backoff and jitter, and a POST with the same \`solicitud_id\`. Honor \`Retry-After\`. Do not retry other 4xx without correcting the cause.

In addition to the errors of each route, \`peticion_invalida\` is the code of whatever no route serves: 404 on an unknown route, 405 with \`Allow\` on a known one with another method, and 400, 408 or 431 when the HTTP request itself is malformed, does not arrive in full, or has more than 16 KB of headers.

## Text and JSON

Lengths count Unicode characters. No text may hold control characters. The body is JSON in UTF-8 with \`Content-Type: application/json\`, without repeated fields, and with at most 8 levels.

## Sandbox

It has the same interface, with another address, other keys and simulated sources. The first four letters of the CURP choose the case; any other combination behaves like \`LIMP\`.

- \`LIMP\`: all in order.
- \`MARC\`: two concluded lawsuits.
- \`ROJF\`: a lawsuit in progress.
- \`ROJI\`: the CURP belongs to another person.
- \`LERT\`: appears in lists.
- \`FALL\`: a source fails, and the verification ends \`no_concluyente\`.
- \`NOEX\`: the CURP does not exist, and the verification ends \`no_concluyente\`.

CURPs of the sandbox have the official form, with a wrong check digit on purpose.

## MCP channel

A remote MCP server at \`/mcp\` has the same five operations as tools. It uses the same key and shares the idempotency of this interface. This document does not describe it.

## Versions

Additive changes do not alter what exists. A new field of an answer, or a new optional header, is added without notice. A new \`codigo\` of an error, factor or step is announced in an earlier version. All of them are in the changelog, and incompatible changes are announced there in advance. A client must therefore tolerate unknown fields and values of \`codigo\` in an answer. For the same reason the schemas of answers are open, and today's values of \`codigo\` are in \`x-extensible-enum\`. The schemas of requests are closed (\`additionalProperties: false\`), because an undeclared field is refused. Fields of an answer that the schema does not require are always present today, with null if there is no value, but do not depend on it.
`

export const webhookInEnglish = `\
When a verification becomes \`emitida\`, it is sent by POST to the \`webhook_url\` of its creation. One that ends \`no_concluyente\` produces no event. The body is the verification, identical to the one that GET returns; it never holds the CURP or the report of the sources.

**Answer and retries.** Answer 2XX in less than 10 seconds and process it later. With any other answer, or none, there are up to 6 attempts in total: at once, and then after 30 s, 2 min, 10 min, 1 h and 6 h, each wait counted from the end of the attempt before. Every attempt has the same bytes and the same \`Service-Event-Id\`, with a new signature. Redirects are not followed.

**How to check the signature.**

1. Read the raw body as received, before you parse it.
2. Take \`t\` and \`v1\` from \`Service-Signature\`. A header that does not have exactly this form is invalid.
3. Compute HMAC-SHA256 with the signing secret over \`<t>.<raw body>\`, in hexadecimal, and compare it with \`v1\` in constant time.
4. Reject the request if \`t\` differs from your clock by more than 300 seconds.

The signing secret is not the key and is issued out of band. While it is being replaced, the request also has the headers of Standard Webhooks (\`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`), signed with both secrets.

**Duplicates and order.** Discard duplicates by \`Service-Event-Id\`. Events may arrive repeated or out of order; confirm doubtful ones by reading the verification.
`
