import { DateTime, Effect, Option } from 'effect'
import { Time } from '#ports/Time.ts'
import type { Pulso } from '#simulator/console/Frames.ts'
import { InjectedErrors } from '#simulator/http/InjectedErrors.ts'
import { Processor } from '#simulator/processor/Processor.ts'
import { SourceFaults } from '#simulator/sources/SourceFaults.ts'
import { SimulatedTime } from '#simulator/time/SimulatedTime.ts'
import { TimeTravel } from '#simulator/time/TimeTravel.ts'
import { auditor } from './Audit.ts'

/** How the clock, the books and the levers stand. */
export const pulse = Effect.gen(function* () {
  const time = yield* Time
  const { speed, frozen } = yield* SimulatedTime
  const { nextDueAt } = yield* TimeTravel
  const faults = yield* SourceFaults
  const errors = yield* InjectedErrors
  const processor = yield* Processor
  const audit = yield* auditor

  return Effect.gen(function* () {
    const findings = yield* audit
    const next = yield* nextDueAt
    const sources = yield* faults.all
    const reading: Pulso = {
      ...findings,
      siguiente_en: Option.getOrNull(Option.map(next, DateTime.formatIso)),
      fuentes: sources.map(({ source, fault }) => ({ fuente: source, falla: fault, posibles: faults.offered(source) })),
      fallos: errors.pending(),
      procesador: processor.faults
        .pending()
        .map(({ call, fault, left }) => ({ llamada: call, falla: fault, veces: left })),
      velocidad: yield* speed,
      congelado: yield* frozen,
      ahora: DateTime.formatIso(yield* time.now),
    }
    return reading
  })
})
