import { describe, expect, it } from '@effect/vitest'
import { Clock, Context, DateTime, Duration, Effect, Exit, Layer, Logger, Option, Scope } from 'effect'
import { TestClock } from 'effect/testing'
import { AccessCounts, makeAccessCounts } from '#application/AccessCounts.ts'
import * as AccessRecording from '#application/AccessRecording.ts'
import type { Principal } from '#domain/account/Account.ts'
import { Accounts } from '#ports/Accounts.ts'
import { Audit } from '#ports/Audit.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { Time } from '#ports/Time.ts'

const principal = (id: string, keyId = 'k1'): Principal => ({
  account: { id, mode: 'consumo', plan: { priceCentavos: 1, requestsPerMinute: 1, monthlyQuota: null } },
  keyId,
})
const at = (text: string) => DateTime.makeUnsafe(`2026-03-02T${text}Z`)

/** A recorder over a storage that can be away, at 16:05 of the test's clock. */
const started = Effect.gen(function* () {
  const kept = { isAway: false, uses: [] as Array<unknown>, entries: [] as Array<unknown> }
  const storing = (keep: () => void) =>
    Effect.suspend(() => (kept.isAway ? Effect.fail(new StorageUnavailable({ reason: 'away' })) : Effect.sync(keep)))
  const ports = Layer.mergeAll(
    Layer.mock(Accounts, { noteUses: (uses) => storing(() => void kept.uses.push(...uses)) }),
    Layer.mock(Audit, {
      head: Effect.succeed(Option.none()),
      recording: (doing, act, author, factsOf) =>
        Effect.tap(doing, (done) => storing(() => void kept.entries.push([act, author.actor, factsOf(done)?.details]))),
    }),
    Layer.succeed(Time, {
      now: Effect.map(Clock.currentTimeMillis, DateTime.makeUnsafe),
      realTimeUntil: () => Effect.succeed(Duration.zero),
    }),
  )
  yield* TestClock.setTime(DateTime.toEpochMillis(at('16:05:00')))
  const scope = yield* Scope.make()
  const built = yield* Layer.buildWithScope(Layer.provide(AccessRecording.layer('nodo-1'), ports), scope)
  return { kept, counts: Context.get(built, AccessCounts), end: Scope.close(scope, Exit.void) }
})
const entry = (from: string, to: string, sums: object) => [
  'accesses',
  'nodo-1',
  { from: `2026-03-02T${from}.000Z`, to: `2026-03-02T${to}.000Z`, ...sums },
]

describe('what partners ask', () => {
  it.effect('is entered into the audit in sum, by account, key and kind, at each quarter of an hour', () =>
    Effect.gen(function* () {
      const { kept, counts, end } = yield* started
      for (const kind of ['crear_verificacion', 'consultar_verificacion', 'consultar_verificacion']) {
        counts.recordRequest(principal('sol'), kind)
      }
      counts.recordRequest(principal('sol', 'k2'), 'consultar_consumo')
      counts.recordRequest(principal('luna'), 'listar_verificaciones')
      counts.recordRejection('llave_desconocida')
      counts.recordRejection('llave_desconocida')
      yield* TestClock.adjust('599 seconds')
      expect(kept.entries).toEqual([])
      yield* TestClock.adjust('1 second')
      const sol = { k1: { crear_verificacion: 1, consultar_verificacion: 2 }, k2: { consultar_consumo: 1 } }
      const first = [
        entry('16:05:00', '16:15:00', { accounts: { sol, luna: { k1: { listar_verificaciones: 1 } } } }),
        entry('16:05:00', '16:15:00', { refused: { llave_desconocida: 2 } }),
      ]
      expect(kept.entries).toEqual(first)
      yield* TestClock.adjust('15 minutes')
      expect(kept.entries).toEqual(first)
      counts.recordRequest(principal('sol'), 'consultar_consumo')
      yield* TestClock.adjust('1 minute')
      yield* end
      const sums = { accounts: { sol: { k1: { consultar_consumo: 1 } } } }
      expect(kept.entries).toEqual([...first, entry('16:30:00', '16:31:00', sums)])
    }),
  )

  it.effect('is entered later, as of its own time, when the database does not answer', () =>
    Effect.gen(function* () {
      const { kept, counts, end } = yield* started
      counts.recordRequest(principal('sol'), 'consultar_consumo')
      kept.isAway = true
      yield* TestClock.adjust('10 minutes')
      counts.recordRequest(principal('sol'), 'consultar_consumo')
      kept.isAway = false
      yield* TestClock.adjust('15 minutes')
      const accounts = { sol: { k1: { consultar_consumo: 1 } } }
      expect(kept.entries).toEqual([
        entry('16:05:00', '16:15:00', { accounts }),
        entry('16:15:00', '16:30:00', { accounts }),
      ])
      yield* end
    }),
  )

  it.effect.each([
    { keys: 500, sizes: [500] },
    { keys: 501, sizes: [500, 1] },
    { keys: 1_001, sizes: [500, 500, 1] },
  ])('is spread over entries of a bounded size, each key in one of them: $keys keys', ({ keys, sizes }) =>
    Effect.gen(function* () {
      const { kept, counts, end } = yield* started
      for (let key = 0; key < keys; key++) counts.recordRequest(principal('sol', `k${key}`), 'consultar_consumo')
      yield* end
      const sums = sizes.map((size, nth) => {
        const names = Array.from({ length: size }, (_, index) => `k${nth * 500 + index}`)
        return { accounts: { sol: Object.fromEntries(names.map((name) => [name, { consultar_consumo: 1 }])) } }
      })
      expect(kept.entries).toEqual(
        sums.map((sum) => [expect.anything(), expect.anything(), expect.objectContaining(sum)]),
      )
    }),
  )
})

it('the head of the audit is told with the first digits of its digest', async () => {
  const log: Array<unknown> = []
  const ports = Layer.mergeAll(
    Layer.mock(Accounts, {}),
    Layer.mock(Audit, { head: Effect.succeedSome({ sequence: 42, digest: '0123456789abcdef'.repeat(4) }) }),
    Layer.succeed(Time, { now: Effect.succeed(at('16:05:00')), realTimeUntil: () => Effect.succeed(Duration.zero) }),
    Logger.layer([Logger.make(({ message }) => void log.push(message))]),
  )
  const recording = Layer.build(AccessRecording.layer('nodo-1'))
  await Effect.runPromise(Effect.provide(Effect.scoped(recording), ports))
  expect(log).toEqual([['audit', { head: '42:0123456789ab' }]])
})

describe('the use of a key', () => {
  it('that comes while it is written down is written down next', () => {
    const { counts, uses, usesWritten } = makeAccessCounts(500)
    counts.recordUse(principal('sol'), at('16:05:01'))
    counts.recordUse(principal('luna'), at('16:05:02'))
    const written = uses()
    counts.recordUse(principal('sol'), at('16:05:03'))
    usesWritten(written)
    expect(uses()).toEqual([{ accountId: 'sol', keyId: 'k1', firstAt: at('16:05:01'), lastAt: at('16:05:03') }])
  })

  it.effect('is written every minute, and again when the database did not answer', () =>
    Effect.gen(function* () {
      const { kept, counts, end } = yield* started
      counts.recordUse(principal('sol'), at('16:05:01'))
      counts.recordUse(principal('sol'), at('16:05:20'))
      kept.isAway = true
      yield* TestClock.adjust('1 minute')
      counts.recordUse(principal('sol'), at('16:06:10'))
      kept.isAway = false
      yield* TestClock.adjust('1 minute')
      const use = { accountId: 'sol', keyId: 'k1' }
      const written = [{ ...use, firstAt: at('16:05:01'), lastAt: at('16:06:10') }]
      expect(kept.uses).toEqual(written)
      yield* TestClock.adjust('5 minutes')
      counts.recordUse(principal('sol'), at('16:12:00'))
      yield* end
      expect(kept.uses).toEqual([...written, { ...use, firstAt: at('16:12:00'), lastAt: at('16:12:00') }])
    }),
  )
})
