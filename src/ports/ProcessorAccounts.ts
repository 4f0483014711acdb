import { Context, type Effect, type Option } from 'effect'
import type { AccountUnknown } from './AccountAdministration.ts'
import type { ProcessorCredentials } from './Payments.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** What accounts in mode `connect` reach their processor with; encrypted where it is stored. */
export class ProcessorAccounts extends Context.Service<
  ProcessorAccounts,
  {
    /** None when the account has none, or they cannot be read any more. */
    readonly credentialsOf: (
      accountId: string,
    ) => Effect.Effect<Option.Option<ProcessorCredentials>, StorageUnavailable>
    /** The accounts that have any, in order. */
    readonly accounts: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    /** Sets them, or replaces those that were set. */
    readonly put: (
      accountId: string,
      credentials: ProcessorCredentials,
    ) => Effect.Effect<void, AccountUnknown | StorageUnavailable>
  }
>()('cotejo/ports/ProcessorAccounts') {}
