import { Result, type Schema } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Consultation } from '#ports/Sources.ts'
import { strictly } from './StrictJson.ts'

/** Why an answer is refused: not of the contract, about something else, or at odds with itself. */
export type AnswerFault = 'respuesta_ilegible' | 'respuesta_ajena' | 'respuesta_contradictoria'

/** What a provider is asked, and how what it says is understood. */
export interface Question {
  readonly path: string
  readonly body: unknown
  /** What these bytes say; all that they say beside is dropped here. */
  readonly read: (json: Uint8Array) => Result.Result<SourceAnswer, AnswerFault>
}

/** What every answer repeats of the question. */
interface Echo {
  readonly consulta_id: string
  readonly curp?: string
}

/** Reads answers of this form, and accepts those that are to the consultation and about its person. */
export const answerReader = <A extends Echo, I>(form: Schema.Codec<A, I>) => {
  const read = strictly(form)
  return ({ id, subject }: Consultation, json: Uint8Array): Result.Result<A, AnswerFault> =>
    Result.filterOrFail(
      Result.fromOption(read(json), (): AnswerFault => 'respuesta_ilegible'),
      ({ consulta_id, curp = subject.curp }) => consulta_id === id && curp === subject.curp,
      () => 'respuesta_ajena',
    )
}

/** What a source answers that has nothing to say, and will not. */
export const unavailable: { readonly [S in SourceName]: SourceAnswer & { readonly source: S } } = {
  identidad: { source: 'identidad', outcome: { _tag: 'no_disponible' } },
  listas: { source: 'listas', outcome: { _tag: 'no_disponible' } },
  judicial: { source: 'judicial', outcome: { _tag: 'no_disponible' } },
}
