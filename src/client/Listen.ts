import { type Clock, systemClock } from './Clock.ts'
import { CotejoError } from './CotejoError.ts'
import { type CotejoOptions, settingsOf } from './Settings.ts'
import { isEmitted, isList, isVerification } from './Shapes.ts'
import { signWebhook } from './signWebhook.ts'
import { type Call, type Fetch, sendText } from './Transport.ts'

/** How far a listener has come. It holds identifiers and nothing else. */
export interface Position {
  /** Verifications that need nothing more, the oldest first. */
  readonly done: ReadonlyArray<string>
  /** Those that were seen and are not done: in progress, or emitted and not yet accepted by the receiver. */
  readonly open: ReadonlyArray<string>
}

/** An event that the command prints. */
export type Happening =
  | { readonly what: 'started'; readonly earlier: number }
  | { readonly what: 'delivered'; readonly id: string; readonly status: number }
  | { readonly what: 'refused'; readonly id: string; readonly status: number | null }
  | { readonly what: 'unreachable'; readonly reason: string }
  | { readonly what: 'missed' }

export interface ListenOptions extends CotejoOptions {
  /** The account's signing secret, with which this process signs. */
  readonly secret: string
  /** The receiver. */
  readonly to: string
  /** Null at the first start: what ended before is then passed over, unless `all` is given. */
  readonly position: Position | null
  readonly all?: boolean
  /** Keeps the position. It is called whenever that changes; if it throws, listening ends. */
  readonly keep: (position: Position) => void
  readonly tell: (happening: Happening) => void
  readonly signal?: AbortSignal
}

/** The most that the list answers at once. */
const mostListed = 100
/** How many that are done are remembered. */
const mostDone = 1_000
/** Never more often than once in 5 s (contract 3.10); while something fails, up to 30 s. */
const wait = { first: 5_000, factor: 1.5, longest: 30_000 }
const receiverTimeoutMs = 10_000

const reasonOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

/** Whether asking again could ever help: a key that is refused stays refused. */
const isFinal = (failure: unknown): boolean => failure instanceof CotejoError && failure.status === 401

/** Whether a failure may be of one verification alone: the others are asked for all the same. */
const isOfOne = (failure: unknown): boolean => failure instanceof CotejoError && failure.status === 500

/** Hands a signed webhook over; null where nobody answers in time. */
const post = async (
  fetch: Fetch,
  to: string,
  document: string,
  secret: string,
  stop: AbortSignal | undefined,
): Promise<number | null> => {
  const { rawBody, headers } = await signWebhook(document, secret)
  const timeout = AbortSignal.timeout(receiverTimeoutMs)
  const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout])
  try {
    const init = { method: 'POST', headers: { ...headers }, body: rawBody, redirect: 'manual', signal } as const
    const response = await fetch(to, init)
    await response.text()
    return response.status
  } catch {
    return null
  }
}

/** What is known of the account's verifications. */
class Known {
  readonly #done: Set<string>
  readonly open: Set<string>

  constructor({ done, open }: Position) {
    this.#done = new Set(done)
    this.open = new Set(open)
  }

  has(id: string): boolean {
    return this.#done.has(id) || this.open.has(id)
  }

  finish(id: string): void {
    this.open.delete(id)
    this.#done.delete(id)
    this.#done.add(id)
    const [oldest] = this.#done
    if (this.#done.size > mostDone && oldest !== undefined) this.#done.delete(oldest)
  }

  position(): Position {
    return { done: [...this.#done], open: [...this.open] }
  }
}

/**
 * Polls the account and posts what was emitted to a receiver, signed with the partner's own secret, until the signal
 * is aborted. A receiver that does not answer 2xx is tried again at the next look. The document of GET is byte for byte the
 * body of the webhook.
 *
 * @throws CotejoError when the key is refused
 */
export const listen = async (options: ListenOptions, clock: Clock = systemClock): Promise<void> => {
  const { secret, to, position, all = false, keep, tell, signal } = options
  const { service, authorized, pace } = settingsOf(options)
  const known = new Known(position ?? { done: [], open: [] })
  let notKept: unknown = null
  const save = () => {
    try {
      keep(known.position())
    } catch (failure) {
      notKept = failure
      throw failure
    }
  }
  const read = <A>(path: string, isExpected: Call<A>['isExpected']) =>
    sendText(service, { method: 'GET', path, headers: authorized, body: null, isExpected }, signal)

  /** Documents that the receiver has not accepted yet. */
  const texts = new Map<string, string>()

  /** Notes the verifications that are new here; says which are still in progress. */
  const look = async (isFirst: boolean): Promise<ReadonlySet<string>> => {
    const { document } = await read(`/v1/verificaciones?limite=${mostListed}`, isList)
    const listed = document.verificaciones
    const fresh = listed.filter(({ verificacion_id }) => !known.has(verificacion_id)).reverse()
    const ended = fresh.filter(({ estado }) => estado !== 'en_proceso')
    for (const { verificacion_id } of fresh) known.open.add(verificacion_id)
    if (isFirst && !all) for (const { verificacion_id } of ended) known.finish(verificacion_id)
    for (const { verificacion_id, estado } of listed) if (estado === 'no_concluyente') known.finish(verificacion_id)
    if (isFirst) tell({ what: 'started', earlier: all ? 0 : ended.length })
    if (fresh.length === mostListed && (all || !isFirst)) tell({ what: 'missed' })
    if (isFirst || fresh.length > 0) save()
    return new Set(listed.filter(({ estado }) => estado === 'en_proceso').map(({ verificacion_id }) => verificacion_id))
  }

  /** The text of what was emitted; null of what was not, or is no longer kept. */
  const textOf = async (id: string): Promise<string | null> => {
    try {
      const { document, text } = await read(`/v1/verificaciones/${encodeURIComponent(id)}`, isVerification)
      if (isEmitted(document)) return text
      if (document.estado === 'no_concluyente') known.finish(id)
    } catch (failure) {
      if (!(failure instanceof CotejoError && failure.status === 404)) throw failure
      known.finish(id)
    }
    return null
  }

  const isStopped = () => signal?.aborted === true

  const deliver = async (id: string): Promise<void> => {
    const text = texts.get(id) ?? (await textOf(id))
    if (text === null) return
    texts.set(id, text)
    const status = await post(service.fetch, to, text, secret, signal)
    if (isStopped()) return
    if (status === null || status < 200 || status >= 300) return tell({ what: 'refused', id, status })
    texts.delete(id)
    known.finish(id)
    save()
    tell({ what: 'delivered', id, status })
  }

  let isFirst = position === null
  let pause = wait.first
  while (!isStopped()) {
    let asked = 0
    try {
      const inProgress = await look(isFirst)
      isFirst = false
      let failed: unknown = null
      for (const id of known.open) {
        if (inProgress.has(id) || isStopped()) continue
        await deliver(id).catch((failure: unknown) => {
          if (!isOfOne(failure)) throw failure
          failed = failure
        })
      }
      if (failed !== null) throw failed
      pause = wait.first
    } catch (failure) {
      if (isStopped()) return
      if (isFinal(failure) || failure === notKept) throw failure
      tell({ what: 'unreachable', reason: reasonOf(failure) })
      pause = Math.min(pause * wait.factor, wait.longest)
      if (failure instanceof CotejoError) asked = (failure.retryAfterSeconds ?? 0) * 1_000
    }
    await clock.sleep(Math.max(asked, pace.scaled(pause)), signal).catch(() => undefined)
  }
}
