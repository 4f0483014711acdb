import { Context, Effect, Layer } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import { type JudicialReport, scenarioOf } from '#adapters/sources/sandbox/Scenarios.ts'
import { withoutName } from '#adapters/sources/sandbox/Sources.ts'
import type { IdentityFindings, ListFindings } from '#domain/evidence/Findings.ts'
import { meaningsOf } from '#domain/evidence/Lawsuits.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import { type Consultation, Sources } from '#ports/Sources.ts'
import { type Fault, SourceFaults } from './SourceFaults.ts'

type Known = Extract<IdentityFindings, { readonly _tag: 'existe' }>

/** What `identidad` is to say. Without `nombre` it agrees with the names that were given. */
type ScriptedIdentity =
  | 'no_existe'
  | 'falla'
  | (Omit<Known, '_tag' | 'nombre'> & { readonly nombre?: Known['nombre'] | null | undefined })

/** The findings that the sources must return for one CURP. A field that is omitted follows the CURP's scenario. */
export interface Script {
  readonly identidad?: ScriptedIdentity
  readonly listas?: ListFindings | 'falla'
  readonly judicial?: JudicialReport | 'falla'
}

/** A change of a script: null takes a source's part back. */
export type ScriptChange = { readonly [S in keyof Script]?: Script[S] | null | undefined }

/** How many CURPs may be scripted; of more, the oldest are forgotten. */
const capacity = 10_000

/** What the levers have the sources answer, CURP by CURP. */
export class ScriptedFindings extends Context.Service<
  ScriptedFindings,
  {
    /** Changes the findings for a CURP, and returns the resulting ones. */
    readonly put: (curp: string, change: ScriptChange) => Effect.Effect<Required<Script>>
    readonly of: (curp: string) => Script
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/sources/ScriptedFindings') {
  static readonly layer = Layer.sync(ScriptedFindings, () => {
    const { get: scripts, reset, save } = makeCell(() => new Map<string, Script>())
    return ScriptedFindings.of({
      put: (curp, change) =>
        Effect.sync(() => {
          const merged = Object.entries({ ...scripts().get(curp), ...change })
          const script: Script = Object.fromEntries(merged.filter(([, said]) => said !== null && said !== undefined))
          scripts().delete(curp)
          const [oldest] = scripts().keys()
          if (scripts().size >= capacity && oldest !== undefined) scripts().delete(oldest)
          if (Object.keys(script).length > 0) scripts().set(curp, script)
          return { ...asTheScenarioSays(curp), ...script }
        }),
      of: (curp) => scripts().get(curp) ?? {},
      reset,
      save,
    })
  })
}

const asTheScenarioSays = (curp: string): Required<Script> => {
  const { identidad, listas, judicial } = scenarioOf(curp)
  if (identidad === 'falla') return { identidad, listas, judicial }
  if (identidad._tag === 'no_existe') return { identidad: 'no_existe', listas, judicial }
  const { _tag, ...known } = identidad
  return { identidad: known, listas, judicial }
}

const unavailable = { _tag: 'no_disponible' } as const
const consulted = <F>(findings: F) => ({ _tag: 'consultada', findings }) as const

const identityFindings = (script: Exclude<ScriptedIdentity, 'falla'>, subject: Subject): IdentityFindings =>
  script === 'no_existe'
    ? { _tag: 'no_existe' }
    : withoutName({ _tag: 'existe', ...script, nombre: script.nombre ?? 'coincide' }, subject)

/** The answer of a source with what was scripted in its place. */
export const scripted = (
  answer: SourceAnswer,
  { identidad, listas, judicial }: Script,
  { subject, now }: Pick<Consultation, 'subject' | 'now'>,
): SourceAnswer => {
  switch (answer.source) {
    case 'identidad':
      if (identidad === undefined) return answer
      return {
        ...answer,
        outcome: identidad === 'falla' ? unavailable : consulted(identityFindings(identidad, subject)),
      }
    case 'listas':
      if (listas === undefined) return answer
      return { ...answer, outcome: listas === 'falla' ? unavailable : consulted(listas) }
    case 'judicial':
      if (judicial === undefined) return answer
      return {
        ...answer,
        outcome: judicial === 'falla' ? unavailable : consulted({ juicios: meaningsOf(judicial.juicios, now) }),
      }
  }
}

/** A source that is broken does not say what it was to say; a slow one says it late. */
const speaks = (fault: Fault | null): boolean => fault === null || fault === 'lenta'

/** The sources, each saying of a CURP what was scripted for it. */
export const scriptedSources = Layer.effect(
  Sources,
  Effect.gen(function* () {
    const { consult } = yield* Sources
    const scripts = yield* ScriptedFindings
    const faults = yield* SourceFaults
    return Sources.of({
      consult: (consultation: Consultation) =>
        Effect.map(consult(consultation), (reply) =>
          reply._tag === 'Answered' && speaks(faults.of(consultation.source))
            ? {
                ...reply,
                answer: scripted(reply.answer, scripts.of(consultation.subject.curp), consultation),
              }
            : reply,
        ),
    })
  }),
)
