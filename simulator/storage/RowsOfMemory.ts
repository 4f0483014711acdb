import { randomUUID } from 'node:crypto'
import { DateTime, Duration, Redacted } from 'effect'
import type { AccountRow, DeliveryRow, LedgerRow, RecordKey, Row, Tables } from '#adapters/memory/MemoryDatabase.ts'
import { keyName } from '#adapters/memory/Verifications.ts'
import { basisOf } from '#adapters/postgres/rows/EndingRow.ts'
import * as Rows from '#adapters/postgres/rows/Rows.ts'
import type { Window } from '#domain/account/RateLimit.ts'
import { formatTrace } from '#domain/verification/Trace.ts'
import type { SealContext, Secrets } from '#ports/Secrets.ts'
import type { WorldTables } from './WorldTables.ts'

/** The tables in memory as rows of a world's file. */

type Secret = Secrets['Service']
type Table<Name extends keyof WorldTables> = WorldTables[Name]

const accountRow = ({ account, balance, active, created }: AccountRow, index: number): Table<'accounts'>[number] => {
  const { id: accountId, mode, plan } = account
  const [latest, earlier] = created
  return {
    ...{ accountId, mode, ...plan, ...balance, status: active ? 'activa' : 'suspendida' },
    ...{ quotaMonth: latest?.month ?? '', quotaUsed: latest?.created ?? 0 },
    ...{ earlierQuotaMonth: earlier?.month ?? '', earlierQuotaUsed: earlier?.created ?? 0 },
    // Only the order is known.
    openedAt: DateTime.makeUnsafe(index),
  }
}

/** A rate window as `api_keys` has it. */
const rateOf = (window: Window) => {
  let counted = 0
  return {
    rateAt: ['-infinity' as const, ...window.map(({ at }) => DateTime.makeUnsafe(at))],
    rateCounted: [0, ...window.map(({ count }) => (counted += count))],
  }
}

const books = { abono: 'caja', cargo: 'ingresos', devolucion: 'ingresos', ajuste: 'ajustes' } as const

const ledgerRow = (accountId: string, { kind, centavos, ...entry }: LedgerRow): Table<'ledgerEntries'>[number] => {
  const [debit, credit] = centavos < 0 ? ['saldo', books[kind]] : [books[kind], 'saldo']
  return { accountId, kind, debit, credit, amountCentavos: Math.abs(centavos), ...entry }
}

/** The key that seals a verification: its own, or one for all of its day. */
const keyring = (secrets: Secret, rows: ReadonlyArray<Row>) => {
  const made = new Map<string, { readonly day: string; readonly key: RecordKey }>()
  const ofDay = new Map<string, RecordKey>()
  const use = (day: string, key: RecordKey) => {
    made.set(key.name, { day, key })
    ofDay.set(day, key)
    return key
  }
  for (const { recordKey, verification } of rows) if (recordKey !== null) use(Rows.dayOf(verification), recordKey)
  const make = (day: string): RecordKey => {
    const material = secrets.newDataKey()
    return use(day, { ...secrets.dataKey(`record/${day}/${secrets.sealingKeyId}/${randomUUID()}`, material), material })
  }
  return {
    of: ({ recordKey, verification }: Row): RecordKey => {
      const day = Rows.dayOf(verification)
      return recordKey ?? ofDay.get(day) ?? make(day)
    },
    rows: () =>
      Array.from(made.values(), ({ day, key: { name, material } }) => {
        const { keyId, bytes: sealed } = secrets.seal(material, Rows.dataKeyContext(name))
        return { name, purpose: 'record' as const, day, keyId, sealed }
      }),
  }
}

const workRows = (row: Row, keyOf: (row: Row) => RecordKey): Table<'verificationWork'> => {
  const { accountId, id: verificationId, state } = row.verification
  const { subject, dueAt } = row
  if (state._tag !== 'en_proceso' || subject === null || dueAt === null) return []
  const key = keyOf(row)
  const sealed = key.seal(Rows.sealedText(subject, state), Rows.sealContext(accountId, verificationId))
  return [{ accountId, verificationId, dueAt, dataKey: key.name, sealed }]
}

/** @param key null if its content was removed */
const verificationRow = (row: Row, key: RecordKey | null): Table<'verifications'>[number] => {
  const { id: verificationId, accountId, consent, terms, state, ...verification } = row.verification
  const { retiredAt, trace } = row
  const end = state._tag === 'en_proceso' ? null : state
  const basis = end === null ? null : 'basis' in end ? end.basis : basisOf(end)
  const seal = (found: unknown, contextOf: (accountId: string, id: string) => SealContext) => {
    const plaintext = found instanceof Uint8Array ? found : JSON.stringify(found)
    return found === null || key === null ? null : key.seal(plaintext, contextOf(accountId, verificationId))
  }
  return {
    ...{ accountId, verificationId, ...verification, ...terms, state: state._tag, retiredAt },
    fingerprint:
      row.recordKey === null && row.fingerprint !== null ? (key?.digest(row.fingerprint) ?? null) : row.fingerprint,
    dataKey: key?.name ?? null,
    consentId: key && consent.id,
    consentGrantedAt: key && consent.grantedAt,
    consentProof: seal(row.consentProof, Rows.consentContext),
    webhookUrl: key && row.webhookUrl,
    propertyId: row.propertyId,
    traceparent: trace && formatTrace(trace),
    resolvedAt: end?.resolvedAt ?? null,
    reason: end?._tag === 'no_concluyente' ? end.reason : null,
    documentKey: end === null ? null : (key?.name ?? null),
    document: seal(row.document, Rows.documentContext),
    basis: seal(basis, Rows.basisContext),
  }
}

const secretRows = ({ secrets }: Tables, { seal }: Secret): Table<'signingSecrets'> =>
  Array.from(secrets).flatMap(([accountId, { actual, siguiente }]) =>
    Object.entries({ actual, siguiente }).flatMap(([role, found]) => {
      if (found === null) return []
      const { keyId, bytes: sealed } = seal(Redacted.value(found.secret), Rows.signingSecretContext(accountId))
      return [{ accountId, role: role === 'actual' ? 'actual' : 'siguiente', keyId, sealed, issuedAt: found.issuedAt }]
    }),
  )

const processorRows = ({ processors }: Tables, { seal }: Secret): Table<'processorAccounts'> =>
  Array.from(processors, ([accountId, { destination, restrictedKey }]) => {
    const context = Rows.processorKeyContext(accountId, destination)
    const { keyId, bytes: sealed } = seal(Redacted.value(restrictedKey), context)
    return { accountId, destination, keyId, sealed }
  })

const attemptRows = ({ accountId, verificationId, attempts }: DeliveryRow): Table<'deliveryAttempts'> =>
  attempts.map(({ kind, startedAt, took, outcome }, index) => ({
    ...{ accountId, verificationId, number: index + 1, kind, startedAt },
    tookMs: Math.round(Duration.toMillis(took)),
    status: outcome._tag === 'Answered' ? outcome.status : null,
    failure: outcome._tag === 'Failed' ? outcome.reason : null,
  }))

export const rowsOfMemory = (tables: Tables, secrets: Secret): Omit<WorldTables, 'simulatorNotes'> => {
  const accounts = [...tables.accounts.values()]
  const rows = accounts.flatMap((account) => account.rows)
  const named = new Map(rows.map((row) => [row.verification.id, row.verification.accountId]))
  const keys = keyring(secrets, rows)
  const deliveries = [...tables.deliveries.values()]
  const verifications = rows.map((row) => verificationRow(row, row.retiredAt === null ? keys.of(row) : null))
  return {
    accounts: accounts.map(accountRow),
    apiKeys: Array.from(tables.keys, ([digest, { firstUsedAt: _, lastUsedAt: __, ...key }]) => {
      return { digest, ...key, ...rateOf(tables.rate.get(keyName(key)) ?? []) }
    }),
    apiKeyUses: [...tables.keys.values()].flatMap(({ accountId, keyId, firstUsedAt: firstAt, lastUsedAt: lastAt }) =>
      firstAt === null || lastAt === null ? [] : [{ accountId, keyId, firstAt, lastAt }],
    ),
    signingSecrets: secretRows(tables, secrets),
    processorAccounts: processorRows(tables, secrets),
    verifications,
    verificationWork: rows.flatMap((row) => workRows(row, keys.of)),
    paymentClaims: Array.from(tables.payments, ([paymentIntentId, verificationId]) => ({
      ...{ paymentIntentId, verificationId, accountId: named.get(verificationId) ?? '' },
    })),
    ledgerEntries: accounts.flatMap(({ account, ledger }) => ledger.map((entry) => ledgerRow(account.id, entry))),
    deliveries: deliveries.map(({ accountId, verificationId, eventId, url, host, delivery, attempts }) => ({
      ...{ accountId, verificationId, eventId, url, host, ...delivery, sent: attempts.length },
    })),
    deliveryAttempts: deliveries.flatMap(attemptRows),
    transfers: Array.from(tables.transfers.values(), ({ transfer, trace: _, claimed: __, epoch: ___, ...row }) => ({
      ...row,
      ...transfer,
    })),
    clearances: Array.from(tables.clearances, ([digest, recordedAt]) => ({ digest, recordedAt })),
    // After the rest, which makes them.
    dataKeys: keys.rows(),
  }
}
