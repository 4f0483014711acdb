import { effect, signal } from '@preact/signals'

/** Instants, spans and amounts, alike in both languages. */

/** Instants are read in UTC, as the interface writes them, until the reader's own time is chosen. */
const zone = signal<'UTC' | 'local'>(localStorage.getItem('zone') === 'local' ? 'local' : 'UTC')

effect(() => localStorage.setItem('zone', zone.value))

export const switchZone = (): void => {
  zone.value = zone.value === 'UTC' ? 'local' : 'UTC'
}

/** A date whose parts in UTC are the parts in the selected time zone. */
const shifted = (instant: string | number): Date => {
  const at = new Date(instant)
  return zone.value === 'UTC' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
}

/** `UTC`, `UTC−06:00`. */
export const zoneName = (): string => {
  const minutes = zone.value === 'UTC' ? 0 : new Date().getTimezoneOffset()
  const away = Math.abs(minutes)
  return minutes === 0 ? 'UTC' : `UTC${minutes > 0 ? '−' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `16:21:59`, of ISO 8601 or epoch milliseconds. */
export const clockOf = (instant: string | number): string => {
  const at = shifted(instant)
  return [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
}

/** `2026-11-21`. */
export const dateOf = (instant: string | number): string => shifted(instant).toISOString().slice(0, 10)

/** `850 ms`, `48 s`, `2 min 3 s`, `5 h 59 min`, `2 d 4 h`. */
export const spanOf = (millis: number): string => {
  const seconds = Math.max(0, Math.round(millis / 1_000))
  if (millis < 1_000) return `${Math.max(0, Math.round(millis))} ms`
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3_600)} h`
}

export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from)

const pesos = new Intl.NumberFormat('es-MX', { minimumFractionDigits: 2 })

/** `$1,234.50`. */
export const moneyOf = (amount: number): string => `$${pesos.format(amount)}`

/** The text of a JSON document with line breaks; what is no JSON as it is. */
export const laidOut = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
