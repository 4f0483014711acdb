import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { input, select } from './Fields.ts'
import { clockOf } from './Format.ts'
import type { Solicitud } from './Frames.ts'
import { badge, button, empty, table } from './Parts.ts'
import { addressOf } from './Route.ts'
import { requests, verifications } from './Store.ts'
import { isExplained, Why, why } from './Why.ts'
import { t } from './Words.ts'
import { lever } from './World.ts'

/** Every request that came in, newest first, with its real and its simulated time. */

/** Rows that are drawn; a filter finds among all that are kept. */
const drawn = 150
const columns = 8

const classes = ['todas', '2xx', '4xx', '5xx'] as const
/** `partners` is what comes to the service, from elsewhere than this page. */
const channels = ['partners', 'api', 'mcp', 'consola', 'todas'] as const
const sought = signal('')
const answered = signal<(typeof classes)[number]>('todas')
const channel = signal<(typeof channels)[number]>('partners')

const isOf = ({ canal, ruta }: Solicitud): boolean => {
  if (channel.value === 'partners') return canal !== 'consola' && !ruta.startsWith('/_simulador')
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

type Numbered = Solicitud & { readonly numero: number }

/** A row, and below it what is opened of it. */
const Row = ({ request }: { readonly request: Numbered }): VNode => {
  const [isOpen, setOpen] = useState(false)
  const { recibida_en, simulada_en, metodo, ruta, estatus, codigo, ms, canal, verificacion_id: id } = request
  const name = verifications.value.get(id ?? '')?.solicitud_id ?? id
  const tone = estatus < 400 ? 'good' : estatus < 500 ? 'warn' : 'bad'
  const opener = button('', () => setOpen(!isOpen), {
    icon: isOpen ? 'down' : 'right',
    kind: 'quiet',
    isExpanded: isOpen,
    label: `${t('seeWhole')}: ${metodo} ${ruta} ${estatus}`,
  })
  return html`<tr>
      <td>${isExplained(request) && opener}</td>
      <td class="times">
        <time datetime=${recibida_en}>${clockOf(recibida_en)}</time>
        <time class="muted" datetime=${simulada_en}>${t('inSimulation', clockOf(simulada_en))}</time>
      </td>
      <td>${badge(tone, codigo === null ? estatus : `${estatus} ${codigo}`)}</td>
      <td><code>${metodo} ${ruta}</code></td>
      <td>${why(request)}</td>
      <td>${id !== null && html`<a href=${addressOf('verificaciones', id)} title=${id}>${name}</a>`}</td>
      <td>${ms}</td>
      <td>${canal}</td>
    </tr>
    ${isOpen && html`<tr class="opened"><td colspan=${columns}><${Why} request=${request} /></td></tr>`}`
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

export const Requests = (): VNode => {
  const found = requests.value.filter(isWanted)
  const all = (one: string) => (one === 'todas' ? t('all') : one === 'partners' ? t('fromPartners') : one)
  const heads = ['', t('twoTimes'), t('answer'), t('request'), t('why'), t('verification'), 'ms', t('channel')]
  const rows = found.slice(0, drawn).map((request) => html`<${Row} key=${request.numero} request=${request} />`)
  return html`<div class="page">
    <h2>${t('solicitudes')}</h2>
    <p class="note">${t('requestsNote')}</p>
    <p class="inline">
      <a class="button" href=${lever('grabacion')} download="grabacion.json">${t('recording')}</a>
      <span class="muted">${t('recordingNote')}</span>
    </p>
    <div class="columns">
      ${input(t('search'), sought.value, search, { type: 'search', placeholder: 'POST, 402, codigo' })}
      ${select(t('answer'), answered.value, classes, chooseClass, all)}
      ${select(t('channel'), channel.value, channels, chooseChannel, all)}
    </div>
    ${found.length === 0 ? empty(t('noRequests')) : table(t('solicitudes'), heads, rows)}
  </div>`
}
