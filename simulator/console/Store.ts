import { batch, computed, signal } from '@preact/signals'
import type { Frame, Pulso, Solicitud, Verificacion } from './Frames.ts'
import { lever } from './World.ts'

/** What the simulator reported, and the clock between two reports. */

/** Rows that are kept, the newest ones. */
const most = { verifications: 1_000, requests: 1_000 }
/** The stream beats every second; after this long without, it is not live. */
const silenceMillis = 4_000
const tickMillis = 250

/** In order of creation. */
export const verifications = signal<ReadonlyMap<string, Verificacion>>(new Map())
/** Newest first. */
export const requests = signal<ReadonlyArray<Solicitud & { readonly numero: number }>>([])
export const pulse = signal<Pulso | null>(null)
export const isLive = signal(false)
/** The simulated clock, epoch milliseconds. */
export const now = signal(0)
/** Counts since the page was opened, for a screen reader to announce. */
export const happened = signal({ created: 0, ended: 0 })

export const newestFirst = computed(() => [...verifications.value.values()].reverse())

let heardAt = 0
let requestsSeen = 0

const tick = (): void => {
  const silence = performance.now() - heardAt
  isLive.value = pulse.value !== null && silence < silenceMillis
  if (pulse.value === null || !isLive.value) return
  const { ahora, velocidad, congelado } = pulse.value
  now.value = Date.parse(ahora) + (congelado ? 0 : silence * velocidad)
}

const keepNewest = <K, V>(rows: Map<K, V>): Map<K, V> => {
  for (const key of rows.keys()) {
    if (rows.size <= most.verifications) break
    rows.delete(key)
  }
  return rows
}

const take = ({ todo, verificaciones, solicitudes, pulso }: Frame): void => {
  const rows = new Map(todo ? [] : verifications.value)
  const counts = { ...happened.value }
  for (const row of verificaciones) {
    const before = rows.get(row.verificacion_id)
    if (!todo && before === undefined) counts.created += 1
    if (!todo && row.estado !== 'en_proceso' && before?.estado === 'en_proceso') counts.ended += 1
    rows.set(row.verificacion_id, row)
  }
  const numbered = solicitudes.map((request) => {
    requestsSeen += 1
    return { ...request, numero: requestsSeen }
  })
  batch(() => {
    if (verificaciones.length > 0 || todo) verifications.value = keepNewest(rows)
    if (numbered.length > 0 || todo) {
      requests.value = [...numbered.reverse(), ...(todo ? [] : requests.value)].slice(0, most.requests)
    }
    happened.value = counts
    pulse.value = pulso
    tick()
  })
}

/** Listens for as long as the page is open; the browser connects again by itself. */
export const listen = (): void => {
  const source = new EventSource(lever('eventos'))
  source.onmessage = ({ data }) => {
    heardAt = performance.now()
    const frame: Frame = JSON.parse(data)
    take(frame)
  }
  setInterval(tick, tickMillis)
}
