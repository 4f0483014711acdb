import type { RespuestaDeError } from './Contract.ts'

/** What the service, or something before it, answered. */
interface Answered {
  readonly status: number
  readonly retryAfterSeconds: number | null
}

/** Statuses that may pass by themselves (section 7); 502 and 504 come from a gateway that lost the service. */
const passing = new Set([429, 500, 502, 503, 504])

/**
 * The service answered with an error (section 7). The two other errors of the client extend it: what a method
 * rejects with is a `CotejoError`, the `reason` of the caller's own `signal`, or a `TypeError` for a call that is
 * written wrongly. None of them holds the API key or anything of the request.
 */
export class CotejoError extends Error {
  /** The stable code, to program against; null when what answered was not the service. */
  readonly codigo: RespuestaDeError['codigo'] | null
  /** A fixed sentence for people, which may be reworded. */
  readonly mensaje: string
  /** The HTTP status; null when nothing was answered. */
  readonly status: number | null
  /** How long to leave the service alone, when it said so. */
  readonly retryAfterSeconds: number | null
  /**
   * Whether the same call may succeed later by itself. The client has repeated it then, unless the service asked for
   * more than 2 minutes; a later `create` is to have the same `solicitud_id`.
   */
  readonly retryable: boolean

  constructor({ codigo, mensaje }: Pick<CotejoError, 'codigo' | 'mensaje'>, answered: Answered | null) {
    super([answered?.status, codigo, mensaje].filter((part) => part != null).join(' '))
    this.name = 'CotejoError'
    this.codigo = codigo
    this.mensaje = mensaje
    this.status = answered?.status ?? null
    this.retryAfterSeconds = answered?.retryAfterSeconds ?? null
    this.retryable = answered === null || passing.has(answered.status)
  }
}

/** Nothing was answered, or not in time. On `create` the verification may exist all the same. */
export class CotejoConnectionError extends CotejoError {
  constructor(mensaje: string) {
    super({ codigo: null, mensaje }, null)
    this.name = 'CotejoConnectionError'
  }
}

/** What was answered is not of the interface: a gateway, a redirection, or the wrong `baseUrl`. */
export class CotejoAnswerError extends CotejoError {
  constructor(answered: Answered) {
    super({ codigo: null, mensaje: 'the answer is not of the interface' }, answered)
    this.name = 'CotejoAnswerError'
  }
}
