import { signal } from '@preact/signals'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { input } from './Fields.ts'
import { button, empty } from './Parts.ts'
import { addressOf, type Place } from './Route.ts'
import { newestFirst, requests } from './Store.ts'
import { t } from './Words.ts'

/** One search over every identifier, from anywhere. */

const isOpen = signal(false)
const sought = signal('')

const close = (): void => {
  isOpen.value = false
}

export const openSearch = (): void => {
  sought.value = ''
  isOpen.value = true
}

const mostOfAKind = 6

interface Found {
  readonly place: Place
  /** As its address has it. */
  readonly id: string
  readonly name: string
}

/** What has this text in one of its identifiers, newest first. */
const find = (text: string): ReadonlyArray<Found> => {
  if (text === '') return []
  const holds = (id: string | null | undefined): id is string => id?.includes(text) === true
  const all = newestFirst.value
  const kinds: ReadonlyArray<ReadonlyArray<Found>> = [
    all
      .filter(({ solicitud_id, verificacion_id }) => holds(solicitud_id) || holds(verificacion_id))
      .map(({ verificacion_id: id, solicitud_id }) => ({
        place: 'verificaciones',
        id,
        name: `${solicitud_id} · ${id}`,
      })),
    all
      .filter(({ entrega }) => holds(entrega?.event_id))
      .map(({ verificacion_id: id, entrega }) => ({ place: 'webhooks', id, name: entrega?.event_id ?? '' })),
    all.flatMap(({ payment_intent_id: id, transferencia }) =>
      [id, transferencia?.transferencia_id]
        .filter(holds)
        .map((name): Found => ({ place: 'pagos', id: id ?? '', name })),
    ),
    requests.value
      .filter(({ id }) => holds(id))
      .map(({ id, metodo, ruta }) => ({ place: 'solicitudes', id, name: `${metodo} ${ruta} · ${id}` })),
  ]
  const found = kinds.flatMap((one) => one.slice(0, mostOfAKind))
  // A payment need not back a verification.
  return found.length === 0 && /^pi_\w+$/.test(text) ? [{ place: 'pagos', id: text, name: text }] : found
}

const search = (text: string): void => {
  sought.value = text
}

/** Follows the first link. */
const submit = (event: Event): void => {
  event.preventDefault()
  document.querySelector<HTMLAnchorElement>('#found a')?.click()
}

const content = (): VNode => {
  const text = sought.value.trim()
  const found = find(text)
  return html`<form method="dialog" onSubmit=${submit}>
      ${input(t('searchIds'), sought.value, search, { type: 'search', placeholder: 'ver_, req_, evt_, pi_, tr_, sol-' })}
    </form>
    <ul id="found" aria-live="polite">
      ${found.map(
        ({ place, id, name }) => html`<li key=${`${place} ${name}`}>
          <a href=${addressOf(place, id)} onClick=${close}><small class="muted">${t(place)}</small> <code>${name}</code></a>
        </li>`,
      )}
    </ul>
    ${text !== '' && found.length === 0 && empty(t('noneFound'))}
    <div class="inline">${button(t('close'), close)}</div>`
}

export const Search = (): VNode => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen.value) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen.value])
  return html`<dialog ref=${dialog} class="panel" aria-label=${t('searchIds')} onClose=${close}>
    ${isOpen.value && content()}
  </dialog>`
}
