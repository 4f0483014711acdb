import { type DateTime, Effect, Option, Schema, SchemaGetter, SchemaIssue } from 'effect'
import { AttemptFailure, scheduledAttempts } from '#domain/delivery/Delivery.ts'
import { inconclusiveReasons } from '#domain/verification/Verification.ts'
import { decodeNote } from './AccountNote.ts'

/**
 * The part of a world's file that the service stores, the same for every storage: rows of the tables in Postgres, in
 * order. Personal data and secrets are sealed with the keys of every simulator. Leases, the audit and the notes about
 * sources are left out.
 */

const isStorable = (found: string): boolean => !found.includes('\0') && found.isWellFormed()
const isAccountNote = (found: string): boolean => Option.isSome(decodeNote(found))
const text = Schema.String.check(Schema.makeFilter(isStorable))
const bytes = Schema.String.check(Schema.isPattern(/^\\x(?:[0-9a-f]{2})*$/)).pipe(
  Schema.decodeTo(Schema.Uint8Array, {
    decode: SchemaGetter.transform((hex) => new Uint8Array(Buffer.from(hex.slice(2), 'hex'))),
    encode: SchemaGetter.transform((found) => `\\x${Buffer.from(found).toString('hex')}`),
  }),
)
const upTo = (most: number) => Schema.Natural.check(Schema.isLessThanOrEqualTo(most))
/** Leaves room for what is counted later. */
const count = upTo(1_000_000_000)
const limit = count.check(Schema.isGreaterThanOrEqualTo(1))
const centavos = Schema.Natural
/** Years that every storage can hold. */
const isInRange = (found: DateTime.Utc): boolean =>
  found.epochMilliseconds >= 0 && found.epochMilliseconds < Date.UTC(10_000, 0)
const instant = Schema.DateTimeUtcFromString.check(Schema.makeFilter(isInRange))
const [maybeText, maybeInstant, maybeBytes] = [Schema.NullOr(text), Schema.NullOr(instant), Schema.NullOr(bytes)]
const mode = Schema.Literals(['consumo', 'connect'])

const ofAccount = { accountId: text }
const ofKey = { accountId: text, keyId: text }
const ofVerification = { accountId: text, verificationId: text }

const rows = <Fields extends Schema.Struct.Fields>(
  fields: Fields,
  isConsistent: (row: Schema.Struct<Fields>['Type']) => boolean = () => true,
) => Schema.Array(Schema.Struct(fields).check(Schema.makeFilter(isConsistent)))

interface End
  extends Readonly<Record<'resolvedAt' | 'retiredAt' | 'reason' | 'documentKey' | 'document' | 'basis', unknown>> {
  readonly state: 'en_proceso' | 'emitida' | 'no_concluyente'
}

/** Whether a verification has what its state says, and nothing else. A removed one has lost its content. */
const hasItsEnd = ({ state, resolvedAt, retiredAt, reason, documentKey, document, basis }: End): boolean => {
  const isKept = state !== 'en_proceso' && retiredAt === null
  return (
    (state !== 'en_proceso' || retiredAt === null) &&
    (resolvedAt !== null) === (state !== 'en_proceso') &&
    (document !== null) === isKept &&
    (documentKey !== null) === isKept &&
    (basis !== null) === (isKept && state === 'emitida') &&
    (reason !== null) === (isKept && state === 'no_concluyente')
  )
}

export const WorldTables = Schema.Struct({
  accounts: rows(
    {
      ...{ ...ofAccount, mode, status: Schema.Literals(['activa', 'suspendida']), priceCentavos: centavos },
      ...{ requestsPerMinute: limit, monthlyQuota: Schema.NullOr(limit), settledCentavos: centavos },
      ...{ heldCentavos: centavos, quotaMonth: text, quotaUsed: count, earlierQuotaMonth: text },
      ...{ earlierQuotaUsed: count, openedAt: instant },
    },
    ({ heldCentavos, settledCentavos }) => heldCentavos <= settledCentavos,
  ),
  apiKeys: rows({
    ...{ ...ofKey, digest: text, issuedAt: instant, expiresAt: maybeInstant, revokedAt: maybeInstant },
    ...{ rateAt: Schema.Array(Schema.Union([Schema.Literal('-infinity'), instant])), rateCounted: Schema.Array(count) },
  }),
  apiKeyUses: rows({ ...ofKey, firstAt: instant, lastAt: instant }),
  signingSecrets: rows({
    ...{ ...ofAccount, role: Schema.Literals(['actual', 'siguiente']), keyId: text, sealed: bytes, issuedAt: instant },
  }),
  processorAccounts: rows({ ...ofAccount, destination: text, keyId: text, sealed: bytes }),
  dataKeys: rows({
    ...{ name: text, purpose: Schema.Literals(['record', 'applicant']), day: text, keyId: text, sealed: bytes },
  }),
  verifications: rows(
    {
      ...{ ...ofVerification, requestId: text, fingerprint: maybeText, dataKey: maybeText, consentId: maybeText },
      ...{ consentGrantedAt: maybeInstant, consentProof: maybeBytes, mode, priceCentavos: centavos },
      ...{ paymentIntentId: maybeText, channel: Schema.Literals(['api', 'mcp']), webhookUrl: maybeText },
      ...{ propertyId: maybeText, traceparent: maybeText, createdAt: instant, deadline: instant },
      ...{ state: Schema.Literals(['en_proceso', 'emitida', 'no_concluyente']), resolvedAt: maybeInstant },
      ...{ reason: Schema.NullOr(Schema.Literals(inconclusiveReasons)), documentKey: maybeText, document: maybeBytes },
      ...{ basis: maybeBytes, retiredAt: maybeInstant },
    },
    hasItsEnd,
  ),
  verificationWork: rows({ ...ofVerification, dueAt: instant, dataKey: text, sealed: bytes }),
  paymentClaims: rows({ ...ofVerification, paymentIntentId: text }),
  ledgerEntries: rows({
    ...{ ...ofAccount, kind: Schema.Literals(['abono', 'cargo', 'devolucion', 'ajuste']), debit: text, credit: text },
    ...{ amountCentavos: centavos, verificationId: maybeText, reference: maybeText, reason: maybeText },
    recordedAt: instant,
  }),
  deliveries: rows({
    ...{ ...ofVerification, eventId: text, url: text, host: text, attempts: upTo(scheduledAttempts), sent: count },
    ...{ state: Schema.Literals(['pendiente', 'entregada', 'agotada']), dueAt: maybeInstant, resendAt: maybeInstant },
  }),
  deliveryAttempts: rows({
    ...{ ...ofVerification, number: count, kind: Schema.Literals(['programado', 'reenvio']), startedAt: instant },
    ...{ tookMs: count, status: Schema.NullOr(count), failure: Schema.NullOr(AttemptFailure) },
  }),
  transfers: rows({
    ...{ ...ofVerification, paymentIntentId: text, amountCentavos: centavos, attempts: count, keyNumber: count },
    ...{ state: Schema.Literals(['encolada', 'ejecutada']), dueAt: maybeInstant, keyUsedAt: maybeInstant },
    ...{ transferId: maybeText, lastFailure: maybeText },
    remark: Schema.NullOr(Schema.Literals(['reembolsado', 'disputado'])),
  }),
  clearances: rows({ digest: text, recordedAt: instant }),
  simulatorNotes: rows({ name: text, note: text.check(Schema.makeFilter(isAccountNote)) }),
})
export type WorldTables = typeof WorldTables.Type

/** Why a file is not one of a world. The current world stays as it is. */
export class WorldUnfit extends Schema.TaggedError<WorldUnfit>()('WorldUnfit', { reason: Schema.String }) {}

const Text = Schema.fromJsonString(WorldTables)
const decode = Schema.decodeUnknownEffect(Text, { onExcessProperty: 'error' })
const formatted = SchemaIssue.makeFormatterStandardSchemaV1()

export const encodeTables = Schema.encodeSync(Text)

export const decodeTables = (found: unknown): Effect.Effect<WorldTables, WorldUnfit> =>
  Effect.mapError(decode(found), ({ issue }) => {
    const [first] = formatted(issue).issues
    return new WorldUnfit({ reason: `${first?.path?.map(String).join('.') || 'la raíz'} no tiene la forma debida` })
  })
