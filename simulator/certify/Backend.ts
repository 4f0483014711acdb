import { Predicate } from 'effect'

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

const beliefOf = (document: unknown): Belief | null => {
  const { estado = null, accion = null, avisos = 0 } = Object(document)
  const isText = (value: unknown): value is string | null => value === null || Predicate.isString(value)
  return isText(estado) && isText(accion) && Number.isInteger(avisos) ? { estado, accion, avisos } : null
}

/** The partner's back end, which is certified. */
export class Backend {
  readonly #url: string
  readonly #webhooks: string | null
  readonly #answerMs: number

  /**
   * @param url where a POST starts a verification and, followed by its `solicitud_id`, a GET says what is believed of it
   * @param webhooks where webhooks go; null: to the path of `webhook_url` at the same origin
   * @param answerMs how long an answer may take; what the service gives a receiver when absent
   */
  constructor(url: string, webhooks: string | null, answerMs = usualAnswerMs) {
    this.#url = url.replace(/\/+$/, '')
    this.#webhooks = webhooks
    this.#answerMs = answerMs
  }

  /** Whether anybody listens there. */
  isThere(): Promise<boolean> {
    return this.#call(`${this.#url}/certificacion`, {}).then(Predicate.isNotNull)
  }

  /** Has it verify an applicant; the status of its answer, null without one. */
  async start(curp: string): Promise<number | null> {
    const body = JSON.stringify({ curp })
    const headers = { 'content-type': 'application/json' }
    return (await this.#call(this.#url, { method: 'POST', body, headers }, startMs + this.#answerMs))?.status ?? null
  }

  /** Null when it answers something else than it should. */
  async belief(solicitudId: string): Promise<Belief | null> {
    const answer = await this.#call(`${this.#url}/${encodeURIComponent(solicitudId)}`, {})
    if (answer === null) return null
    if (answer.status === 404) return { estado: null, accion: null, avisos: 0 }
    return answer.status === 200 ? beliefOf(answer.document) : null
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
      const text = await response.text()
      return { status: response.status, document: parsed(text) }
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
