import { Schema } from 'effect'
import type { Claim, Ending } from '#ports/Resolutions.ts'
import { rowsOf } from './Columns.ts'
import { endColumns } from './Rows.ts'

/** An ending on its way to the function `conclude`. */
export interface Concluding {
  readonly claim: Claim
  readonly ending: Ending
}

/** The columns of an ending, as `conclude` reads them. */
export const columns = ({ claim, ending }: Concluding, nodeId: string, place: number) => {
  const { verification, epoch } = claim
  const { state, consequences, webhook } = ending
  return {
    place,
    account_id: verification.accountId,
    verification_id: verification.id,
    mode: verification.terms.mode,
    payment_intent_id: verification.terms.paymentIntentId,
    node_id: nodeId,
    epoch,
    ...endColumns(state),
    charges: consequences.includes('Charge'),
    releases: consequences.includes('Release'),
    event_id: webhook?.eventId ?? null,
    body: webhook && Buffer.from(webhook.body).toString('base64'),
  }
}

/** Reads the rows that `conclude` returns. */
export const concludedIn = rowsOf(
  Schema.Struct({ place: Schema.Int, verdict: Schema.Literals(['Busy', 'Lost', 'Done']) }),
)
