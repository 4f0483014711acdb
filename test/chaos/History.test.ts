import { describe, expect, it } from 'vitest'
import { type Event, violations } from '#tools/schedules/History.ts'

const opening = 1_000_00
const at = (asked: number) => ({ asked, answered: asked + 1 })
const acknowledged = (request: string, id: string, when: number): Event => ({
  _tag: 'Acknowledged',
  request,
  id,
  ...at(when),
})
const read = (state: string, when: number, status = 200): Event => ({
  _tag: 'Read',
  id: 'ver_1',
  status,
  state,
  ...at(when),
})
const balance = (centavos: number, when: number): Event => ({ _tag: 'Balance', centavos, ...at(when) })

describe('a history', () => {
  it('of one verification for each key, read until its end, and paid once, is possible', () => {
    const events = [
      balance(opening, 0),
      acknowledged('sol-1', 'ver_1', 2),
      acknowledged('sol-2', 'ver_2', 2),
      read('en_proceso', 4),
      read('', 6, 503),
      read('', 6, 429),
      read('emitida', 8),
      acknowledged('sol-1', 'ver_1', 10),
      balance(900_00, 12),
    ]
    expect(violations(events, opening)).toEqual([])
  })

  it.each<readonly [what: string, events: ReadonlyArray<Event>]>([
    ['with two verifications for one key', [acknowledged('sol-1', 'ver_1', 0), acknowledged('sol-1', 'ver_2', 2)]],
    ['in which an end is taken back', [read('emitida', 0), read('en_proceso', 2)]],
    ['in which one end becomes another', [read('emitida', 0), read('no_concluyente', 2)]],
    ['in which what was acknowledged is not found', [acknowledged('sol-1', 'ver_1', 0), read('', 2, 404)]],
    ['in which money comes back', [balance(900_00, 0), balance(opening, 2)]],
    ['with a part of a price', [balance(950_00, 0)]],
    ['with less than nothing', [balance(-100_00, 0)]],
  ])('%s is not', (_, events) => {
    expect(violations(events, opening)).toHaveLength(1)
  })

  it('whose answers overlap may show either state', () => {
    const early = { ...read('emitida', 0), answered: 9 }
    expect(violations([early, read('en_proceso', 2)], opening)).toEqual([])
  })
})
