/**
 * `@cotejo/client`: the five operations of the service as methods, typed by its declaration. It needs nothing but
 * `fetch` and Web Crypto, so it runs in Node, Deno, Bun and edge runtimes alike.
 */

import { type Clock, systemClock } from './Clock.ts'
import type { PeticionDeVerificacion, RespuestaDeConsumo, RespuestaDeSalud } from './Contract.ts'
import type { Pace } from './Pace.ts'
import { retrying } from './Retries.ts'
import { type CotejoOptions, settingsOf } from './Settings.ts'
import { isConsumption, isHealth, isList, isVerification, type Lista } from './Shapes.ts'
import { type Call, type Fetch, type Service, send } from './Transport.ts'
import type { Verificacion, VerificacionEmitida } from './Verification.ts'
import { type Polling, Waits } from './Waits.ts'

export type * from './Contract.ts'
// biome-ignore lint/performance/noBarrelFile: partners import everything of the client from one place.
export { CotejoAnswerError, CotejoConnectionError, CotejoError } from './CotejoError.ts'
export type { Clock, CotejoOptions, Fetch, Lista, Polling, Verificacion, VerificacionEmitida }

/** What any call takes. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's `reason`. What was sent may have been carried out. */
  readonly signal?: AbortSignal
}

/** Which verifications to list. */
export interface ListFilter {
  readonly solicitud_id?: string
  readonly estado?: Verificacion['estado']
  /** At most so many, 1 to 100; 20 when absent. */
  readonly limite?: number
}

/** `Idempotency-Key`: a header carries bytes, each written as one character. */
const headerOf = (solicitudId: string): string => {
  if (/[\p{Cc}\p{Cs}]/u.test(solicitudId)) {
    throw new TypeError('Cotejo: solicitud_id holds a control character or half of a surrogate pair')
  }
  return String.fromCharCode(...new TextEncoder().encode(solicitudId))
}

/** As one segment of a path; the empty one and dots would lead to other paths, with the key. */
const segmentOf = (verificacionId: string): string => {
  if (/^\.{0,2}$|\p{Cs}/u.test(verificacionId)) throw new TypeError('Cotejo: verificacion_id is not one')
  return encodeURIComponent(verificacionId)
}

const queryOf = (filter: ListFilter): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value != null) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

/** One partner's access to the service. Every method may reject with a `CotejoError`. */
export class Cotejo {
  readonly #service: Service
  readonly #authorized: Record<string, string>
  readonly #maxRetries: number
  readonly #clock: Clock
  readonly #pace: Pace
  readonly #waits: Waits

  /**
   * @param clock for tests: what is waited by in place of the runtime's clock
   * @throws TypeError when an option is not fit
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
   * Requests a verification. It answers at once, `en_proceso`; the end comes by webhook or with `waitFor`.
   * `solicitud_id` is the `Idempotency-Key`: note it down before, and repeat with the same one what failed. The
   * same request again brings the verification that exists, and is charged once.
   *
   * @throws CotejoError `consumo_agotado`, `cobro_no_verificado` (to be repeated later if the payment is in order),
   *   `conflicto_idempotencia`, `limite_excedido` and what else contract 7.1 lists
   */
  async create(peticion: PeticionDeVerificacion, options?: CallOptions): Promise<Verificacion> {
    const described = { 'content-type': 'application/json', 'idempotency-key': headerOf(peticion.solicitud_id) }
    const headers = { ...this.#authorized, ...described }
    const body = JSON.stringify(peticion)
    const isExpected = isVerification
    return this.#persist({ method: 'POST', path: '/v1/verificaciones', headers, body, isExpected }, options)
  }

  /**
   * Reads one verification. Not more than once every 5 seconds (contract 3.10); `waitFor` keeps to that.
   *
   * @throws CotejoError `verificacion_no_encontrada`
   */
  async retrieve(verificacionId: string, options?: CallOptions): Promise<Verificacion> {
    return this.#persist(this.#retrieval(verificacionId), options)
  }

  /** Lists verifications of the account, the most recent first. */
  list(filter: ListFilter = {}, options?: CallOptions): Promise<Lista> {
    return this.#persist(this.#reading(`/v1/verificaciones${queryOf(filter)}`, isList), options)
  }

  /** The account's billing mode, price and balance. */
  consumption(options?: CallOptions): Promise<RespuestaDeConsumo> {
    return this.#persist(this.#reading('/v1/cuenta/consumo', isConsumption), options)
  }

  /**
   * Whether the service works, asked once and without the key.
   *
   * @throws CotejoError `base_no_alcanzable`
   */
  health({ signal }: CallOptions = {}): Promise<RespuestaDeSalud> {
    return send(this.#service, { ...this.#reading('/_salud', isHealth), headers: {} }, signal)
  }

  /**
   * Waits for the end of a verification as contract 3.10 advises: after 5 s, then 1.5 times as long each time up to
   * 30 s, for 11 minutes, until `webhookArrived`. Failures that may pass are waited out. Several who wait for one
   * verification share its polling.
   *
   * @param verificacion its document, or its `verificacion_id`
   * @returns the document at the end; still `en_proceso` when that did not come in 11 minutes
   */
  async waitFor(verificacion: Verificacion | string, { signal }: CallOptions = {}): Promise<Verificacion> {
    if (typeof verificacion !== 'string' && verificacion.estado !== 'en_proceso') return verificacion
    const id = typeof verificacion === 'string' ? verificacion : verificacion.verificacion_id
    const retrieval = this.#retrieval(id)
    return this.#waits.untilEnd(id, (stopped) => send(this.#service, retrieval, stopped), signal)
  }

  /**
   * Tells the client of a webhook that `@cotejo/client/webhook` verified: `waitFor` stops polling and answers with its
   * document. Told of it again, or of one that nobody waits for, it does nothing.
   *
   * @returns whether it was waited for
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

  #persist<A>(call: Call<A>, { signal }: CallOptions = {}): Promise<A> {
    const limits = { maxRetries: this.#maxRetries, clock: this.#clock, pace: this.#pace }
    return retrying(() => send(this.#service, call, signal), limits, signal)
  }
}
