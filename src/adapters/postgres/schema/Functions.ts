import { admit } from './functions/admit.ts'
import { appendAuditEntry } from './functions/append_audit_entry.ts'
import { beginRecovery } from './functions/begin_recovery.ts'
import { claimDeliveries } from './functions/claim_deliveries.ts'
import { claimTransfers } from './functions/claim_transfers.ts'
import { claimVerifications } from './functions/claim_verifications.ts'
import { conclude } from './functions/conclude.ts'
import { destroyKeys } from './functions/destroy_keys.ts'
import { endRecovery } from './functions/end_recovery.ts'
import { fairShares } from './functions/fair_shares.ts'
import { lockPayments } from './functions/lock_payments.ts'
import { missingKeys } from './functions/missing_keys.ts'
import { readVerifications } from './functions/read_verifications.ts'
import { refuseChangingTheAudit } from './functions/refuse_changing_the_audit.ts'
import { refuseChangingTheLedger } from './functions/refuse_changing_the_ledger.ts'
import { refuseLeavingAFinalState } from './functions/refuse_leaving_a_final_state.ts'
import { retireOld } from './functions/retire_old.ts'
import { retireOne } from './functions/retire_one.ts'
import { standsStill } from './functions/stands_still.ts'

/**
 * Every function as it is valid today, each in a file of its name. They may change: whoever migrates puts
 * in place those that are not what they were. While a new program is put in place of an old one, both call
 * the same function: what would break the old one gets another name, or other columns with defaults.
 */
export const functions: ReadonlyArray<string> = [
  missingKeys,
  admit,
  readVerifications,
  conclude,
  standsStill,
  lockPayments,
  fairShares,
  claimVerifications,
  claimDeliveries,
  claimTransfers,
  appendAuditEntry,
  retireOld,
  retireOne,
  destroyKeys,
  beginRecovery,
  endRecovery,
]

/** Those that triggers call; they must be there before the tables. */
export const triggerFunctions: ReadonlyArray<string> = [
  refuseChangingTheAudit,
  refuseChangingTheLedger,
  refuseLeavingAFinalState,
]
