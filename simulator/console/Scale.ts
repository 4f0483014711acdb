import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { spanOf } from './Format.ts'
import type { Verificacion } from './Frames.ts'
import type { Tone } from './Parts.ts'
import { now } from './Store.ts'
import { isDelivered } from './Timeline.ts'
import { t } from './Words.ts'

/** The history of a verification to scale: longer steps are longer bars. The same facts are text elsewhere. */

interface Piece {
  readonly from: number
  readonly to: number
  readonly tone: Tone
}

interface Lane {
  readonly name: string
  readonly pieces: ReadonlyArray<Piece>
}

interface Strip {
  readonly title: string
  readonly from: number
  readonly to: number
  readonly lanes: ReadonlyArray<Lane>
}

const sourceLanes = ({ fuentes }: Verificacion, until: number): ReadonlyArray<Lane> =>
  fuentes.map(({ fuente: name, desde, respondida_en, estado }) => {
    const to = respondida_en === null ? until : Date.parse(respondida_en)
    const tone = estado === null ? 'busy' : estado === 'consultada' ? 'good' : 'bad'
    return { name, pieces: [{ from: Date.parse(desde), to, tone }] }
  })

const stripsOf = (view: Verificacion): ReadonlyArray<Strip> => {
  const from = Date.parse(view.creado_en)
  const to = view.resuelto_en === null ? Math.max(now.value, from) : Date.parse(view.resuelto_en)
  const decision = { title: t('untilDecision', spanOf(to - from)), from, to, lanes: sourceLanes(view, to) }
  const { intentos = [], proximo_en: next = null } = view.entrega ?? {}
  const made = intentos.map(({ en, ms, ...intento }): Piece => {
    const at = Date.parse(en)
    return { from: at, to: at + ms, tone: isDelivered(intento) ? 'good' : 'bad' }
  })
  const due: ReadonlyArray<Piece> =
    next === null ? [] : [{ from: Date.parse(next), to: Date.parse(next), tone: 'busy' }]
  const pieces = [...made, ...due]
  const last = Math.max(to, ...pieces.map((piece) => piece.to))
  // One attempt at once is nothing to measure.
  if (pieces.length < 2) return [decision]
  return [
    decision,
    { title: t('webhookOver', spanOf(last - to)), from: to, to: last, lanes: [{ name: 'webhook', pieces }] },
  ]
}

/** Where the last moment begins, so that it can be seen. */
const edge = 99.4

const percent = (part: number, whole: number): number => (whole <= 0 ? 0 : Math.min(100, (100 * part) / whole))

const strip = ({ title, from, to, lanes }: Strip): VNode => {
  const piece = ({ from: began, to: ended, tone }: Piece, index: number): VNode =>
    html`<i key=${index} class=${tone} style=${{
      left: `${Math.min(edge, percent(began - from, to - from))}%`,
      width: `${percent(ended - began, to - from)}%`,
    }}></i>`
  return html`<figure class="scale" aria-hidden="true">
    <figcaption>${title}</figcaption>
    ${lanes.map(
      ({ name, pieces }) => html`<div key=${name} class="lane">
        <code>${name}</code><div class="track">${pieces.map(piece)}</div>
      </div>`,
    )}
  </figure>`
}

export const Scale = ({ view }: { readonly view: Verificacion }): VNode => html`${stripsOf(view).map(strip)}`
