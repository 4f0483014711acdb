import { Effect, Layer } from 'effect'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Clearances } from '#ports/Clearances.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { realSettings, startSources, subject, type TestSources, waitOf } from '#test/support/realSources.ts'
import { type Provider, provider, searched } from '#tools/peers/providers.ts'

const byName = { materia: 'civil', estado: 'en_curso' } as const
const confirmed = { ...byName, certeza: 'persona' } as const

let juicios: ReadonlyArray<unknown> = []
let courts: Provider
let sources: TestSources
/** What was asked of the storage, and what it answers. */
let asked: Array<unknown> = []
let recorded: Effect.Effect<ReadonlyArray<boolean>, StorageUnavailable> = Effect.succeed([false])

const clearances = Layer.succeed(Clearances, {
  areRecorded: (curp, findings) =>
    Effect.suspend(() => {
      asked.push([curp, ...findings])
      return recorded
    }),
  record: () => Effect.die('nothing is recorded'),
  withdraw: () => Effect.die('nothing is withdrawn'),
})

beforeAll(async () => {
  courts = await provider(({ body }) => ({ body: searched(body, { juicios }) }))
  sources = startSources(realSettings({ judicial: courts.url }), undefined, clearances)
})
afterAll(async () => {
  await sources.stop()
  await courts.stop()
})
beforeEach(() => {
  asked = []
})

const consulted = (findings: unknown) => ({
  _tag: 'Answered',
  answer: { source: 'judicial', outcome: { _tag: 'consultada', findings } },
})

describe('lawsuits by name of a person for whom they are recorded as another person’s', () => {
  it('are left out and counted, and the confirmed ones stay', async () => {
    juicios = [byName, confirmed, byName]
    recorded = Effect.succeed([true])
    expect(await sources.ask('judicial')).toEqual(consulted({ juicios: ['en_curso'], aclarados: 2 }))
    expect(asked).toEqual([[subject.curp, { source: 'judicial' }]])
  })

  it('count for everybody else', async () => {
    juicios = [byName]
    recorded = Effect.succeed([false])
    expect(await sources.ask('judicial')).toEqual(consulted({ juicios: ['posible'] }))
  })

  it('are not asked for where there are none', async () => {
    for (juicios of [[], [confirmed]]) await sources.ask('judicial')
    expect(asked).toEqual([])
  })

  it('have the courts asked again while what is recorded cannot be read', async () => {
    juicios = [byName]
    recorded = Effect.fail(new StorageUnavailable({ reason: 'away' }))
    const reply = await sources.ask('judicial', { id: 'ver_0/identidad' })
    expect([waitOf(reply, sources.now()), sources.told()]).toEqual([2.273, 'base_no_alcanzable'])
  })
})
