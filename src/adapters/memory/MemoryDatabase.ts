import { Context, type DateTime, Effect, Layer, Queue, type Redacted } from 'effect'
import type { Account, Balance } from '#domain/account/Account.ts'
import type { MonthlyCounts } from '#domain/account/Quota.ts'
import type { Window } from '#domain/account/RateLimit.ts'
import type { Delivery } from '#domain/delivery/Delivery.ts'
import type { Transfer } from '#domain/delivery/Transfer.ts'
import type { Subject } from '#domain/person/Subject.ts'
import type { Trace } from '#domain/verification/Trace.ts'
import type { Verification } from '#domain/verification/Verification.ts'
import type { Attempt } from '#ports/Deliveries.ts'
import type { ProcessorCredentials } from '#ports/Payments.ts'
import { type Cell, makeCell } from './Cell.ts'

/** Work that one claim holds at a time. Whoever takes it or gives it back raises the epoch, which tells that claim. */
interface Claimable {
  claimed: boolean
  epoch: number
}

export const take = (row: Claimable): void => void Object.assign(row, { claimed: true, epoch: row.epoch + 1 })
export const giveBack = (row: Claimable): void => void Object.assign(row, { claimed: false, epoch: row.epoch + 1 })

/** What is kept of one verification. */
export interface Row extends Claimable {
  verification: Verification
  /** Null once its content was removed. */
  fingerprint: string | null
  webhookUrl: string
  propertyId: string | null
  trace: Trace | null
  /** When its content was removed. */
  retiredAt: DateTime.Utc | null
  /** What it was rendered to when it ended; null before, and of what may not be shown. */
  document: Uint8Array | null
  /** Null once it ended. */
  subject: Subject | null
  /** When a worker should look at it; null once it ended. */
  dueAt: DateTime.Utc | null
}

export interface AccountRow {
  account: Account
  balance: Balance
  active: boolean
  /** Creation order. */
  readonly rows: Array<Row>
  readonly byId: Map<string, Row>
  readonly byRequestId: Map<string, Row>
  created: MonthlyCounts
  /** What was added or corrected once, by its reference. */
  readonly entered: Map<string, { readonly kind: 'abono' | 'ajuste'; readonly centavos: number }>
  /** Verifications whose charge was given back. */
  readonly refunded: Set<string>
}

/** What is kept of one delivery. */
export interface DeliveryRow extends Claimable {
  readonly accountId: string
  readonly verificationId: string
  readonly eventId: string
  readonly url: string
  readonly host: string
  readonly body: Uint8Array
  readonly trace: Trace | null
  delivery: Delivery
  /** In order. */
  readonly attempts: Array<Attempt>
}

/** What is kept of one transfer. */
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

/** The signing secrets of one account. */
interface SecretsRow {
  actual: SecretRow
  siguiente: SecretRow | null
}

interface SecretRow {
  readonly secret: Redacted.Redacted
  readonly issuedAt: DateTime.Utc
}

interface KeyRow {
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
  /** By digest. */
  readonly keys: Map<string, KeyRow>
  /** By key: its requests of the last minute. */
  readonly rate: Map<string, Window>
  /** Rows `en_proceso`. */
  readonly active: Set<Row>
  /** From each payment to the verification that it backs, of whichever account. */
  readonly payments: Map<string, string>
  /** By account. */
  readonly secrets: Map<string, SecretsRow>
  /** In the order of emission, by verification. */
  readonly deliveries: Map<string, DeliveryRow>
  /** Of those, the ones that something is still to be sent of. */
  readonly undelivered: Set<DeliveryRow>
  /** In the order of emission, by verification. */
  readonly transfers: Map<string, TransferRow>
  /** By account. */
  readonly processors: Map<string, ProcessorCredentials>
}

const emptyTables = (): Tables => ({
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
})

/**
 * The tables that the memory adapters share. Every operation on them is one synchronous step, which
 * is what makes it atomic. Kept by one process and lost with it.
 */
export class MemoryDatabase extends Context.Service<
  MemoryDatabase,
  {
    readonly tables: () => Tables
    /** Each holds at most one signal that there may be new work of its kind. */
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
