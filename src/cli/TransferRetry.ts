import { Effect, Option } from 'effect'
import { Argument, Command, Flag } from 'effect/cli'
import { type RetryFilter, TransferAdministration } from '#ports/TransferAdministration.ts'
import { actingTime } from './ActingTime.ts'
import * as Bulk from './Bulk.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, lacking } from './KnownAccount.ts'
import { instant, printDone } from './Output.ts'
import { recorded } from './Recording.ts'

/** Transfers that one command has tried again: they take their turns with all others. */
const most = 10_000

const retryMany = Effect.fnUntraced(function* (which: RetryFilter, chosen: Bulk.Chosen) {
  const { accountId: account, destination } = which
  if (account !== null) yield* existing(account)
  const at = yield* actingTime
  const counting = Effect.map((yield* TransferAdministration).retryable(which, at, most), (transfers) => ({
    wouldDo: `This would try ${transfers} transfers now that wait for their next attempt.`,
    facts: { account, retried: 0, transfers },
  }))
  if (!(yield* Bulk.confirmed(chosen, counting))) return
  const details = { destination, since: instant(which.since), until: instant(which.until) }
  const retried = yield* recorded(
    (yield* TransferAdministration).retryAll(which, at, most),
    'transfers retry',
    (count) =>
      count > 0 ? { ...(account === null ? {} : { account }), details: { ...details, transfers: count } } : null,
  )
  const message =
    retried === 0
      ? 'None of these transfers waits for its next attempt: nothing was done. Those that are due or being tried at this moment were left alone: look again in ten seconds. cotejo transfers list --state encolada'
      : `${retried} transfers that waited for their next attempt are tried from now on.${retried === most ? ' There may be more: run this again.' : ''} How they end: cotejo transfers list --state encolada`
  yield* printDone(message, { account, retried })
})

const retryOne = Effect.fnUntraced(function* (account: string, verification: string) {
  const at = yield* actingTime
  const retrying = (yield* TransferAdministration).retry(account, verification, at)
  const isRetried = yield* recorded(retrying, 'transfers retry', (isDone) =>
    isDone ? { account, details: { verification } } : null,
  )
  if (!isRetried) {
    return yield* lacking(
      account,
      `Account "${account}" has no transfer of verification "${verification}" that waits: it is executed, is being tried now, or does not exist. See: cotejo transfers list ${account}`,
    )
  }
  yield* printDone(`The transfer of verification "${verification}" is tried again now.`, {
    account,
    verification,
    due: instant(at),
  })
})

export const retry = Command.make(
  'retry',
  {
    account: Inputs.account.pipe(Argument.optional),
    verification: Inputs.verification.pipe(Argument.optional),
    all: Inputs.isGiven('all', 'All pending transfers, of the named account or of all accounts'),
    destination: Flag.String('destination').pipe(
      Flag.withDescription('Transfers to this account of the processor, such as acct_1A2b3C'),
      Inputs.connectedAccount,
      Flag.withDefault(null),
    ),
    since: Inputs.since,
    until: Inputs.until,
    ...Bulk.flags,
  },
  Effect.fnUntraced(function* ({ account, verification, all, dryRun, yes, ...chosen }) {
    yield* Inputs.inOrder(chosen)
    const isMany = all || Object.values(chosen).some((value) => value !== null)
    if (Option.isSome(verification) === isMany) {
      return yield* new Refused({
        reason:
          'Name an account and a verification. Or say which of those that wait: --destination, --since, --until or --all; of one account where it is named.',
      })
    }
    if (Option.isSome(account) && Option.isSome(verification)) {
      yield* Bulk.notForOne({ dryRun, yes })
      return yield* retryOne(account.value, verification.value)
    }
    yield* retryMany({ accountId: Option.getOrNull(account), ...chosen }, { dryRun, yes })
  }),
).pipe(Command.withDescription('Retry pending transfers now: one, or all of an account, destination or time range'))
