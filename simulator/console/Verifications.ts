import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { Composer } from './Composer.ts'
import { Detail } from './Detail.ts'
import { input, select } from './Fields.ts'
import { clockOf } from './Format.ts'
import type { Entrega, Verificacion } from './Frames.ts'
import { glossOf } from './Glosses.ts'
import { deliveryTones, toneOf } from './Outcome.ts'
import { button, empty, icon, link, mark } from './Parts.ts'
import { addressOf, fresh, goWithFocus, route } from './Route.ts'
import { newestFirst, verifications } from './Store.ts'
import { list } from './Windowed.ts'
import { t } from './Words.ts'

/** The verifications: the list, and next to it the selected one or the form for a new one. */

const states = ['todas', 'en_proceso', 'emitida', 'no_concluyente'] as const
const sought = signal('')
const state = signal<(typeof states)[number]>('todas')

/** One sentence on where it stands. */
const standing = ({ estado, accion, nivel, motivo, fuentes }: Verificacion): string => {
  if (estado === 'no_concluyente') return `${estado} · ${glossOf(motivo ?? '')}`
  return accion === null
    ? t('sourcesAnswered', fuentes.filter((one) => one.estado !== null).length)
    : `${accion} · ${nivel}`
}

const deliveryMark = ({ estado, intentos }: Entrega): VNode =>
  html`<span class="delivery ${deliveryTones[estado]}" title="webhook: ${estado}">
    ${icon('mail')}<span class="hidden">webhook: ${estado}</span>${intentos.length > 1 && intentos.length}
  </span>`

const row = (view: Verificacion): VNode => {
  const tone = toneOf(view)
  return html`<div class="entry ${tone}">
    ${mark(tone)}
    <div class="entry-main">
      <span><strong>${view.solicitud_id}</strong> <small class="muted">${view.tenant}</small></span>
      <span class="standing">${standing(view)}</span>
    </div>
    <div class="entry-side">
      <time datetime=${view.creado_en}>${clockOf(view.creado_en)}</time>${view.entrega && deliveryMark(view.entrega)}
    </div>
  </div>`
}

const found = (): ReadonlyArray<Verificacion> => {
  const text = sought.value.trim()
  if (text === '' && state.value === 'todas') return newestFirst.value
  return newestFirst.value.filter(
    ({ solicitud_id, verificacion_id, tenant, estado }) =>
      (state.value === 'todas' || estado === state.value) &&
      [solicitud_id, verificacion_id, tenant].some((value) => value.includes(text)),
  )
}

const search = (text: string): void => {
  sought.value = text
}
const choose = (one: (typeof states)[number]): void => {
  state.value = one
}

const Side = ({ selected }: { readonly selected: string | null }): VNode => {
  const items = found()
  return html`<div class="side">
    <div class="tools">
      ${input(t('search'), sought.value, search, { type: 'search', placeholder: 'sol-…, ver_…' })}
      ${select(t('state'), state.value, states, choose, (one) => (one === 'todas' ? t('all') : one))}
      ${button(t('start'), () => goWithFocus('verificaciones', fresh), { icon: 'plus', kind: 'primary' })}
    </div>
    ${
      items.length === 0
        ? empty(t(verifications.value.size === 0 ? 'noneYet' : 'noneFound'))
        : list({
            label: t('verificaciones'),
            items,
            selected,
            row,
            keyOf: ({ verificacion_id }) => verificacion_id,
            place: 'verificaciones',
          })
    }
  </div>`
}

export const Verifications = (): VNode => {
  const { id } = route.value
  const view = verifications.value.get(id ?? '')
  const other = id === null || id === fresh ? html`<${Composer} />` : empty(t('notRemembered'))
  return html`<div class="split ${id === null ? '' : 'open'}">
    <${Side} selected=${id} />
    <div class="main">
      ${id !== null && link([icon('back'), t('verificaciones')], addressOf('verificaciones'), 'quiet back')}
      ${view === undefined ? other : html`<${Detail} key=${id} view=${view} />`}
    </div>
  </div>`
}
