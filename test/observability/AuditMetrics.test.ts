import { Effect, Layer, Option } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { expect, it } from 'vitest'
import { Audit, type AuditHead } from '#ports/Audit.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import * as AuditMetrics from '#src/observability/AuditMetrics.ts'

it('the last entry of the audit is told with what its digest begins with, and as unknown without the database', async () => {
  let head: Effect.Effect<Option.Option<AuditHead>, StorageUnavailable> = Effect.succeed(Option.none())
  const audit = Layer.mock(Audit, { head: Effect.suspend(() => head) })
  const told = Effect.map(PrometheusMetrics.format(), (text) =>
    ['entries', 'head'].map(
      (name) => new RegExp(`^cotejo_audit_${name}\\{scope="service"\\} (.*)$`, 'm').exec(text)?.[1],
    ),
  )
  const looked = Effect.gen(function* () {
    yield* Layer.build(AuditMetrics.layer)
    yield* TestClock.adjust('1 second')
    expect(yield* told).toEqual(['0', '0'])
    head = Effect.succeedSome({ sequence: 42, digest: `0000000000ff${'a'.repeat(52)}` })
    yield* TestClock.adjust('10 seconds')
    expect(yield* told).toEqual(['42', '255'])
    head = Effect.fail(new StorageUnavailable({ reason: 'away' }))
    yield* TestClock.adjust('10 seconds')
    expect(yield* told).toEqual(['NaN', 'NaN'])
  })
  await Effect.runPromise(Effect.provide(Effect.scoped(looked), [audit, TestClock.layer()]))
})
