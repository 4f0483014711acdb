import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Arrival } from './Arrivals.ts'
import { differences } from './Differences.ts'
import { clockOf } from './Format.ts'
import type { Entrega, Intento } from './Frames.ts'
import { badge, exact } from './Parts.ts'
import { SignatureCheck } from './SignatureCheck.ts'
import { isDelivered } from './Timeline.ts'
import { t } from './Words.ts'

/** Each attempt of a webhook as it arrived, and in what it differs from the one before. */

/** Whose answer counted; empty where that is not known. */
const answererOf = ({ contesta, estatus }: Intento): string => {
  if (contesta === null) return ''
  if (contesta.de === 'destino') return t(estatus === null ? 'nobodyListens' : 'receiverAnswered', contesta.url)
  return t(contesta.de === 'guion' ? 'scriptAnswered' : 'inboxAnswered')
}

/** What of an attempt may be otherwise in the next. */
const comparable = ({ estatus, encabezados, cuerpo }: Arrival) => ({ estatus, encabezados, cuerpo: parsed(cuerpo) })
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const sinceLast = (arrival: Arrival, before: Arrival): VNode =>
  differences({
    title: t('sinceAttempt', before.intento),
    names: [t('attempt', before.intento), t('attempt', arrival.intento)],
    one: comparable(before),
    other: comparable(arrival),
  })

interface Arrived {
  readonly arrival: Arrival
  readonly before: Arrival | undefined
  readonly attempt: Intento | undefined
  readonly secret: string
}

const panel = ({ arrival, before, attempt, secret }: Arrived): VNode => {
  const { intento, recibido_en, estatus, encabezados, cuerpo } = arrival
  const tone = isDelivered({ estatus }) ? 'good' : 'bad'
  return html`<section key=${intento} class="panel">
    <h4 class="inline">
      ${t('arrival', intento)} ${badge(tone, estatus === null ? t('noAnswer') : `HTTP ${estatus}`)}
      <time class="muted" datetime=${recibido_en}>${clockOf(recibido_en)}</time>
    </h4>
    ${attempt && html`<p class="muted">${answererOf(attempt)}</p>`}
    <${SignatureCheck} header=${encabezados['service-signature'] ?? ''} body=${cuerpo} secret=${secret} />
    <h5>${t('headers')}</h5>
    <dl class="headers">
      ${Object.entries(encabezados).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${exact(t('body'), cuerpo)} ${before && sinceLast(arrival, before)}
  </section>`
}

/** Newest first. */
export const attempts = (
  arrivals: ReadonlyArray<Arrival>,
  { intentos }: Entrega,
  secret: string,
): ReadonlyArray<VNode> =>
  arrivals
    .map((arrival, index) =>
      panel({ arrival, before: arrivals[index - 1], attempt: intentos[arrival.intento - 1], secret }),
    )
    .toReversed()
