import type { RespuestaDeError } from './Contract.ts'

/** What the service, or something before it, answered. */
interface Answered {
  readonly status: number
  readonly retryAfterSeconds: number | null
  readonly requestId: string | null
}

/** Statuses that may pass by themselves (contract 7.3); 502 and 504 come from a gateway that lost the service. */
const passing = new Set([429, 500, 502, 503, 504])

/**
 * The service answered with an error (contract 7.1). The two other errors of the client extend it: what a method
 * rejects with is a `CotejoError`, the `reason` of the caller's own `signal`, or a `TypeError` for a call that is
 * written wrongly. What is logged of them, as `message` and `stack`, holds neither the API key nor anything of the
 * request.
 */
export class CotejoError extends Error {
  /** The stable code, to program against; null when what answered was not the service. */
  readonly codigo: RespuestaDeError['codigo'] | null
  /** The HTTP status; null when nothing was answered. */
  readonly status: number | null
  /** How long to leave the service alone, when it said so. */
  readonly retryAfterSeconds: number | null
  /** What the service calls the request: name it when you ask about it. Null when the service did not say. */
  readonly requestId: string | null
  /**
   * Whether the same call may succeed later by itself; a later `create` is to have the same `solicitud_id`. The client
   * has repeated it `maxRetries` times by then, unless it was `health`, or the service asked for more than 2 minutes.
   */
  readonly retryable: boolean
  /** Private, because a gateway may write the request into it: what inspects an error does not see it. */
  readonly #mensaje: string

  constructor({ codigo, mensaje }: Pick<CotejoError, 'codigo' | 'mensaje'>, answered: Answered | null) {
    // Without a code the sentence is the client's own.
    super([answered?.status, codigo ?? mensaje].filter((part) => part != null).join(' '))
    this.name = 'CotejoError'
    this.codigo = codigo
    this.#mensaje = mensaje
    this.status = answered?.status ?? null
    this.retryAfterSeconds = answered?.retryAfterSeconds ?? null
    this.requestId = answered?.requestId ?? null
    this.retryable = answered === null || passing.has(answered.status)
  }

  /** A fixed sentence for people, which may be reworded; as it was answered. */
  get mensaje(): string {
    return this.#mensaje
  }
}

/** Nothing was answered, or not in time. On `create` the verification may exist all the same. */
export class CotejoConnectionError extends CotejoError {
  constructor(mensaje: string) {
    super({ codigo: null, mensaje }, null)
    this.name = 'CotejoConnectionError'
  }
}

/**
 * What was answered is not of the interface: a gateway, a redirection, or the wrong `baseUrl`. After it too, `create`
 * may have made the verification: repeat it with the same `solicitud_id`.
 */
export class CotejoAnswerError extends CotejoError {
  constructor(answered: Answered) {
    super({ codigo: null, mensaje: 'the answer is not of the interface' }, answered)
    this.name = 'CotejoAnswerError'
  }
}
