import { Effect, Layer } from 'effect'
import { type Clearable, clearanceText } from '#domain/screening/Clearance.ts'
import { Clearances } from '#ports/Clearances.ts'
import { Secrets } from '#ports/Secrets.ts'
import { MemoryDatabase } from './MemoryDatabase.ts'

export const layer = Layer.effect(
  Clearances,
  Effect.gen(function* () {
    const { tables } = yield* MemoryDatabase
    const { digestClearance } = yield* Secrets
    const digestOf = (curp: string, of: Clearable) => digestClearance(clearanceText(curp, of))
    return Clearances.of({
      areRecorded: (curp, findings) =>
        Effect.sync(() => findings.map((one) => tables().clearances.has(digestOf(curp, one)))),
      record: (curp, of, at) =>
        Effect.sync(() => {
          const { clearances } = tables()
          const digest = digestOf(curp, of)
          if (clearances.has(digest)) return false
          clearances.set(digest, at)
          return true
        }),
      withdraw: (curp, of) => Effect.sync(() => tables().clearances.delete(digestOf(curp, of))),
    })
  }),
)
