import { DateTime } from 'effect'
import { describe, expect, it } from 'vitest'
import { latency } from '#adapters/sources/sandbox/Sources.ts'
import { makeRegistry } from '#simulator/sources/providers/Providers.ts'
import { slowness } from '#simulator/sources/SourceFaults.ts'

const noon = DateTime.makeUnsafe('2026-03-01T12:00:00.000Z')
const after = (seconds: number) => DateTime.add(noon, { seconds })
const consultation = { source: 'judicial', id: 'ver_1/judicial' } as const
const readyAfter = (now: DateTime.Utc) =>
  DateTime.add(now, { milliseconds: Math.round(latency('fixtures', consultation) * 1_000) })

describe('a simulated provider is ready', () => {
  it('as long after it was asked first as the sources take, however often it is asked', () => {
    const { readyAt } = makeRegistry('fixtures')
    for (const seconds of [0, 1, 3_600]) {
      expect(readyAt(consultation, after(seconds), false)).toEqual(readyAfter(noon))
    }
    expect(readyAt({ ...consultation, id: 'ver_2/judicial' }, after(60), false)).not.toEqual(readyAfter(noon))
  })

  it('later where it is slow', () => {
    const { readyAt } = makeRegistry('fixtures')
    expect(readyAt(consultation, noon, true)).toEqual(DateTime.add(readyAfter(noon), slowness))
  })

  it('no later than that once a restored snapshot has set the clock back and the same id is drawn again', () => {
    const { readyAt } = makeRegistry('fixtures')
    readyAt(consultation, after(7_200), false)
    expect(readyAt(consultation, noon, false)).toEqual(readyAfter(noon))
    expect(readyAt(consultation, after(5), false)).toEqual(readyAfter(noon))
  })

  it('as if it had never been asked once all is begun anew', () => {
    const { readyAt, reset } = makeRegistry('fixtures')
    readyAt(consultation, noon, false)
    reset()
    expect(readyAt(consultation, after(60), false)).toEqual(readyAfter(after(60)))
  })
})
