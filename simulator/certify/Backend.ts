import { Predicate } from 'effect'
import { plain, type Text } from '#simulator/docs/Text.ts'

/** What a back end believes of a verification, as it says itself. */
export interface Belief {
  /** Null while it knows of none. */
  readonly estado: string | null
  readonly accion: string | null
  /** How often the result was worked on, as by telling the landlord. */
  readonly avisos: number
}

/** As long as the service waits for a receiver. */
const usualAnswerMs = 10_000
/** A back end may repeat the creation before it answers: so much longer it has for that. */
const startMs = 120_000

const ignorance: Belief = { estado: null, accion: null, avisos: 0 }
/** So much of a wrong answer is shown. */
const shownLength = 200

const isText = (value: unknown): value is string | null => value === null || Predicate.isString(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** The names of the fields that it lacks, or that are of another type, where it says no belief. */
const beliefOf = (document: unknown): Belief | ReadonlyArray<string> => {
  const { estado, accion, avisos } = Object(document)
  if (estado === null) return ignorance
  if (isText(estado) && isText(accion) && isCount(avisos)) return { estado, accion, avisos }
  const held = { estado: isText(estado), accion: isText(accion), avisos: isCount(avisos) }
  return Object.entries(held).flatMap(([name, holds]) => (holds ? [] : [name]))
}

/** The partner's back end, which is certified. */
export class Backend {
  readonly #url: string
  readonly #webhooks: string | null
  readonly #answerMs: number

  /**
   * @param url where a POST starts a verification. A GET of it plus `solicitud_id` returns what the back end believes.
   * @param webhooks where webhooks go; null: to the path of `webhook_url` at the same origin.
   * @param answerMs how long an answer may take; by default, what the service gives a receiver
   */
  constructor(url: string, webhooks: string | null, answerMs = usualAnswerMs) {
    this.#url = url.replace(/\/+$/, '')
    this.#webhooks = webhooks
    this.#answerMs = answerMs
  }

  /** Whether the back end accepts connections. */
  isThere(): Promise<boolean> {
    return this.#call(`${this.#url}/certificacion`, {}).then(Predicate.isNotNull)
  }

  /** Waits for it. Returns whether it came. */
  async appears(patienceMs: number): Promise<boolean> {
    const end = performance.now() + patienceMs
    while (!(await this.isThere())) {
      if (performance.now() > end) return false
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return true
  }

  /** Asks it to verify an applicant, who paid if there is a payment. Returns the status of its answer, null without one. */
  async start(curp: string, payment: string | null): Promise<number | null> {
    const body = JSON.stringify({ curp, ...(payment === null ? {} : { payment_intent_id: payment }) })
    const headers = { 'content-type': 'application/json' }
    return (await this.#call(this.#url, { method: 'POST', body, headers }, startMs + this.#answerMs))?.status ?? null
  }

  /** What it believes; what is wrong with its answer, when it answers something else than it should. */
  async belief(solicitudId: string): Promise<Belief | { readonly wrong: Text }> {
    const answer = await this.#call(`${this.#url}/${encodeURIComponent(solicitudId)}`, {})
    if (answer === null) return { wrong: { es: 'no contestó', en: 'no answer' } }
    if (answer.status === 404) return ignorance
    const said = `${answer.status} ${answer.text.slice(0, shownLength)}`
    if (answer.status !== 200) return { wrong: plain(said) }
    const belief = beliefOf(parsed(answer.text))
    if ('estado' in belief) return belief
    const names = belief.join(', ')
    return {
      wrong: { es: `${said}; falta o es de otro tipo: ${names}`, en: `${said}; lacks, or of another type: ${names}` },
    }
  }

  /** Sends a webhook as the service does; the status that is answered, null without one in 10 seconds. */
  async deliver(webhookUrl: string, headers: Record<string, string>, body: string): Promise<number | null> {
    const { pathname, search } = new URL(webhookUrl)
    const url = this.#webhooks ?? new URL(pathname + search, this.#url).href
    return (await this.#call(url, { method: 'POST', headers, body }))?.status ?? null
  }

  /** What is answered; null when nothing is. */
  async #call(url: string, init: RequestInit, timeoutMs = this.#answerMs) {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      return { status: response.status, text: await response.text() }
    } catch {
      return null
    }
  }
}

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
