import { Option, Schema } from 'effect'
import type { FoundKey } from '#adapters/postgres/DataKeys.ts'
import type { Standing } from '#ports/Verifications.ts'
import { Bytes, OptionalText } from './Columns.ts'
import { documentContext, VerificationRow, verificationOf } from './Rows.ts'

/** A verification that was not retired, as readers need it: `under_way` as long as it is, and then its document. */
export const StandingRow = Schema.Struct({
  verification_id: Schema.String,
  under_way: Schema.NullOr(VerificationRow),
  document: Schema.NullOr(Bytes),
  document_key: OptionalText,
})
export type StandingRow = typeof StandingRow.Type

/** The columns of a row that tell it, as SQL. */
const underWayColumns = Object.keys(VerificationRow.fields).map((column) => `'${column}', ${column}`)
export const standingColumns = `verification_id, document_key, document,
  CASE WHEN state = 'en_proceso' THEN jsonb_build_object(${underWayColumns.join(', ')}) END AS under_way`

/** The keys that the documents of rows are sealed with. */
export const documentKeys = (rows: ReadonlyArray<StandingRow>): ReadonlyArray<string> =>
  rows.flatMap(({ document_key }) => document_key ?? [])

/** How a row stands; none where it was retired meanwhile, and its key destroyed. */
export const standingOf = (
  accountId: string,
  { verification_id: id, under_way, document, document_key }: StandingRow,
  keyNamed: (name: string) => FoundKey,
): Option.Option<Standing> | 'Unreadable' => {
  if (under_way !== null) return Option.some({ _tag: 'UnderWay', verification: verificationOf(under_way) })
  if (document === null || document_key === null) return Option.some({ _tag: 'Ended', id, document: null })
  const key = keyNamed(document_key)
  if (key === 'destroyed') return Option.none()
  const opened = key === 'unreadable' ? Option.none() : key.open(document, documentContext(accountId, id))
  return Option.isSome(opened) ? Option.some({ _tag: 'Ended', id, document: opened.value }) : 'Unreadable'
}
