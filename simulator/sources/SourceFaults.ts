import { Context, DateTime, Effect, Layer } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import { type SourceName, sourceNames } from '#domain/evidence/Source.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import { type Reply, Sources } from '#ports/Sources.ts'

/** What the sources are: findings at once, or providers that the adapters of production ask. */
export const sourceChoices = ['fixtures', 'providers'] as const
export type SourceChoice = (typeof sourceChoices)[number]

/** Down, hanging, slow, or answering garbage. */
export const faultNames = ['caida', 'colgada', 'lenta', 'basura'] as const
/** Faults of a provider only: it answers a byte at a time, without end, or about another person. */
export const providerFaultNames = ['goteo', 'enorme', 'otra_persona'] as const
export const everyFaultName = [...faultNames, ...providerFaultNames] as const
export type Fault = (typeof everyFaultName)[number]

/** A slow source takes this much longer, in simulated time. */
export const slowness = { minutes: 3 }
/** A hanging source is asked again after this long, by when the verification is over. */
const never = { days: 1 }

/** Faults that the levers put on the sources. */
export class SourceFaults extends Context.Service<
  SourceFaults,
  {
    readonly all: Effect.Effect<ReadonlyArray<{ readonly source: SourceName; readonly fault: Fault | null }>>
    readonly put: (source: SourceName, fault: Fault | null) => Effect.Effect<void>
    readonly reset: Effect.Effect<void>
    readonly save: Save
    /** The fault under which a source is now. */
    readonly of: (source: SourceName) => Fault | null
    /** The faults that a source can have. The lists are our own: no provider answers for them. */
    readonly offered: (source: SourceName) => ReadonlyArray<Fault>
  }
>()('cotejo/simulator/SourceFaults') {
  static readonly layer = (choice: SourceChoice) =>
    Layer.sync(SourceFaults, () => {
      const { get: faults, reset, save } = makeCell(() => new Map<SourceName, Fault>())
      const of = (source: SourceName) => faults().get(source) ?? null
      return SourceFaults.of({
        offered: (source) => (choice === 'fixtures' || source === 'listas' ? faultNames : everyFaultName),
        all: Effect.sync(() => sourceNames.map((source) => ({ source, fault: of(source) }))),
        put: (source, fault) =>
          Effect.sync(() => {
            if (fault === null) faults().delete(source)
            else faults().set(source, fault)
          }),
        reset,
        save,
        of,
      })
    })
}

const unavailable = (source: SourceName): Reply => {
  const answers: { readonly [S in SourceName]: SourceAnswer } = {
    identidad: { source: 'identidad', outcome: { _tag: 'no_disponible' } },
    listas: { source: 'listas', outcome: { _tag: 'no_disponible' } },
    judicial: { source: 'judicial', outcome: { _tag: 'no_disponible' } },
  }
  return { _tag: 'Answered', answer: answers[source] }
}

/** The sources behind the faults. */
export const faultySources = Layer.effect(
  Sources,
  Effect.gen(function* () {
    const { consult } = yield* Sources
    const faults = yield* SourceFaults
    return Sources.of({
      consult: (consultation) => {
        const { source, startedAt, now } = consultation
        switch (faults.of(source)) {
          case null:
            return consult(consultation)
          case 'colgada':
            return Effect.succeed({ _tag: 'NotYet', readyAt: DateTime.add(now, never) })
          case 'lenta':
            return consult({ ...consultation, startedAt: DateTime.add(startedAt, slowness) })
          case 'basura':
            return Effect.map(consult(consultation), (reply) =>
              reply._tag === 'Answered' ? unavailable(source) : reply,
            )
          // Down; no fault of providers is offered here.
          default:
            return Effect.succeed(unavailable(source))
        }
      },
    })
  }),
)
