import { Effect, Layer, Option } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { Audit, type AuditHead } from '#ports/Audit.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import * as AuditMetrics from '#src/observability/AuditMetrics.ts'

it('the number of the last entry of the audit is told, and as unknown without the database', async () => {
  let head: Effect.Effect<Option.Option<AuditHead>, StorageUnavailable> = Effect.succeed(Option.none())
  const audit = Layer.mock(Audit, { head: Effect.suspend(() => head) })
  const told = Effect.map(
    PrometheusMetrics.format(),
    (text) => /^cotejo_audit_entries\{scope="service"\} (.*)$/m.exec(text)?.[1],
  )
  const looked = Effect.gen(function* () {
    yield* Layer.build(AuditMetrics.layer)
    yield* TestClock.adjust('1 second')
    expect(yield* told).toBe('0')
    head = Effect.succeedSome({ sequence: 42, digest: 'a'.repeat(64) })
    yield* TestClock.adjust('10 seconds')
    expect(yield* told).toBe('42')
    head = Effect.fail(new StorageUnavailable({ reason: 'away' }))
    yield* TestClock.adjust('10 seconds')
    expect(yield* told).toBe('NaN')
  })
  await Effect.runPromise(Effect.provide(Effect.scoped(looked), [audit, TestClock.layer()]))
})
