/**
 * `@cotejo/client`: the five operations of the service as typed methods. It needs only `fetch` and Web Crypto, so it
 * runs in Node, Deno, Bun and edge runtimes.
 */

import { type Clock, systemClock } from './Clock.ts'
import type { PeticionDeVerificacion, RespuestaDeConsumo, RespuestaDeSalud } from './Contract.ts'
import type { Pace } from './Pace.ts'
import { retrying } from './Retries.ts'
import { type CotejoOptions, settingsOf } from './Settings.ts'
import { isConsumption, isHealth, isList, isVerification, type Lista } from './Shapes.ts'
import { type Call, type Fetch, type Service, send, sendText } from './Transport.ts'
import {
  type RateLimit,
  requested,
  type Verificacion,
  type VerificacionEmitida,
  type VerificacionSolicitada,
} from './Verification.ts'
import { type Polling, Waits } from './Waits.ts'

export type * from './Contract.ts'
// biome-ignore lint/performance/noBarrelFile: partners import everything of the client from one place.
export { CotejoAnswerError, CotejoConnectionError, CotejoError } from './CotejoError.ts'
export type {
  Clock,
  CotejoOptions,
  Fetch,
  Lista,
  Polling,
  RateLimit,
  Verificacion,
  VerificacionEmitida,
  VerificacionSolicitada,
}

/** Options of every call. */
export interface CallOptions {
  /**
   * Aborts the call, which then rejects with the signal's `reason`. The service may have processed the request all the
   * same.
   */
  readonly signal?: AbortSignal
}

/** Filters a list. */
export interface ListFilter {
  readonly solicitud_id?: string
  readonly estado?: Verificacion['estado']
  /** The maximum number of verifications, 1 to 100. The default is 20. */
  readonly limite?: number
}

/** The value of `Idempotency-Key`. A header carries bytes, so each UTF-8 byte becomes one character. */
const headerOf = (solicitudId: string): string => {
  if (/[\p{Cc}\p{Cs}]/u.test(solicitudId)) {
    throw new TypeError('Cotejo: solicitud_id holds a control character or half of a surrogate pair')
  }
  return String.fromCharCode(...new TextEncoder().encode(solicitudId))
}

/** The ID as one path segment. An empty ID and dots are refused: they would send the key to another path. */
const segmentOf = (verificacionId: string): string => {
  if (/^\.{0,2}$|\p{Cs}/u.test(verificacionId)) throw new TypeError('Cotejo: verificacion_id is not one')
  return encodeURIComponent(verificacionId)
}

const queryOf = (filter: ListFilter): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value != null) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

/** A partner's client for the service. Every method may reject with a `CotejoError`. */
export class Cotejo {
  readonly #service: Service
  readonly #authorized: Record<string, string>
  readonly #maxRetries: number
  readonly #clock: Clock
  readonly #pace: Pace
  readonly #waits: Waits

  /**
   * @param clock replaces the runtime's clock in tests
   * @throws TypeError if an option is invalid
   */
  constructor(options: CotejoOptions, clock: Clock = systemClock) {
    const { service, authorized, maxRetries, polling, pace } = settingsOf(options)
    this.#service = service
    this.#authorized = authorized
    this.#maxRetries = maxRetries
    this.#clock = clock
    this.#pace = pace
    this.#waits = new Waits(polling, clock, pace)
  }

  /**
   * Requests a verification. It returns at once with `en_proceso`; the result arrives by webhook or with `waitFor`.
   * `solicitud_id` is the `Idempotency-Key`. Store it before the call, and use the same one to retry a failed call.
   * Repeating the same request returns the existing verification as it is now, and it is charged once.
   *
   * @throws CotejoError `consumo_agotado`, `cobro_no_verificado` (retry it later if the payment is in order),
   * `conflicto_idempotencia`, `limite_excedido` and the other codes of contract 7.1
   */
  async create(peticion: PeticionDeVerificacion, options?: CallOptions): Promise<VerificacionSolicitada> {
    const described = { 'content-type': 'application/json', 'idempotency-key': headerOf(peticion.solicitud_id) }
    const headers = { ...this.#authorized, ...described }
    const body = JSON.stringify(peticion)
    const isExpected = isVerification
    const call = { method: 'POST', path: '/v1/verificaciones', headers, body, isExpected } as const
    const answer = await this.#answered(call, options)
    return requested(answer.document, answer.headers)
  }

  /**
   * Reads one verification. Read it at most once every 5 seconds (contract 3.10); `waitFor` respects that.
   *
   * @throws CotejoError `verificacion_no_encontrada`
   */
  async retrieve(verificacionId: string, options?: CallOptions): Promise<Verificacion> {
    return this.#persist(this.#retrieval(verificacionId), options)
  }

  /** Lists the account's verifications, the most recent first. */
  list(filter: ListFilter = {}, options?: CallOptions): Promise<Lista> {
    return this.#persist(this.#reading(`/v1/verificaciones${queryOf(filter)}`, isList), options)
  }

  /** Reads the account's billing mode, price and balance. */
  consumption(options?: CallOptions): Promise<RespuestaDeConsumo> {
    return this.#persist(this.#reading('/v1/cuenta/consumo', isConsumption), options)
  }

  /**
   * Checks whether the service works, once and without the key. It is not retried.
   *
   * @throws CotejoError `base_no_alcanzable`
   */
  health({ signal }: CallOptions = {}): Promise<RespuestaDeSalud> {
    return send(this.#service, { ...this.#reading('/_salud', isHealth), headers: {} }, signal)
  }

  /**
   * Waits for the end of a verification. It polls as contract 3.10 recommends: after 5 s, then after waits that are
   * multiplied by 1.5 up to 30 s, for 11 minutes. `webhookArrived` ends the wait at once. Retryable failures do not end
   * it. Concurrent waits for the same verification share one polling loop.
   *
   * @param verificacion the verification or its `verificacion_id`
   * @returns the verification at its end; after 11 minutes without an end, still `en_proceso`
   */
  async waitFor(verificacion: Verificacion | string, { signal }: CallOptions = {}): Promise<Verificacion> {
    if (typeof verificacion !== 'string' && verificacion.estado !== 'en_proceso') return verificacion
    const id = typeof verificacion === 'string' ? verificacion : verificacion.verificacion_id
    const retrieval = this.#retrieval(id)
    return this.#waits.untilEnd(id, (stopped) => send(this.#service, retrieval, stopped), signal)
  }

  /**
   * Ends `waitFor` with the verification of a webhook that `@cotejo/client/webhook` verified. For a repeated webhook,
   * or without a wait, it does nothing.
   *
   * @returns whether a wait ended
   */
  webhookArrived(document: Verificacion): boolean {
    return this.#waits.end(document)
  }

  #retrieval(verificacionId: string): Call<Verificacion> {
    return this.#reading(`/v1/verificaciones/${segmentOf(verificacionId)}`, isVerification)
  }

  #reading<A>(path: string, isExpected: Call<A>['isExpected']): Call<A> {
    return { method: 'GET', path, headers: this.#authorized, body: null, isExpected }
  }

  async #persist<A>(call: Call<A>, options?: CallOptions): Promise<A> {
    return (await this.#answered(call, options)).document
  }

  #answered<A>(call: Call<A>, { signal }: CallOptions = {}) {
    const limits = { maxRetries: this.#maxRetries, clock: this.#clock, pace: this.#pace }
    return retrying(() => sendText(this.#service, call, signal), limits, signal)
  }
}
