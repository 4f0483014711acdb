import { Option, Result, Schema } from 'effect'
import type { SourceName } from '#domain/evidence/Source.ts'
import { parseBytes } from '#domain/helpers/StrictJson.ts'
import { bodyDepth } from '#domain/Limits.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Consultation } from '#ports/Sources.ts'
import { familiar } from './Familiar.ts'

/** Why an answer is rejected: not in the contract's form, about something else, or contradictory. */
export type AnswerFault = 'respuesta_ilegible' | 'respuesta_ajena' | 'respuesta_contradictoria'

export interface Question {
  readonly path: string
  readonly body: unknown
  /** Parses the bytes. Other content of the answer is dropped. */
  readonly read: (json: Uint8Array) => Result.Result<Reading<SourceAnswer>, AnswerFault>
}

/** What was read of an answer. */
export interface Reading<A> {
  readonly said: A
  /** Whether this release knows all its members and words. The others were ignored. */
  readonly isFamiliar: boolean
}

/** The fields that every answer repeats from the question. */
interface Echo {
  readonly consulta_id: string
  readonly curp?: string
}

/** Parses strict JSON with a closed schema without transformations. */
export const strictly = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownOption(schema, { onExcessProperty: 'error' })
  return (bytes: Uint8Array, prepare = (json: unknown) => json): Option.Option<Reading<A>> =>
    Option.flatMap(parseBytes(bytes, bodyDepth), (json) => {
      const prepared = prepare(json)
      return Option.map(decode(prepared), (said) => ({ said, isFamiliar: prepared === json }))
    })
}

/**
 * Parses answers of this form, and accepts only those for this consultation and person. What this release does not know
 * is left out first.
 */
export const answerReader = <A extends Echo, I>(form: Schema.Codec<A, I>) => {
  const read = strictly(form)
  return ({ id, subject }: Consultation, json: Uint8Array): Result.Result<Reading<A>, AnswerFault> =>
    Result.filterOrFail(
      Result.fromOption(read(json, familiar), (): AnswerFault => 'respuesta_ilegible'),
      ({ said: { consulta_id, curp = subject.curp } }) => consulta_id === id && curp === subject.curp,
      () => 'respuesta_ajena',
    )
}

/** The final answer of a source without findings. */
export const unavailable: { readonly [S in SourceName]: SourceAnswer & { readonly source: S } } = {
  identidad: { source: 'identidad', outcome: { _tag: 'no_disponible' } },
  listas: { source: 'listas', outcome: { _tag: 'no_disponible' } },
  judicial: { source: 'judicial', outcome: { _tag: 'no_disponible' } },
}
