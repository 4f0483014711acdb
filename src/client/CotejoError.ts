import type { RespuestaDeError } from './Contract.ts'

/** The HTTP answer behind an error. */
interface Answered {
  readonly status: number
  readonly retryAfterSeconds: number | null
  readonly requestId: string | null
}

/**
 * Statuses of failures that may be temporary (contract 7.3). A gateway that cannot reach the service sends 502 and 504.
 */
const passing = new Set([429, 500, 502, 503, 504])

/**
 * The service answered with an error (contract 7.1). The client's two other error classes extend it. A method rejects
 * with a `CotejoError`, with the `reason` of the caller's `signal`, or with a `TypeError` for an invalid argument.
 * `message` and `stack` contain neither the API key nor content of the request, so they are safe to log.
 */
export class CotejoError extends Error {
  /** The stable code to program against. Null if the answer did not come from the service. */
  readonly codigo: RespuestaDeError['codigo'] | null
  /** The HTTP status; null if there was no answer. */
  readonly status: number | null
  /** Seconds to wait before the next request, if the service sent `Retry-After`; otherwise null. */
  readonly retryAfterSeconds: number | null
  /** The service's ID of the request, to quote in support questions. Null if the answer has none. */
  readonly requestId: string | null
  /**
   * Whether the same call may succeed later; repeat `create` with the same `solicitud_id`. The client has already
   * retried it `maxRetries` times, except `health` and when the service asked for a wait of more than 2 minutes.
   */
  readonly retryable: boolean
  /**
   * Private, because a gateway may repeat the request in it: loggers that print an error's properties must not see it.
   */
  readonly #mensaje: string

  constructor({ codigo, mensaje }: Pick<CotejoError, 'codigo' | 'mensaje'>, answered: Answered | null) {
    // Without a code, the message is the client's own.
    super([answered?.status, codigo ?? mensaje].filter((part) => part != null).join(' '))
    this.name = 'CotejoError'
    this.codigo = codigo
    this.#mensaje = mensaje
    this.status = answered?.status ?? null
    this.retryAfterSeconds = answered?.retryAfterSeconds ?? null
    this.requestId = answered?.requestId ?? null
    this.retryable = answered === null || passing.has(answered.status)
  }

  /** The message of the answer, for people. Its wording may change. */
  get mensaje(): string {
    return this.#mensaje
  }
}

/** There was no answer in time, or none at all. After `create` the verification may exist all the same. */
export class CotejoConnectionError extends CotejoError {
  constructor(mensaje: string) {
    super({ codigo: null, mensaje }, null)
    this.name = 'CotejoConnectionError'
  }
}

/**
 * The answer does not match the interface: it came from a gateway or is a redirect, or `baseUrl` is wrong. After
 * `create` the verification may exist all the same: retry with the same `solicitud_id`.
 */
export class CotejoAnswerError extends CotejoError {
  constructor(answered: Answered) {
    super({ codigo: null, mensaje: 'the answer is not of the interface' }, answered)
    this.name = 'CotejoAnswerError'
  }
}
