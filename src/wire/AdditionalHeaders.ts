import type { Json } from 'effect/Schema'
import type { RateLeft } from '#domain/account/RateLimit.ts'

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

/** Headers of the answers to POST that clients can ignore (contract 7.7 and 7.8). */

/** On the answer to a POST that repeats one that was accepted before. */
export const replayHeader = 'Idempotent-Replayed'

/** The requests per minute of the key, in the form of draft-ietf-httpapi-ratelimit-headers-11. */
export const rateHeaders = (limit: number, { requests, seconds }: RateLeft): Record<string, string> => ({
  'RateLimit-Policy': `"minuto";q=${limit};w=60`,
  RateLimit: `"minuto";r=${requests};t=${seconds}`,
})

/** As the OpenAPI documents show them. */
export const describedRate: Record<string, Json> = {
  'RateLimit-Policy': {
    description: 'Opcional: las peticiones por minuto de la llave.',
    required: false,
    schema: { type: 'string' },
    example: '"minuto";q=600;w=60',
  },
  RateLimit: {
    description: 'Opcional: cuántas peticiones (`r`) caben todavía en los próximos `t` segundos.',
    required: false,
    schema: { type: 'string' },
    example: '"minuto";r=599;t=60',
  },
}

export const describedReplay: Record<string, Json> = {
  [replayHeader]: {
    description: 'Solo en la repetición de una petición ya aceptada: no creó ni cobró nada.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
}
