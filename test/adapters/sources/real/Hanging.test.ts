import { setImmediate } from 'node:timers/promises'
import { Duration, Effect, Layer } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Sources } from '#ports/Sources.ts'
import { realSettings, realSources, subject } from '#test/support/realSources.ts'
import { type Resolving, startResolving } from '#test/support/resolving.ts'
import { found, type Provider, provider, searched } from '#tools/peers/providers.ts'
import { testTime } from '#tools/service/testTime.ts'

const unlucky = { ...subject, curp: 'ROJF900101HDFRRS01' }
const many = { hanging: 200, others: 30 } as const
/** A verification has ten minutes. */
const seconds = 600

/** Consultations under way that the provider answers, over those of the adapter of production. */
let underWay = 0
const noted = <A>(asked: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      underWay += 1
    }),
    () => asked,
    () =>
      Effect.sync(() => {
        underWay -= 1
      }),
  )
const counted = (sources: ReturnType<typeof realSources>) =>
  Layer.effect(
    Sources,
    Sources.use((inner) =>
      Effect.succeed({
        consult: (consultation) =>
          consultation.subject.curp === unlucky.curp ? inner.consult(consultation) : noted(inner.consult(consultation)),
      }),
    ),
  ).pipe(Layer.provide(sources))

/** Lets what the provider answers come; all of it happens in turns of this process's own event loop. */
const answered = async () => {
  let quiet = 0
  for (let turns = 0; turns < 1_000 && quiet < 3; turns++) {
    await setImmediate()
    quiet = underWay === 0 ? quiet + 1 : 0
  }
}

let server: Provider
let service: Resolving
const time = testTime()
beforeAll(async () => {
  server = await provider(({ path, body }) => {
    if (body['curp'] === unlucky.curp) return null
    return { body: path.startsWith('/identidad') ? found(body) : searched(body) }
  })
  const settings = realSettings({ identidad: server.url, judicial: server.url })
  const breaker = { failures: 10, probeEvery: Duration.seconds(5) }
  service = startResolving(counted(realSources({ ...settings, breaker })), time)
})
afterAll(() => Promise.all([service, server].map((each) => each.stop())))

describe('a provider that hangs for the verifications of one account', () => {
  it('keeps those of another account from no end: emitida', async () => {
    const [theirs, ours] = [await service.open(), await service.open()]
    const hanging = await Promise.all(Array.from({ length: many.hanging }, () => service.begin(theirs, unlucky)))
    const others = await Promise.all(Array.from({ length: many.others }, () => service.begin(ours, subject)))

    const statesOf = (account: typeof ours, ids: ReadonlyArray<string>) =>
      Promise.all(ids.map(async (id) => (await service.read(account, id)).state._tag))
    for (let passed = 0; passed < seconds && (await statesOf(ours, others)).includes('en_proceso'); passed++) {
      await service.startDue()
      await answered()
      time.pass(1)
      await service.wait(1)
    }
    expect(await statesOf(ours, others)).toEqual(others.map(() => 'emitida'))
    expect(await statesOf(theirs, hanging)).toEqual(hanging.map(() => 'en_proceso'))
  })
})
