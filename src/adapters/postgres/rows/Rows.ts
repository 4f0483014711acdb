import { DateTime, Schema } from 'effect'
import { Evidence } from '#domain/evidence/Findings.ts'
import { RegisteredName } from '#domain/person/RegisteredName.ts'
import type { Subject } from '#domain/person/Subject.ts'
import { begin, type InProgress, type Verification } from '#domain/verification/Verification.ts'
import type { SealContext } from '#ports/Secrets.ts'

/** How verifications stand in the tables, and what they mean there. */

/** A row of `verifications` that was not retired, as `to_jsonb` gives it. */
export const VerificationRow = Schema.Struct({
  account_id: Schema.String,
  verification_id: Schema.String,
  request_id: Schema.String,
  fingerprint: Schema.String,
  data_key: Schema.String,
  consent_id: Schema.String,
  consent_granted_at: Schema.DateTimeUtcFromString,
  mode: Schema.Literals(['consumo', 'connect']),
  price_centavos: Schema.Int,
  payment_intent_id: Schema.NullOr(Schema.String),
  channel: Schema.Literals(['api', 'mcp']),
  created_at: Schema.DateTimeUtcFromString,
  deadline: Schema.DateTimeUtcFromString,
})
export type VerificationRow = typeof VerificationRow.Type

/** The verification of a row that is `en_proceso`. How far the work has come is sealed beside it. */
export const verificationOf = (row: VerificationRow): Verification & { readonly state: InProgress } => ({
  id: row.verification_id,
  accountId: row.account_id,
  requestId: row.request_id,
  consent: { id: row.consent_id, grantedAt: row.consent_granted_at },
  terms: { mode: row.mode, priceCentavos: row.price_centavos, paymentIntentId: row.payment_intent_id },
  channel: row.channel,
  createdAt: row.created_at,
  deadline: row.deadline,
  state: begin(row.created_at),
})

const nullableText = Schema.NullOr(Schema.String)

/** What is sealed while a verification is under way: the applicant, and what the sources said so far. */
const Sealed = Schema.fromJsonString(
  Schema.Struct({
    subject: Schema.Struct({
      curp: Schema.String,
      nombre: nullableText,
      apellidoPaterno: nullableText,
      apellidoMaterno: nullableText,
    }),
    identityOpenedAt: Schema.DateTimeUtcFromString,
    othersOpenedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
    registeredName: Schema.NullOr(RegisteredName),
    evidence: Evidence,
  }),
)

/** The day whose keys a verification is stored with, as 2026-11-22: that of its creation, in UTC. */
export const dayOf = ({ createdAt }: Pick<Verification, 'createdAt'>): string => DateTime.formatIsoDateUtc(createdAt)

/** Where the sealed text of a verification stands. */
export const sealContext = (accountId: string, verificationId: string): SealContext => ({
  accountId,
  verificationId,
  column: 'sealed',
})

/** Where the document of one that ended stands. */
export const documentContext = (accountId: string, verificationId: string): SealContext => ({
  accountId,
  verificationId,
  column: 'document',
})

/** Where that stands which a recommendation came from. */
export const basisContext = (accountId: string, verificationId: string): SealContext => ({
  accountId,
  verificationId,
  column: 'basis',
})

/** Where the proof of the consent stands. */
export const consentContext = (accountId: string, verificationId: string): SealContext => ({
  accountId,
  verificationId,
  column: 'consent_proof',
})

/** Where a signing secret of an account stands. It keeps its seal when it becomes the one that signs. */
export const signingSecretContext = (accountId: string): SealContext => ({
  accountId,
  verificationId: null,
  column: 'signing_secret',
})

/** Where a data key stands. */
export const dataKeyContext = (name: string): SealContext => ({
  accountId: null,
  verificationId: null,
  column: `data_key ${name}`,
})

/** Where the processor's key of an account stands: beside who is paid with it, who can be changed with the key alone. */
export const processorKeyContext = (accountId: string, destination: string): SealContext => ({
  accountId,
  verificationId: null,
  column: `processor_key ${destination}`,
})

export const decodeSealed = Schema.decodeUnknownOption(Sealed)

/** The plaintext of `verification_work.sealed`. */
export const sealedText = (subject: Subject, state: InProgress): string =>
  JSON.stringify({
    subject,
    identityOpenedAt: DateTime.formatIso(state.identityOpenedAt),
    othersOpenedAt: state.othersOpenedAt && DateTime.formatIso(state.othersOpenedAt),
    registeredName: state.registeredName,
    evidence: state.evidence,
  })
