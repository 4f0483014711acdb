import { html } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'
import { between, clockOf, moneyOf, spanOf } from './Format.ts'
import type { Consulta, Intento, Verificacion } from './Frames.ts'
import { glossOf } from './Glosses.ts'
import { toneOf } from './Outcome.ts'
import { mark, type Tone, word } from './Parts.ts'
import { addressOf } from './Route.ts'
import { now } from './Store.ts'
import { t } from './Words.ts'

/** The story of one verification, from its creation to the last attempt of its webhook. */

interface Moment {
  /** Null of what has not come yet. */
  readonly at: string | null
  readonly tone: Tone
  readonly title: ComponentChildren
  readonly text: ComponentChildren
  /** From 0 to 1, while it is in progress. */
  readonly progress?: number
}

const sources = ['identidad', 'listas', 'judicial'] as const

/** How long it is until an instant. */
export const ahead = (instant: string): string => spanOf(Date.parse(instant) - now.value)

const asked = (name: string, { desde, lista_en: ready, respondida_en: answered, estado }: Consulta): Moment => {
  const title = html`<code>${name}</code>`
  if (estado === null) {
    const whole = ready === null ? 0 : between(desde, ready)
    const progress = whole <= 0 ? 0 : Math.min(1, Math.max(0, (now.value - Date.parse(desde)) / whole))
    const text = ready === null ? t('asked', glossOf(name)) : t('answersIn', glossOf(name), ahead(ready))
    return { at: null, tone: 'busy', title, text, progress }
  }
  const isGood = estado === 'consultada'
  const took =
    answered === null ? t(isGood ? 'beforeStart' : 'noAnswerInTime') : t('tookSpan', spanOf(between(desde, answered)))
  return { at: answered, tone: isGood ? 'good' : 'bad', title, text: html`${word(estado)} · ${took}` }
}

const consulted = (view: Verificacion, name: (typeof sources)[number]): Moment => {
  const consulta = view.fuentes.find(({ fuente }) => fuente === name)
  if (consulta !== undefined) return asked(name, consulta)
  const title = html`<code>${name}</code>`
  return view.estado === 'en_proceso'
    ? { at: null, tone: 'idle', title, text: t('waitsForIdentity', glossOf(name)) }
    : { at: null, tone: 'over', title, text: t('notAsked') }
}

const decided = (view: Verificacion): Moment => {
  const { resuelto_en: at, estado, accion, nivel, motivo, limite_en } = view
  const title = t('decision')
  if (at === null) return { at, tone: 'idle', title, text: t('decisionBy', ahead(limite_en)) }
  const [first, second] = accion === null ? [estado, motivo ?? ''] : [accion, nivel ?? '']
  const tone = accion === null ? 'done' : toneOf(view)
  return { at, tone, title, text: html`${word(first)} · ${word(second)}` }
}

const paid = (view: Verificacion): Moment => {
  const { estado, modo, precio, resuelto_en: at, transferencia, payment_intent_id: payment } = view
  const title = t(modo === 'consumo' ? 'charge' : 'transfer')
  const money = moneyOf(precio)
  if (at === null) return { at, tone: 'idle', title, text: modo === 'consumo' ? t('held', money) : t('paymentBacks') }
  if (estado === 'no_concluyente') return { at, tone: 'done', title, text: word('no_aplicada') }
  if (transferencia === null) return { at, tone: 'good', title, text: html`${word('cargada')} · ${money}` }
  const { estado: state, intentos, falla, transferencia_id: id, proximo_en: next } = transferencia
  const failed = falla === null ? '' : ` · ${t('attemptsFailed', intentos)}: ${falla}`
  const due = next === null || intentos === 0 ? '' : ` · ${t('nextIn', ahead(next))}`
  const tone = state === 'ejecutada' ? 'good' : falla === null ? 'busy' : 'bad'
  return {
    at,
    tone,
    title,
    text: html`${word(state)} · ${money}${failed}${due} ${id && html`<a href=${addressOf('pagos', payment)}><code>${id}</code></a>`}`,
  }
}

/** What a receiver answered, or why the answer is missing. */
export const resultOf = ({ estatus, falla }: Pick<Intento, 'estatus' | 'falla'>): string =>
  estatus === null ? (falla ?? '') : `HTTP ${estatus}`

export const isDelivered = ({ estatus }: Pick<Intento, 'estatus'>): boolean =>
  estatus !== null && estatus >= 200 && estatus < 300

const notified = ({ entrega, estado, webhook_url: url }: Verificacion): ReadonlyArray<Moment> => {
  const title = 'Webhook'
  if (entrega === null) {
    return estado === 'en_proceso'
      ? [{ at: null, tone: 'idle', title, text: html`<code>${url}</code>` }]
      : [{ at: null, tone: 'over', title, text: t('noWebhook') }]
  }
  const { intentos, proximo_en: next } = entrega
  const made = intentos.map((intento, index): Moment => {
    const text = `${resultOf(intento)} · ${spanOf(intento.ms)}`
    return { at: intento.en, tone: isDelivered(intento) ? 'good' : 'bad', title: t('webhookAttempt', index + 1), text }
  })
  if (next !== null) {
    const text = t('dueAt', clockOf(next), ahead(next))
    return [...made, { at: null, tone: 'busy', title: t('webhookAttempt', made.length + 1), text }]
  }
  return entrega.estado === 'agotada' ? [...made, { at: null, tone: 'bad', title, text: word('agotada') }] : made
}

/** Everything that happened and is to come. */
const story = (view: Verificacion): ReadonlyArray<Moment> => [
  { at: view.creado_en, tone: 'good', title: t('created'), text: t('createdBy', view.canal, view.tenant) },
  ...sources.map((name) => consulted(view, name)),
  decided(view),
  paid(view),
  ...notified(view),
]

export const Timeline = ({ view }: { readonly view: Verificacion }): VNode =>
  html`<ol class="timeline">
    ${story(view).map(
      ({ at, tone, title, text, progress }, index) => html`<li key=${index} class=${tone}>
        ${mark(tone)}
        <div class="moment">
          <strong>${title}</strong> <span>${text}</span>
          ${progress !== undefined && html`<progress value=${progress} max="1" aria-label=${t('progress')} />`}
        </div>
        ${
          at !== null &&
          html`<span class="when">
            <time datetime=${at}>${clockOf(at)}</time>
            ${index > 0 && html`<small>+${spanOf(between(view.creado_en, at))}</small>`}
          </span>`
        }
      </li>`,
    )}
  </ol>`
