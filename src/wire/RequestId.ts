import type { Json } from 'effect/Schema'

/** The header with the request ID of every answer, for the logs of both sides. It is an addition to the contract. */
export const requestIdHeader = 'Service-Request-Id'

/** Its description in the OpenAPI documents. */
export const requestIdHeaders: Record<string, Json> = {
  [requestIdHeader]: {
    description: 'Identificador de esta petición, al azar: nómbrelo al preguntar por ella.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f]{32}$' },
    example: 'req_3b1f5c0e9a7d4c2f8e6b0d1a2c3e4f50',
  },
}
