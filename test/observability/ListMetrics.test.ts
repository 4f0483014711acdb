import { Duration, Effect, Layer } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { expect, it } from 'vitest'
import * as MemoryLists from '#adapters/memory/Lists.ts'
import { Time } from '#ports/Time.ts'
import * as ListMetrics from '#src/observability/ListMetrics.ts'
import { entryOf } from '#test/adapters/lists/labelled/Pair.ts'
import { importing, today } from '#test/support/lists.ts'

const time = Layer.succeed(Time, { now: Effect.succeed(today), realTimeUntil: () => Effect.succeed(Duration.zero) })

it('the metrics tell how old each list is, and how many people it has', async () => {
  const told = Effect.gen(function* () {
    yield* importing('vigilancia', [entryOf('PAZ LUNA, Ana')], { cutOff: '2026-02-27' })
    return yield* Effect.scoped(
      Effect.gen(function* () {
        yield* Layer.build(ListMetrics.layer)
        return yield* Effect.repeat(Effect.andThen(Effect.yieldNow, PrometheusMetrics.format()), {
          until: (text) => text.includes('cotejo_list_entries{'),
          times: 1_000,
        })
      }),
    )
  })
  const text = await Effect.runPromise(Effect.provide(told, [MemoryLists.layer, time]))
  expect(text).toContain(`cotejo_list_age_seconds{list="vigilancia"} ${2.5 * 86_400}`)
  expect(text).toContain('cotejo_list_entries{list="vigilancia"} 1')
})
