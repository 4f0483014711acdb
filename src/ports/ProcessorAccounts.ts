import { Context, type Effect, type Option } from 'effect'
import type { AccountUnknown } from './AccountAdministration.ts'
import type { ProcessorCredentials } from './Payments.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** The processor credentials of accounts in mode `connect`. They are stored encrypted. */
export class ProcessorAccounts extends Context.Service<
  ProcessorAccounts,
  {
    /** `None` if the account has no credentials, or they cannot be decrypted any more. */
    readonly credentialsOf: (
      accountId: string,
    ) => Effect.Effect<Option.Option<ProcessorCredentials>, StorageUnavailable>
    /** The accounts that have credentials, in order. */
    readonly accounts: Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
    /** Sets or replaces the credentials of an account. */
    readonly put: (
      accountId: string,
      credentials: ProcessorCredentials,
    ) => Effect.Effect<void, AccountUnknown | StorageUnavailable>
  }
>()('cotejo/ports/ProcessorAccounts') {}
