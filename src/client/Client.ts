/**
 * `cotejo/client`: the five operations of the service as methods, typed by its declaration. It needs nothing but
 * `fetch` and Web Crypto, so it runs in Node, Deno, Bun and edge runtimes alike.
 */

import { type Clock, systemClock } from './Clock.ts'
import type {
  PeticionDeVerificacion,
  RespuestaDeConsumo,
  RespuestaDeLista,
  RespuestaDeSalud,
  RespuestaDeVerificacion,
} from './Contract.ts'
import { retrying } from './Retries.ts'
import { isConsumption, isHealth, isList, isVerification } from './Shapes.ts'
import { type Call, type Fetch, type Service, send } from './Transport.ts'
import { type Polling, recommendedPolling, Waits } from './Waits.ts'

export type * from './Contract.ts'
// biome-ignore lint/performance/noBarrelFile: partners import everything of the client from one place.
export { CotejoAnswerError, CotejoConnectionError, CotejoError } from './CotejoError.ts'
export type { Clock, Fetch, Polling }

/** Where the service is, who asks, and how patiently. */
export interface CotejoOptions {
  /** Where the interface begins, as `https://…` was given out with the key; http on this machine only. */
  readonly baseUrl: string
  /** The partner's key; it is sent nowhere else. */
  readonly apiKey: string
  /** How long one attempt may take, its answer read; 30,000 when absent. */
  readonly timeoutMs?: number
  /**
   * How often a call is repeated that may succeed later (section 7); 4 when absent. The waits double from 1 s. While
   * the service cannot reach its database (503) they double from 1 minute to 2: a caller who cannot wait that long
   * gives a `signal`, or 0 here.
   */
  readonly maxRetries?: number
  /** In place of the runtime's own. */
  readonly fetch?: Fetch
  /** Another pace of `waitFor`, for a simulator whose time runs faster. The service asks for the recommended one. */
  readonly polling?: Partial<Polling>
}

/** What any call takes. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's `reason`. What was sent may have been carried out. */
  readonly signal?: AbortSignal
}

/** Which verifications to list. */
export interface ListFilter {
  readonly solicitud_id?: string
  readonly estado?: RespuestaDeVerificacion['estado']
  /** At most so many, 1 to 100; 20 when absent. */
  readonly limite?: number
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The base without a slash at its end; refuses one that would send the key in the clear. */
const baseOf = (baseUrl: string): string => {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname))
  if (url === null || !isSafe || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('Cotejo: baseUrl is not an https URL without user, query and fragment')
  }
  return url.href.replace(/\/+$/, '')
}

/** `Idempotency-Key`: a header carries bytes, each written as one character. */
const headerOf = (solicitudId: string): string => {
  if (/\p{Cc}/u.test(solicitudId)) throw new TypeError('Cotejo: solicitud_id holds a control character')
  return String.fromCharCode(...new TextEncoder().encode(solicitudId))
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
  readonly #waits: Waits

  /**
   * @param clock for tests: what is waited by in place of the runtime's clock
   * @throws TypeError when `baseUrl` or `apiKey` is not fit
   */
  constructor(options: CotejoOptions, clock: Clock = systemClock) {
    const { baseUrl, apiKey, timeoutMs = 30_000, maxRetries = 4, polling } = options
    // Looked up at each call, where a tool may have put another in its place.
    const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
    // Callers in JavaScript have no compiler that tells them: the setting is absent.
    if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new TypeError('Cotejo: apiKey is missing or not a key')
    }
    this.#service = { base: baseOf(baseUrl), fetch, timeoutMs }
    this.#authorized = { authorization: `Bearer ${apiKey}` }
    this.#maxRetries = maxRetries
    this.#clock = clock
    this.#waits = new Waits({ ...recommendedPolling, ...polling }, clock)
  }

  /**
   * Requests a verification. It answers at once, `en_proceso`; the end comes by webhook or with `waitFor`.
   * `solicitud_id` is the `Idempotency-Key`: note it down before, and repeat with the same one what failed. The
   * same request again brings the verification that exists, and is charged once.
   *
   * @throws CotejoError `consumo_agotado`, `cobro_no_verificado` (to be repeated later if the payment is in order),
   *   `conflicto_idempotencia`, `limite_excedido` and what else section 4 lists
   */
  async create(peticion: PeticionDeVerificacion, options?: CallOptions): Promise<RespuestaDeVerificacion> {
    const described = { 'content-type': 'application/json', 'idempotency-key': headerOf(peticion.solicitud_id) }
    const headers = { ...this.#authorized, ...described }
    const body = JSON.stringify(peticion)
    const isExpected = isVerification
    return this.#persist({ method: 'POST', path: '/v1/verificaciones', headers, body, isExpected }, options)
  }

  /**
   * Reads one verification. Not more than once every 5 seconds (section 3); `waitFor` keeps to that.
   *
   * @throws CotejoError `verificacion_no_encontrada`
   */
  retrieve(verificacionId: string, options?: CallOptions): Promise<RespuestaDeVerificacion> {
    return this.#persist(this.#retrieval(verificacionId), options)
  }

  /** Lists verifications of the account, the most recent first. */
  list(filter: ListFilter = {}, options?: CallOptions): Promise<RespuestaDeLista> {
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
   * Waits for the end of a verification as section 3 recommends: after 5 s, then 1.5 times as long each time up to
   * 30 s, for 11 minutes, until `webhookArrived`. Failures that may pass are waited out. Several who wait for one
   * verification share its polling.
   *
   * @param verificacion its document, or its `verificacion_id`
   * @returns the document at the end; still `en_proceso` when that did not come in 11 minutes
   */
  async waitFor(
    verificacion: RespuestaDeVerificacion | string,
    { signal }: CallOptions = {},
  ): Promise<RespuestaDeVerificacion> {
    if (typeof verificacion !== 'string' && verificacion.estado !== 'en_proceso') return verificacion
    const id = typeof verificacion === 'string' ? verificacion : verificacion.verificacion_id
    return this.#waits.untilEnd(id, (stopped) => send(this.#service, this.#retrieval(id), stopped), signal)
  }

  /**
   * Tells the client of a webhook that `cotejo/webhook` verified: `waitFor` stops polling and answers with its
   * document. Told of it again, or of one that nobody waits for, it does nothing.
   *
   * @returns whether it was waited for
   */
  webhookArrived(document: RespuestaDeVerificacion): boolean {
    return this.#waits.end(document)
  }

  #retrieval(verificacionId: string): Call<RespuestaDeVerificacion> {
    return this.#reading(`/v1/verificaciones/${encodeURIComponent(verificacionId)}`, isVerification)
  }

  #reading<A>(path: string, isExpected: Call<A>['isExpected']): Call<A> {
    return { method: 'GET', path, headers: this.#authorized, body: null, isExpected }
  }

  #persist<A>(call: Call<A>, { signal }: CallOptions = {}): Promise<A> {
    return retrying(() => send(this.#service, call, signal), this.#maxRetries, this.#clock, signal)
  }
}
