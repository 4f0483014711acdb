import { DateTime, Effect, type Layer, ManagedRuntime } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clearable } from '#domain/screening/Clearance.ts'
import { Clearances } from '#ports/Clearances.ts'
import { Retention } from '#ports/Retention.ts'

export type ClearancePorts = Clearances | Retention

const [one, other] = ['LIMP900101HDFRRS03', 'LIMP900101HDFRRS11'] as const
const lawsuits: Clearable = { source: 'judicial' }
const entryOf = (entry: string, list: 'onu' | 'vigilancia' = 'onu'): Clearable => ({ source: 'listas', list, entry })
const at = DateTime.makeUnsafe('2026-03-10T18:00:00.000Z')

/** What every storage must do with clearances, memory and Postgres alike. */
export const clearancesSuite = (name: string, makeLayer: () => Promise<Layer.Layer<ClearancePorts>>): void => {
  describe(`clearances: ${name}`, () => {
    let runtime: ManagedRuntime.ManagedRuntime<ClearancePorts, never>
    beforeAll(async () => {
      runtime = ManagedRuntime.make(await makeLayer())
    })
    afterAll(() => runtime.dispose())
    const run = <A, E>(use: (port: Clearances['Service']) => Effect.Effect<A, E>) =>
      runtime.runPromise(Effect.flatMap(Clearances, use))
    const are = (curp: string, ...findings: ReadonlyArray<Clearable>) => run((port) => port.areRecorded(curp, findings))
    const retire = (before: DateTime.Utc) => runtime.runPromise(Retention.use((port) => port.retire(before, 1)))

    it('are of one CURP, and of one entry of one list or of lawsuits', async () => {
      expect(await run((port) => port.record(one, entryOf('a'), at))).toBe(true)
      expect(await are(one, entryOf('b'), entryOf('a'), entryOf('a', 'vigilancia'), lawsuits)).toEqual([
        false,
        true,
        false,
        false,
      ])
      expect(await are(other, entryOf('a'))).toEqual([false])
      expect(await are(one)).toEqual([])
      expect(await run((port) => port.record(other, lawsuits, at))).toBe(true)
      expect([await are(other, lawsuits, entryOf('a')), await are(one, lawsuits)]).toEqual([[true, false], [false]])
    })

    it('are recorded once, and can be withdrawn', async () => {
      expect(await run((port) => port.record(one, entryOf('c'), at))).toBe(true)
      expect(await run((port) => port.record(one, entryOf('c'), DateTime.add(at, { days: 1 })))).toBe(false)
      expect(await run((port) => port.withdraw(other, entryOf('c')))).toBe(false)
      expect(await run((port) => port.withdraw(one, entryOf('c')))).toBe(true)
      expect(await are(one, entryOf('c'))).toEqual([false])
      expect(await run((port) => port.withdraw(one, entryOf('c')))).toBe(false)
    })

    it('are kept for the retention period from when they were recorded first', async () => {
      await run((port) => port.record(one, entryOf('d'), at))
      await run((port) => port.record(one, entryOf('d'), DateTime.add(at, { days: 1 })))
      await run((port) => port.record(one, entryOf('e'), DateTime.add(at, { milliseconds: 1 })))
      expect(await retire(at)).toBe(0)
      expect(await are(one, entryOf('d'), entryOf('e'))).toEqual([true, true])
      expect(await retire(DateTime.add(at, { milliseconds: 1 }))).toBe(0)
      expect(await are(one, entryOf('d'), entryOf('e'))).toEqual([false, true])
    })
  })
}
