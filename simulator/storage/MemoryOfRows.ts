import { DateTime, Duration, Effect, Option, Redacted } from 'effect'
import {
  type AccountRow,
  type DeliveryRow,
  emptyTables,
  type KeyRow,
  type RecordKey,
  type Row,
  type Tables,
} from '#adapters/memory/MemoryDatabase.ts'
import { noConsent } from '#adapters/memory/Removal.ts'
import { keyName } from '#adapters/memory/Verifications.ts'
import { decodeBasis, decodeProof } from '#adapters/postgres/operators/Erasure.ts'
import { traceIn } from '#adapters/postgres/rows/Columns.ts'
import * as Rows from '#adapters/postgres/rows/Rows.ts'
import type { Window } from '#domain/account/RateLimit.ts'
import { nextAt } from '#domain/delivery/Delivery.ts'
import { begin } from '#domain/verification/Verification.ts'
import type { SealContext, Secrets } from '#ports/Secrets.ts'
import { decodeTables, type WorldTables, WorldUnfit } from './WorldTables.ts'

/** Rows of a world's file as tables in memory. Rows that do not fit together throw `WorldUnfit`. */

type One<Name extends keyof WorldTables> = WorldTables[Name][number]

const refuse = (reason: string): never => {
  throw new WorldUnfit({ reason })
}

const put = <A>(table: Map<string, A>, name: keyof WorldTables, key: string, row: A): void => {
  if (table.has(key)) refuse(`${name} tiene dos veces ${JSON.stringify(key)}`)
  table.set(key, row)
}

/** The row that another one refers to. */
const find = <A>(table: ReadonlyMap<string, A>, name: keyof WorldTables, key: string): A =>
  table.get(key) ?? refuse(`se nombra a ${JSON.stringify(key)}, que no está en ${name}`)

const dataKeysOf = ({ dataKeys }: WorldTables, secrets: Secrets['Service']) => {
  const found = new Map<string, RecordKey>()
  for (const { name, keyId, sealed: bytes } of dataKeys) {
    const opened = secrets.open({ keyId, bytes }, Rows.dataKeyContext(name))
    const material = Option.getOrElse(opened, () => refuse(`la llave ${JSON.stringify(name)} de dataKeys no abre`))
    put(found, 'dataKeys', name, { ...secrets.dataKey(name, material), material })
  }
  return found
}

const accountOf = (row: One<'accounts'>): AccountRow => {
  const { accountId: id, mode, priceCentavos, requestsPerMinute, monthlyQuota } = row
  return {
    account: { id, mode, plan: { priceCentavos, requestsPerMinute, monthlyQuota } },
    balance: { settledCentavos: row.settledCentavos, heldCentavos: row.heldCentavos },
    active: row.status === 'activa',
    created: [
      { month: row.quotaMonth, created: row.quotaUsed },
      { month: row.earlierQuotaMonth, created: row.earlierQuotaUsed },
    ].filter(({ month }) => month !== ''),
    ...{ rows: [], byId: new Map(), byRequestId: new Map(), ledger: [] },
  }
}

/** A verification as memory has it. */
const verificationOf = (
  row: One<'verifications'>,
  work: One<'verificationWork'> | undefined,
  keys: ReadonlyMap<string, RecordKey>,
): Row => {
  const { accountId, verificationId: id, requestId, channel, createdAt, deadline, state, resolvedAt, reason } = row
  const { mode, priceCentavos, paymentIntentId, retiredAt, fingerprint } = row
  const damaged = () => refuse(`la verificación ${JSON.stringify(id)} está incompleta o no abre`)
  const needed = <A>(value: A | null | undefined): A => value ?? damaged()
  const open = (name: string | null, sealed: Uint8Array, contextOf: (accountId: string, id: string) => SealContext) =>
    Option.getOrElse(find(keys, 'dataKeys', needed(name)).open(sealed, contextOf(accountId, id)), damaged)
  const parsed = <A>(decode: (found: unknown) => Option.Option<A>, ...sealed: Parameters<typeof open>): A =>
    Option.getOrElse(decode(Buffer.from(open(...sealed)).toString()), damaged)
  const isKept = retiredAt === null
  const { subject = null, ...progress } =
    state === 'en_proceso' ? parsed(Rows.decodeSealed, needed(work).dataKey, needed(work).sealed, Rows.sealContext) : {}
  const basis = row.basis && parsed(decodeBasis, row.documentKey, row.basis, Rows.basisContext)
  return {
    verification: {
      ...{ id, accountId, requestId, channel, createdAt, deadline, terms: { mode, priceCentavos, paymentIntentId } },
      consent: isKept ? { id: needed(row.consentId), grantedAt: needed(row.consentGrantedAt) } : noConsent,
      state:
        state === 'en_proceso'
          ? { ...begin(createdAt), ...progress }
          : { _tag: state, resolvedAt: needed(resolvedAt), reason, basis },
    },
    fingerprint: isKept ? needed(fingerprint) : null,
    recordKey: isKept ? find(keys, 'dataKeys', needed(row.dataKey)) : null,
    consentProof: isKept ? parsed(decodeProof, row.dataKey, needed(row.consentProof), Rows.consentContext) : null,
    webhookUrl: isKept ? needed(row.webhookUrl) : '',
    ...{ propertyId: row.propertyId, trace: traceIn(row.traceparent), retiredAt, subject, dueAt: work?.dueAt ?? null },
    document: row.document && open(row.documentKey, row.document, Rows.documentContext),
    ...{ claimed: false, epoch: 0 },
  }
}

/** The rate window of a key. Its first mark counts the requests before it. */
const windowOf = (
  [first = '-infinity', ...later]: One<'apiKeys'>['rateAt'],
  [before = 0, ...counted]: One<'apiKeys'>['rateCounted'],
): Window => {
  if (first !== '-infinity' || later.length !== counted.length)
    refuse('rateAt y rateCounted de apiKeys no corresponden')
  let earlier = before
  return later.map((at, index) => {
    const sum = counted[index] ?? 0
    if (at === '-infinity' || sum < earlier) return refuse('rateAt y rateCounted de apiKeys no corresponden')
    const mark = { at: DateTime.toEpochMillis(at), count: sum - earlier }
    earlier = sum
    return mark
  })
}

const fillAccounts = (rows: WorldTables, secrets: Secrets['Service'], { accounts, ...tables }: Tables): void => {
  const opened = (row: One<'signingSecrets'> | One<'processorAccounts'>, context: SealContext) => {
    const { accountId, keyId, sealed: bytes } = row
    find(accounts, 'accounts', accountId)
    const found = secrets.open({ keyId, bytes }, context)
    return Redacted.make(
      Option.getOrElse(found, () => refuse(`un secreto de la cuenta ${JSON.stringify(accountId)} no abre`)),
    )
  }
  for (const row of rows.accounts) put(accounts, 'accounts', row.accountId, accountOf(row))
  const keys = new Map<string, KeyRow>()
  for (const { digest, rateAt, rateCounted, ...issued } of rows.apiKeys) {
    find(accounts, 'accounts', issued.accountId)
    const key: KeyRow = { ...issued, firstUsedAt: null, lastUsedAt: null }
    put(tables.keys, 'apiKeys', digest, key)
    put(keys, 'apiKeys', keyName(key), key)
    tables.rate.set(keyName(key), windowOf(rateAt, rateCounted))
  }
  for (const { firstAt, lastAt, ...use } of rows.apiKeyUses) {
    Object.assign(find(keys, 'apiKeys', keyName(use)), { firstUsedAt: firstAt, lastUsedAt: lastAt })
  }
  const notes = new Map<string, string>()
  for (const { name, note } of rows.simulatorNotes) put(notes, 'simulatorNotes', name, note)
  for (const row of rows.signingSecrets) {
    const { accountId, issuedAt, role } = row
    const secret = { secret: opened(row, Rows.signingSecretContext(accountId)), issuedAt }
    // Rows of `actual` come first.
    if (role === 'actual') put(tables.secrets, 'signingSecrets', accountId, { actual: secret, siguiente: null })
    else find(tables.secrets, 'signingSecrets', accountId).siguiente = secret
  }
  for (const row of rows.processorAccounts) {
    const { accountId, destination } = row
    const restrictedKey = opened(row, Rows.processorKeyContext(accountId, destination))
    put(tables.processors, 'processorAccounts', accountId, { destination, restrictedKey })
  }
  for (const { accountId, debit, credit: _, amountCentavos, ...entry } of rows.ledgerEntries) {
    const centavos = debit === 'saldo' ? -amountCentavos : amountCentavos
    find(accounts, 'accounts', accountId).ledger.push({ ...entry, centavos })
  }
}

const fillVerifications = (rows: WorldTables, secrets: Secrets['Service'], { accounts, ...tables }: Tables): void => {
  const keys = dataKeysOf(rows, secrets)
  const work = new Map<string, One<'verificationWork'>>()
  for (const row of rows.verificationWork) put(work, 'verificationWork', row.verificationId, row)
  for (const row of rows.verifications) {
    const account = find(accounts, 'accounts', row.accountId)
    const made = verificationOf(row, work.get(row.verificationId), keys)
    account.rows.push(made)
    put(account.byId, 'verifications', row.verificationId, made)
    put(account.byRequestId, 'verifications', row.requestId, made)
    if (row.state === 'en_proceso') tables.active.add(made)
  }
  const of = ({ accountId, verificationId }: { readonly accountId: string; readonly verificationId: string }) =>
    find(find(accounts, 'accounts', accountId).byId, 'verifications', verificationId)
  for (const row of rows.verificationWork) of(row)
  for (const row of rows.paymentClaims) {
    put(tables.payments, 'paymentClaims', row.paymentIntentId, of(row).verification.id)
  }
  for (const { attempts, sent: _, state, dueAt, resendAt, ...row } of rows.deliveries) {
    const { document, trace } = of(row)
    const delivery: DeliveryRow = {
      ...{ ...row, trace, body: document ?? new Uint8Array(), attempts: [], claimed: false, epoch: 0 },
      delivery: { state, attempts, dueAt, resendAt },
    }
    put(tables.deliveries, 'deliveries', row.verificationId, delivery)
    if (nextAt(delivery.delivery) !== null) tables.undelivered.add(delivery)
  }
  for (const { verificationId, kind, startedAt, tookMs, status, failure } of rows.deliveryAttempts) {
    find(tables.deliveries, 'deliveries', verificationId).attempts.push({
      ...{ kind, startedAt, took: Duration.millis(tookMs) },
      outcome: failure === null ? { _tag: 'Answered', status: status ?? 0 } : { _tag: 'Failed', reason: failure },
    })
  }
  for (const { state, attempts, dueAt, keyNumber, keyUsedAt, remark, ...row } of rows.transfers) {
    const transfer = { state, attempts, dueAt, keyNumber, keyUsedAt, remark }
    put(tables.transfers, 'transfers', row.verificationId, {
      ...{ ...row, trace: of(row).trace, transfer, claimed: false, epoch: 0 },
    })
  }
}

/** Reads the rows of a world's file, which fit together and open with the keys. */
export const readTables = (kept: unknown, secrets: Secrets['Service']) =>
  Effect.flatMap(decodeTables(kept), (rows) =>
    Effect.suspend(() => {
      const inMemory = emptyTables()
      try {
        fillAccounts(rows, secrets, inMemory)
        fillVerifications(rows, secrets, inMemory)
        for (const { digest, recordedAt } of rows.clearances) {
          put(inMemory.clearances, 'clearances', digest, recordedAt)
        }
        return Effect.succeed({ rows, inMemory })
      } catch (refused) {
        return refused instanceof WorldUnfit ? Effect.fail(refused) : Effect.die(refused)
      }
    }),
  )
