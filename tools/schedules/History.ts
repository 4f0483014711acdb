/** What clients asked and received, and whether a service that keeps its promises can have answered so. */
import { priceCentavos } from '#tools/sweep/World.ts'

interface Told {
  /** Milliseconds of one clock. */
  readonly asked: number
  readonly answered: number
}
interface Acknowledged extends Told {
  readonly _tag: 'Acknowledged'
  readonly request: string
  readonly id: string
}
interface Read extends Told {
  readonly _tag: 'Read'
  readonly id: string
  readonly status: number
  readonly state: string
}
interface Balance extends Told {
  readonly _tag: 'Balance'
  readonly centavos: number
}
export type Event = Acknowledged | Read | Balance

const isBefore = (one: Told, other: Told) => one.answered < other.asked

/** Each key is a register that is written once. */
const registers = (events: ReadonlyArray<Acknowledged>): ReadonlyArray<string> =>
  [...Map.groupBy(events, ({ request }) => request)]
    .map(([request, some]) => [request, new Set(some.map(({ id }) => id))] as const)
    .filter(([, ids]) => ids.size > 1)
    .map(([request, ids]) => `request ${request} was answered with ${[...ids].join(', ')}`)

/** Acknowledged verifications exist, and a final state never changes. */
const states = (events: ReadonlyArray<Read>): ReadonlyArray<string> => {
  const missing = events.filter(({ status }) => status !== 200 && status < 500 && status !== 429)
  const back = events.filter((later) =>
    events.some(
      (earlier) =>
        earlier.id === later.id &&
        [earlier.status, later.status].every((status) => status === 200) &&
        earlier.state !== 'en_proceso' &&
        earlier.state !== later.state &&
        isBefore(earlier, later),
    ),
  )
  return [
    ...missing.map(({ id, status }) => `${id} was acknowledged and answered ${status}`),
    ...back.map(({ id, state }) => `${id} was ${state} after another end`),
  ]
}

/** Money leaves in whole prices and never returns, and the balance never becomes negative. */
const bank = (events: ReadonlyArray<Balance>, openingCentavos: number): ReadonlyArray<string> => [
  ...events
    .filter(({ centavos }) => centavos < 0 || (openingCentavos - centavos) % priceCentavos !== 0)
    .map(({ centavos }) => `a balance of ${centavos}`),
  ...events
    .filter((later) => events.some((earlier) => isBefore(earlier, later) && earlier.centavos < later.centavos))
    .map(({ centavos }) => `a balance that rose to ${centavos}`),
]

const tagged = <T extends Event['_tag']>(events: ReadonlyArray<Event>, tag: T) =>
  events.filter((event): event is Extract<Event, { readonly _tag: T }> => event._tag === tag)

/** The contradictions in a history; empty if it is possible. */
export const violations = (events: ReadonlyArray<Event>, openingCentavos: number): ReadonlyArray<string> => [
  ...registers(tagged(events, 'Acknowledged')),
  ...states(tagged(events, 'Read')),
  ...bank(tagged(events, 'Balance'), openingCentavos),
]
