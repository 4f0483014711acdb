import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { input, select } from './Fields.ts'
import { clockOf } from './Format.ts'
import type { Solicitud } from './Frames.ts'
import { badge, empty, link, table } from './Parts.ts'
import { RequestPage, toneOfStatus, why } from './RequestPage.ts'
import { addressOf, route } from './Route.ts'
import { requests, verifications } from './Store.ts'
import { t } from './Words.ts'

/** Every request that came in, newest first, with its real and its simulated time. */

/** Rows that are drawn; a filter finds among all that are kept. */
const drawn = 150

const classes = ['todas', '2xx', '4xx', '5xx'] as const
/** `partners` is what comes to the service, from elsewhere than this page. */
const channels = ['partners', 'api', 'mcp', 'consola', 'todas'] as const
const sought = signal('')
const answered = signal<(typeof classes)[number]>('todas')
const channel = signal<(typeof channels)[number]>('partners')

/** Of the simulator's controls and documents. */
const ownRoutes = /^\/(?:_simulador|docs|llms|openapi|$)/

const isOf = ({ canal, ruta }: Solicitud): boolean => {
  if (channel.value === 'partners') return canal !== 'consola' && !ownRoutes.test(ruta)
  return channel.value === 'todas' || canal === channel.value
}

const isWanted = (request: Solicitud): boolean => {
  const { id, metodo, ruta, estatus, codigo, motivo } = request
  const told = [`${metodo} ${ruta}`, String(estatus), codigo, motivo?.regla, motivo?.campo]
  const text = sought.value.trim()
  const isSought = id === text || told.some((one) => one?.includes(text))
  return (
    isSought && isOf(request) && (answered.value === 'todas' || answered.value === `${Math.floor(estatus / 100)}xx`)
  )
}

const row = (request: Solicitud & { readonly numero: number }): VNode => {
  const { numero, id, recibida_en, simulada_en, metodo, ruta, estatus, codigo, ms, canal } = request
  const about = request.verificacion_id
  const name = verifications.value.get(about ?? '')?.solicitud_id ?? about
  return html`<tr key=${numero}>
    <td class="times">
      <time datetime=${recibida_en}>${clockOf(recibida_en)}</time>
      <time class="muted" datetime=${simulada_en}>${t('inSimulation', clockOf(simulada_en))}</time>
    </td>
    <td>${badge(toneOfStatus(estatus), codigo === null ? estatus : `${estatus} ${codigo}`)}</td>
    <td><a href=${addressOf('solicitudes', id)}><code>${metodo} ${ruta}</code></a></td>
    <td>${why(request)}</td>
    <td>${about !== null && html`<a href=${addressOf('verificaciones', about)} title=${about}>${name}</a>`}</td>
    <td>${ms}</td>
    <td>${canal}</td>
  </tr>`
}

const search = (text: string): void => {
  sought.value = text
}
const chooseClass = (one: (typeof classes)[number]): void => {
  answered.value = one
}
const chooseChannel = (one: (typeof channels)[number]): void => {
  channel.value = one
}

const listed = (found: ReadonlyArray<Solicitud & { readonly numero: number }>): VNode => {
  const heads = [t('twoTimes'), t('answer'), t('request'), t('why'), t('verification'), 'ms', t('channel')]
  return found.length === 0 ? empty(t('noRequests')) : table(t('solicitudes'), heads, found.slice(0, drawn).map(row))
}

/** The requests about one verification, those of this page too. */
const about = (id: string): VNode =>
  html`<div class="page">
    <h2>${t('requestsAbout', verifications.value.get(id)?.solicitud_id ?? id)}</h2>
    <p class="inline">
      ${link(t('seeVerification'), addressOf('verificaciones', id), 'quiet')}
      ${link(t('allRequests'), addressOf('solicitudes'), 'quiet')}
    </p>
    ${listed(requests.value.filter(({ verificacion_id }) => verificacion_id === id))}
  </div>`

const all = (): VNode => {
  const textOf = (one: string) => (one === 'todas' ? t('all') : one === 'partners' ? t('fromPartners') : one)
  return html`<div class="page">
    <h2>${t('solicitudes')}</h2>
    <p class="note">${t('requestsNote')}</p>
    <div class="columns">
      ${input(t('search'), sought.value, search, { type: 'search', placeholder: 'POST, 402, codigo' })}
      ${select(t('answer'), answered.value, classes, chooseClass, textOf)}
      ${select(t('channel'), channel.value, channels, chooseChannel, textOf)}
    </div>
    ${listed(requests.value.filter(isWanted))}
  </div>`
}

export const Requests = (): VNode => {
  const { id } = route.value
  if (id === null) return all()
  return id.startsWith('ver_') ? about(id) : html`<${RequestPage} key=${id} id=${id} />`
}
