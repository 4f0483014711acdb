import { describe, expect, it } from '@effect/vitest'
import { DateTime, Duration, Effect, Layer } from 'effect'
import { Time } from '#ports/Time.ts'
import { Recorder } from '#simulator/recording/Recorder.ts'
import { standIn } from '#simulator/recording/Step.ts'
import { validBody } from '#tools/service/sandbox.ts'

const at = DateTime.makeUnsafe('2026-03-01T12:00:00.000Z')
const stopped = Layer.succeed(
  Time,
  Time.of({ now: Effect.succeed(at), realTimeUntil: () => Effect.succeed(Duration.zero) }),
)
const recorder = Layer.provide(Recorder.layer('seed', []), stopped)

describe('the recording of a world', () => {
  it.effect('keeps 2,000 steps, and of those beyond nothing: neither a step, nor who stands for whom', () =>
    Effect.gen(function* () {
      const { requested, recorded, reset } = yield* Recorder
      let bodiesRead = 0
      const ask = () => {
        const body = {
          ...validBody(),
          get solicitante() {
            bodiesRead += 1
            return { curp: 'LIMP900101HDFRRS03' }
          },
        }
        requested(at, 'demo-consumo', body, 200, { verificacion_id: 'x' })
      }
      for (let step = 0; step < 2_000; step++) ask()
      expect(recorded()?.steps).toHaveLength(2_000)
      const readBefore = bodiesRead
      ask()
      expect(recorded()).toBeNull()
      expect(bodiesRead).toBe(readBefore)
      yield* reset
      ask()
      expect(recorded()?.steps).toHaveLength(1)
    }).pipe(Effect.provide(recorder)),
  )

  it.effect('tells the texts of two consents apart, and shows neither', () =>
    Effect.gen(function* () {
      const { requested, recorded } = yield* Recorder
      const body = validBody()
      for (const evidencia_id of ['Guadalupe 1', 'Guadalupe 2', 'Guadalupe 1']) {
        const consentimiento = { ...Object(body['consentimiento']), evidencia_id }
        requested(at, 'demo-consumo', { ...body, consentimiento }, 409, null)
      }
      const [first, second, third] = (recorded()?.steps ?? []).map((step) => JSON.stringify(step.body))
      expect(first).not.toBe(second)
      expect(third).toBe(first)
      expect(first).not.toContain('Guadalupe')
    }).pipe(Effect.provide(recorder)),
  )

  it('has somebody else in place of each person, of the same scenario', () => {
    const names = Array.from({ length: 2_000 }, (_, number) => standIn('MARC900101HDFRRS05', number))
    expect(new Set(names).size).toBe(2_000)
    expect(names.every((one) => one.startsWith('MARC'))).toBe(true)
  })
})
