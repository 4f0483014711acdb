import type { Json } from 'effect/Schema'
import type { RateLeft } from '#domain/account/RateLimit.ts'
import { catalog } from './Errores.ts'
import { rules } from './OrderOfJudgement.ts'
import type { Rejection } from './Rejection.ts'

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

/** In the sandbox, why a request was refused (contract 7.9). */
export const refusalHeader = 'Service-Refusal'

export const describedRefusal: Record<string, Json> = {
  [refusalHeader]: {
    description:
      'Solo en el ambiente de pruebas y con una llave válida: el paso del orden de juicio, la regla y el campo declarado por los que se rechazó. Nunca un valor ni un nombre que no esté declarado.',
    required: false,
    schema: { type: 'string' },
    example: 'step="7", rule="campo_no_declarado", field="solicitante"',
  },
}

/** Statuses of a refusal that the request itself caused, after its key was found. */
export const isExplained = (status: number): boolean => (status > 401 && status < 500) || [400, 501].includes(status)

/** Why a request was refused, by names of the contract. */
export interface RefusalReason {
  readonly step?: string
  readonly rule?: string
  readonly field?: string
}

/**
 * The reason that a key of the sandbox may learn. What is wrong with a payment has no rule: an account learns nothing of
 * another account's use of it (contract 1.16).
 */
export const reasonFor = ({ rule, field, codigo }: Rejection): RefusalReason => {
  if (rule === undefined || !isExplained(catalog[codigo].status)) return {}
  const [step] = rules[rule]
  return {
    ...(step === null ? {} : { step }),
    ...(codigo === 'cobro_no_verificado' ? {} : { rule }),
    ...(field === undefined ? {} : { field }),
  }
}

export const writtenReason = (reason: RefusalReason): string =>
  Object.entries(reason)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')

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
