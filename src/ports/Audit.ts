import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Act } from '#domain/audit/Act.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** What an action changed. It contains no personal data. */
export interface Facts {
  readonly account?: string
  readonly details?: Readonly<Record<string, Json>>
}

/** The operator who performs an action, and the reason. */
export interface Author {
  readonly actor: string
  readonly reason: string | null
}

/** An audit entry as it is read. */
export interface AuditEntry {
  /** Starts at 1, without gaps. */
  readonly sequence: number
  readonly at: DateTime.Utc
  readonly act: string
  readonly accountId: string | null
  readonly actor: string
  /** The role of the database connection. */
  readonly databaseRole: string
  readonly reason: string | null
  readonly details: unknown
}

/** An entry as the chain check reads it. Digests are SHA-256, in hexadecimal. */
export interface AuditLink {
  readonly sequence: number
  /** The whole entry as text. */
  readonly content: string
  /** The digest of the previous entry. */
  readonly previous: string
  /** The digest of the bytes of `previous` followed by `content`. */
  readonly digest: string
}

/** The last entry of the chain. */
export type AuditHead = Pick<AuditLink, 'sequence' | 'digest'>

/** Selects entries; null does not filter. */
export interface AuditFilter {
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
  readonly account: string | null
  readonly act: string | null
  readonly actor: string | null
  /** Acts to leave out. */
  readonly without: ReadonlyArray<Act>
}

/** The append-only log of operators' actions and of accesses. Each entry contains the digest of the previous one. */
export class Audit extends Context.Service<
  Audit,
  {
    /**
     * Runs an action and appends its entry in one transaction, so that neither is stored without the other.
     *
     * @param factsOf returns null if the action changed nothing and needs no entry
     */
    readonly recording: <A, E, R>(
      doing: Effect.Effect<A, E, R>,
      act: Act,
      author: Author,
      factsOf: (done: A) => Facts | null,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /** The last entry; `None` before the first one. */
    readonly head: Effect.Effect<Option.Option<AuditHead>, StorageUnavailable>
    /** Entries after a sequence number, in order. */
    readonly linksAfter: (
      sequence: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<AuditLink>, StorageUnavailable>
    /** Most recent first. */
    readonly list: (filter: AuditFilter, limit: number) => Effect.Effect<ReadonlyArray<AuditEntry>, StorageUnavailable>
  }
>()('cotejo/ports/Audit') {}
