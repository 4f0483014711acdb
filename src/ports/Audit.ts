import { Context, type DateTime, type Effect, type Option } from 'effect'
import type { Act } from '#domain/audit/Act.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [name: string]: Json }

/** What an act was about. Nothing in it tells of a person. */
export interface Facts {
  readonly account?: string
  readonly details?: Readonly<Record<string, Json>>
}

/** Who does it, and why. */
export interface Author {
  readonly actor: string
  readonly reason: string | null
}

/** An entry as it is read. */
export interface AuditEntry {
  /** From 1 on, without gaps. */
  readonly sequence: number
  readonly at: DateTime.Utc
  readonly act: string
  readonly accountId: string | null
  readonly actor: string
  /** Whose connection to the database it was. */
  readonly databaseRole: string
  readonly reason: string | null
  readonly details: unknown
}

/** An entry as it is held against the one before it. Digests are SHA-256, in hexadecimal. */
export interface AuditLink {
  readonly sequence: number
  /** All that the entry says, as text. */
  readonly content: string
  /** The digest of the entry before it. */
  readonly previous: string
  /** Of the bytes of `previous`, and `content` behind them. */
  readonly digest: string
}

/** The last entry. */
export type AuditHead = Pick<AuditLink, 'sequence' | 'digest'>

/** Null: of all. */
export interface AuditFilter {
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
  readonly account: string | null
  readonly act: string | null
  readonly actor: string | null
}

/** Every use of power, in entries that are only appended, each with the digest of the one before. */
export class Audit extends Context.Service<
  Audit,
  {
    /**
     * Does something in one transaction with its entry: both are there, or neither.
     *
     * @param factsOf null when nothing was done that is to be recorded
     */
    readonly recording: <A, E, R>(
      doing: Effect.Effect<A, E, R>,
      act: Act,
      author: Author,
      factsOf: (done: A) => Facts | null,
    ) => Effect.Effect<A, E | StorageUnavailable, R>
    /** None before the first entry. */
    readonly head: Effect.Effect<Option.Option<AuditHead>, StorageUnavailable>
    /** Entries behind a sequence number, in order. */
    readonly linksAfter: (
      sequence: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<AuditLink>, StorageUnavailable>
    /** Most recent first. */
    readonly list: (filter: AuditFilter, limit: number) => Effect.Effect<ReadonlyArray<AuditEntry>, StorageUnavailable>
  }
>()('cotejo/ports/Audit') {}
