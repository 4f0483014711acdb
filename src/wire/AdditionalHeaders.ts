import type { Json } from 'effect/Schema'
import type { RateLeft } from '#domain/account/RateLimit.ts'

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
