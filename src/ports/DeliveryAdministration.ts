import { Context, type DateTime, type Effect } from 'effect'
import type { Delivery } from '#domain/delivery/Delivery.ts'
import type { DeliveryFilter } from './DeliveryRecords.ts'
import type { StorageUnavailable } from './StorageUnavailable.ts'

/** Selects the deliveries of one account to resend. */
export interface ResendFilter extends Omit<DeliveryFilter, 'accountId'> {
  readonly state: Delivery['state']
}

/** Resends many deliveries. Only an operator's command does it, so only Postgres has it. */
export class DeliveryAdministration extends Context.Service<
  DeliveryAdministration,
  {
    /** How many deliveries `resendAll` would resend. */
    readonly resendable: (
      accountId: string,
      which: ResendFilter,
      most: number,
    ) => Effect.Effect<number, StorageUnavailable>
    /**
     * Schedules up to `most` of the selected deliveries to be sent again at `at`, except those that already have an
     * attempt scheduled. Returns how many.
     */
    readonly resendAll: (
      accountId: string,
      which: ResendFilter,
      at: DateTime.Utc,
      most: number,
    ) => Effect.Effect<number, StorageUnavailable>
  }
>()('cotejo/ports/DeliveryAdministration') {}
