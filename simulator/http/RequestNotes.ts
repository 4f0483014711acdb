import { Context } from 'effect'
import type { Principal } from '#domain/account/Account.ts'
import type { Accident } from './InjectedErrors.ts'

/** What is found out about the current request, in addition to what the service reports. */
interface RequestNotes {
  principal: Principal | null
  /** Names of the fields in which it differs from the first body of its `solicitud_id`. */
  differing: ReadonlyArray<string> | null
  /** Whether the processor failed because it was asked to. */
  processorFailed: boolean
  /** What happens to its connection. */
  accident: Accident | null
}

export const noNotes = (): RequestNotes => ({
  principal: null,
  differing: null,
  processorFailed: false,
  accident: null,
})

export const RequestNotes = Context.Reference<RequestNotes>('cotejo/simulator/http/RequestNotes', {
  defaultValue: noNotes,
})
