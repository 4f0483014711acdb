import { Context, type DateTime, Effect, Layer, Queue, type Redacted } from 'effect'
import type { Account, Balance } from '#domain/account/Account.ts'
import type { MonthlyCounts } from '#domain/account/Quota.ts'
import type { Window } from '#domain/account/RateLimit.ts'
import type { Delivery } from '#domain/delivery/Delivery.ts'
import type { Transfer } from '#domain/delivery/Transfer.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { ConsentProof } from '#domain/verification/Consent.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { Inconclusive, State, Verification } from '#domain/verification/Verification.ts'
import type { Attempt } from '#ports/Deliveries.ts'
import type { VerificationBasis } from '#ports/Erasure.ts'
import type { ProcessorCredentials } from '#ports/Payments.ts'
import type { DataKey } from '#ports/Secrets.ts'
import { type Cell, makeCell } from './Cell.ts'

/** Work held by at most one claim. Each claim and release increments the epoch, which identifies the claim. */
interface Claimable {
  claimed: boolean
  epoch: number
}

export const take = (row: Claimable): void => void Object.assign(row, { claimed: true, epoch: row.epoch + 1 })
export const giveBack = (row: Claimable): void => void Object.assign(row, { claimed: false, epoch: row.epoch + 1 })

/** What Postgres keeps of an end, next to the document. */
export interface KeptEnd {
  readonly _tag: 'emitida' | 'no_concluyente'
  readonly resolvedAt: DateTime.Utc
  /** Null if it is emitted, or its content was removed. */
  readonly reason: Inconclusive['reason'] | null
  /** Null if it is not emitted, or its content was removed. */
  readonly basis: VerificationBasis | null
}

/** A data key with its bytes, in base64. */
export interface RecordKey extends DataKey {
  readonly material: string
}

export interface Row extends Claimable {
  verification: Omit<Verification, 'state'> & { readonly state: State | KeptEnd }
  /** Null once its content was removed. */
  fingerprint: string | null
  /** What digested the fingerprint in another storage; null if it is as it was given. */
  recordKey: RecordKey | null
  /** Null once its content was removed. */
  consentProof: ConsentProof | null
  webhookUrl: string
  propertyId: string | null
  trace: Trace | null
  /** When its content was removed. */
  retiredAt: DateTime.Utc | null
  /** The rendered document; null before the end, and if it must not be shown. */
  document: Uint8Array | null
  /** Null after the end. */
  subject: Subject | null
  /** When a worker must look at it; null after the end. */
  dueAt: DateTime.Utc | null
}

export interface AccountRow {
  account: Account
  balance: Balance
  active: boolean
  /** In the order of creation. */
  readonly rows: Array<Row>
  readonly byId: Map<string, Row>
  readonly byRequestId: Map<string, Row>
  created: MonthlyCounts
  readonly ledger: Array<LedgerRow>
}

export interface LedgerRow {
  readonly kind: 'abono' | 'cargo' | 'devolucion' | 'ajuste'
  /** Negative if the balance shrinks. */
  readonly centavos: number
  readonly verificationId: string | null
  readonly reference: string | null
  readonly reason: string | null
  readonly recordedAt: DateTime.Utc
}

export interface DeliveryRow extends Claimable {
  readonly accountId: string
  readonly verificationId: string
  readonly eventId: string
  readonly url: string
  readonly host: string
  readonly body: Uint8Array
  readonly trace: Trace | null
  delivery: Delivery
  readonly attempts: Array<Attempt>
}

export interface TransferRow extends Claimable {
  readonly accountId: string
  readonly verificationId: string
  readonly paymentIntentId: string
  readonly amountCentavos: number
  readonly trace: Trace | null
  transfer: Transfer
  transferId: string | null
  lastFailure: string | null
}

interface SecretsRow {
  actual: SecretRow
  siguiente: SecretRow | null
}

interface SecretRow {
  readonly secret: Redacted.Redacted
  readonly issuedAt: DateTime.Utc
}

export interface KeyRow {
  readonly accountId: string
  readonly keyId: string
  readonly issuedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc | null
  revokedAt: DateTime.Utc | null
  firstUsedAt: DateTime.Utc | null
  lastUsedAt: DateTime.Utc | null
}

export interface Tables {
  readonly accounts: Map<string, AccountRow>
  readonly keys: Map<string, KeyRow>
  /** By key: its requests of the last minute. */
  readonly rate: Map<string, Window>
  /** Rows `en_proceso`. */
  readonly active: Set<Row>
  /** From each payment to the verification that it backs, of any account. */
  readonly payments: Map<string, string>
  /** By account. */
  readonly secrets: Map<string, SecretsRow>
  /** By verification, in the order of emission. */
  readonly deliveries: Map<string, DeliveryRow>
  /** The deliveries that still have something to send. */
  readonly undelivered: Set<DeliveryRow>
  /** By verification, in the order of emission. */
  readonly transfers: Map<string, TransferRow>
  /** By account. */
  readonly processors: Map<string, ProcessorCredentials>
  /** By digest: when it was recorded. */
  readonly clearances: Map<string, DateTime.Utc>
}

export const emptyTables = (): Tables => ({
  accounts: new Map(),
  keys: new Map(),
  rate: new Map(),
  active: new Set(),
  payments: new Map(),
  secrets: new Map(),
  deliveries: new Map(),
  undelivered: new Set(),
  transfers: new Map(),
  processors: new Map(),
  clearances: new Map(),
})

/**
 * The tables of the memory adapters. Every operation is one synchronous step, and therefore atomic. The state is lost
 * with the process.
 */
export class MemoryDatabase extends Context.Service<
  MemoryDatabase,
  {
    readonly tables: () => Tables
    /** Each holds at most one signal that new work of its kind may exist. */
    readonly signals: { readonly [kind in 'resolution' | 'delivery' | 'transfer']: Queue.Queue<void> }
    readonly reset: Cell<Tables>['reset']
    readonly save: Cell<Tables>['save']
  }
>()('cotejo/adapters/memory/MemoryDatabase') {
  static readonly layer = Layer.effect(
    MemoryDatabase,
    Effect.gen(function* () {
      const { get: tables, reset, save } = makeCell(emptyTables)
      const signals = yield* Effect.all({
        resolution: Queue.sliding<void>(1),
        delivery: Queue.sliding<void>(1),
        transfer: Queue.sliding<void>(1),
      })
      return MemoryDatabase.of({ tables, signals, reset, save })
    }),
  )
}
