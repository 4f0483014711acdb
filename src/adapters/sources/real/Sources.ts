import { Effect, Layer } from 'effect'
import { secureContextOf } from '#adapters/egress/Tls.ts'
import { Clearances } from '#ports/Clearances.ts'
import { Screening } from '#ports/Screening.ts'
import { Sources } from '#ports/Sources.ts'
import { clearingLawsuits } from './ClearedLawsuits.ts'
import { identityQuestion } from './Identity.ts'
import { judicialQuestion } from './Judicial.ts'
import { consultLists } from './Lists.ts'
import { type CallSettings, type ProviderSettings, provider } from './Provider.ts'
import { unavailable } from './Question.ts'

export interface RealSourcesSettings extends CallSettings {
  readonly identidad: ProviderSettings
  readonly judicial: ProviderSettings
  readonly tls: {
    /** PEM certificates of authorities to trust in addition to Node's. */
    readonly authorities: ReadonlyArray<string>
    /** Our client certificate for mutual TLS; null if none. */
    readonly own: { readonly cert: string; readonly key: string } | null
  }
}

/**
 * The production sources: two providers behind the contract, and our own screening against the lists. Courts and lists
 * are searched by the registry's name, so without it they are not searched.
 */
export const layer = ({ identidad, judicial, tls, ...calls }: RealSourcesSettings) =>
  Layer.effect(
    Sources,
    Effect.gen(function* () {
      const screening = yield* Screening
      const cleared = clearingLawsuits(yield* Clearances)
      const secureContext = secureContextOf(tls.authorities, tls.own)
      const askIdentity = yield* provider('identidad', identidad, secureContext, calls)
      const askJudicial = yield* provider('judicial', judicial, secureContext, calls)

      return Sources.of({
        consult: (consultation) => {
          const { source, registeredName } = consultation
          switch (source) {
            case 'identidad':
              return askIdentity(consultation, identityQuestion(consultation))
            case 'listas':
              return consultLists(screening, consultation)
            case 'judicial':
              return registeredName === null
                ? Effect.succeed({ _tag: 'Answered', answer: unavailable[source], result: 'sin_nombre' })
                : Effect.flatMap(askJudicial(consultation, judicialQuestion(consultation, registeredName)), (reply) =>
                    cleared(consultation, reply),
                  )
          }
        },
      })
    }),
  )
