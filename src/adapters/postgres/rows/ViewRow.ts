import { Option, Schema } from 'effect'
import type { FoundKey } from '#adapters/postgres/rows/FoundKey.ts'
import type { InProgressView, VerificationView } from '#domain/verification/Verification.ts'
import { Bytes, OptionalText } from './Columns.ts'
import { documentContext, VerificationRow } from './Rows.ts'

const { verification_id, request_id, consent_id, mode, created_at } = VerificationRow.fields

/** The end of a verification: its document, sealed by the key with this name. */
const Ending = { verification_id, document: Schema.NullOr(Bytes), document_key: OptionalText }

/** A verification that is not retired, with what readers need: its fields while in progress, then its document. */
export const ViewRow = Schema.Struct({
  ...Ending,
  request_id,
  consent_id,
  mode,
  created_at,
  is_under_way: Schema.Boolean,
})
type ViewRow = typeof ViewRow.Type

export const viewColumns = `verification_id, request_id, consent_id, mode, created_at, state = 'en_proceso' AS is_under_way,
  document_key, document`

const ShownRow = Schema.Struct({
  ...{ verification_id, request_id, consent_id, mode },
  created_at: Schema.DateTimeUtcFromString,
})

/** The same row as the function `admit` returns it: the fields in one value, which is null after the end. */
export const EarlierFields = { ...Ending, under_way: Schema.NullOr(ShownRow) }
const shownColumns = Object.keys(ShownRow.fields).map((column) => `'${column}', ${column}`)
export const earlierColumns = `verification_id, document_key, document,
  CASE WHEN state = 'en_proceso' THEN jsonb_build_object(${shownColumns.join(', ')}) END AS under_way`

const inProgressOf = (row: typeof ShownRow.Type): InProgressView => ({
  _tag: 'InProgress',
  id: row.verification_id,
  requestId: row.request_id,
  consentId: row.consent_id,
  mode: row.mode,
  createdAt: row.created_at,
})

export const documentKeys = (rows: ReadonlyArray<Pick<ViewRow, 'document_key'>>): ReadonlyArray<string> =>
  rows.flatMap(({ document_key }) => document_key ?? [])

type EndingRow = Pick<ViewRow, keyof typeof Ending>

/** An ended verification. `None` if it was retired meanwhile and its key is destroyed. */
const endedOf = (
  accountId: string,
  { verification_id: id, document, document_key }: EndingRow,
  keyNamed: (name: string) => FoundKey,
): Option.Option<VerificationView> | 'Unreadable' => {
  if (document === null || document_key === null) return Option.some({ _tag: 'Ended', id, document: null })
  const key = keyNamed(document_key)
  if (key === 'destroyed') return Option.none()
  const opened = key === 'unreadable' ? Option.none() : key.open(document, documentContext(accountId, id))
  return Option.isSome(opened) ? Option.some({ _tag: 'Ended', id, document: opened.value }) : 'Unreadable'
}

/** @param underWay the fields to show while it is in progress; null after the end */
export const viewOf = (
  accountId: string,
  row: EndingRow,
  underWay: typeof ShownRow.Type | null,
  keyNamed: (name: string) => FoundKey,
): Option.Option<VerificationView> | 'Unreadable' =>
  underWay === null ? endedOf(accountId, row, keyNamed) : Option.some(inProgressOf(underWay))
