import { DateTime, Schema } from 'effect'
import { Evidence } from '#domain/evidence/Findings.ts'
import { RegisteredName, type Subject } from '#domain/person/Subject.ts'
import { begin, type InProgress, type Verification } from '#domain/verification/Verification.ts'
import type { SealContext } from '#ports/Secrets.ts'
import { Instant } from './Columns.ts'

/** A row of `verifications` that is not retired. */
export const VerificationRow = Schema.Struct({
  account_id: Schema.String,
  verification_id: Schema.String,
  request_id: Schema.String,
  consent_id: Schema.String,
  consent_granted_at: Instant,
  mode: Schema.Literals(['consumo', 'connect']),
  price_centavos: Schema.Int,
  payment_intent_id: Schema.NullOr(Schema.String),
  channel: Schema.Literals(['api', 'mcp']),
  created_at: Instant,
  deadline: Instant,
})
export type VerificationRow = typeof VerificationRow.Type

/** A verification `en_proceso`. Its progress is stored separately, sealed. */
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

/** The sealed data of a verification in progress: the applicant, and the answers of the sources so far. */
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

/** The UTC day of creation, as 2026-11-22. Its keys encrypt the verification. */
export const dayOf = ({ createdAt }: Pick<Verification, 'createdAt'>): string => DateTime.formatIsoDateUtc(createdAt)

export const sealContext = (accountId: string, verificationId: string): SealContext => ({
  accountId,
  verificationId,
  column: 'sealed',
})

export const documentContext = (accountId: string, verificationId: string): SealContext => ({
  accountId,
  verificationId,
  column: 'document',
})

export const basisContext = (accountId: string, verificationId: string): SealContext => ({
  accountId,
  verificationId,
  column: 'basis',
})

export const consentContext = (accountId: string, verificationId: string): SealContext => ({
  accountId,
  verificationId,
  column: 'consent_proof',
})

/** The context of a signing secret. It does not include the role, so that activating a secret keeps its seal. */
export const signingSecretContext = (accountId: string): SealContext => ({
  accountId,
  verificationId: null,
  column: 'signing_secret',
})

export const dataKeyContext = (name: string): SealContext => ({
  accountId: null,
  verificationId: null,
  column: `data_key ${name}`,
})

/**
 * The context of an account's processor key. It includes the destination, so that a changed destination makes the key
 * unreadable.
 */
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
