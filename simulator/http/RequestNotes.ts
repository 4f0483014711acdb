import { Context } from 'effect'
import type { Principal } from '#domain/account/Account.ts'

/** What is found out about the current request, in addition to what the service reports. */
interface RequestNotes {
  principal: Principal | null
  /** Names of the fields in which it differs from the first body of its `solicitud_id`. */
  differing: ReadonlyArray<string> | null
  /** Whether the processor failed because it was asked to. */
  processorFailed: boolean
}

export const noNotes = (): RequestNotes => ({ principal: null, differing: null, processorFailed: false })

export const RequestNotes = Context.Reference<RequestNotes>('cotejo/simulator/http/RequestNotes', {
  defaultValue: noNotes,
})
