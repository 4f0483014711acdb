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
 * Every current function, each in its own file. Migrating replaces the functions that changed. During a rolling upgrade
 * the old and the new program call the same functions. A change that would break the old program therefore needs a new
 * name, or new parameters with defaults.
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

/** Functions of triggers. They must exist before the tables. */
export const triggerFunctions: ReadonlyArray<string> = [
  refuseChangingTheAudit,
  refuseChangingTheLedger,
  refuseLeavingAFinalState,
]
