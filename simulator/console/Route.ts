import { signal } from '@preact/signals'

/** The place that is shown. It is kept in the address, so that you can reload the page or send the address. */

export const places = [
  'verificaciones',
  'webhooks',
  'cuentas',
  'palancas',
  'solicitudes',
  'pagos',
  'certificacion',
] as const
export type Place = (typeof places)[number]

/** The address of the form, used like a verification's id. */
export const fresh = 'nueva'

interface Route {
  readonly place: Place
  /** What is shown of it: a verification, or a request; null for none. */
  readonly id: string | null
}

/** Null for an id that cannot be decoded. */
const decoded = (id: string): string | null => {
  try {
    return id === '' ? null : decodeURIComponent(id)
  } catch {
    return null
  }
}

const read = (): Route => {
  const [, name, id = ''] = location.hash.split('/')
  return {
    place: places.find((place) => place === name) ?? 'verificaciones',
    id: decoded(id),
  }
}

export const route = signal<Route>(read())

export const addressOf = (place: Place, id: string | null = null): string =>
  `#/${place}${id === null ? '' : `/${encodeURIComponent(id)}`}`

export const go = (place: Place, id: string | null = null): void => {
  location.hash = addressOf(place, id)
}

/** What takes the focus once it is shown; null for nothing. */
export const awaited = signal<string | null>(null)

/** Goes to the place and moves the focus there, because the element that had the focus disappears. */
export const goWithFocus = (place: Place, id: string): void => {
  awaited.value = id
  go(place, id)
}

addEventListener('hashchange', () => {
  route.value = read()
})
