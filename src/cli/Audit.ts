import { Effect, Option } from 'effect'
import { Command, Flag } from 'effect/cli'
import { verifyAudit } from '#application/VerifyAudit.ts'
import { changesNothing, isAct } from '#domain/audit/Act.ts'
import { Audit, type AuditEntry } from '#ports/Audit.ts'
import * as Access from './Access.ts'
import { Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing } from './KnownAccount.ts'
import { instant, printCard, printLatest } from './Output.ts'
import { recorded } from './Recording.ts'

const factsOf = (entry: AuditEntry) => ({
  entry: entry.sequence,
  at: instant(entry.at),
  act: entry.act,
  account: entry.accountId,
  actor: entry.actor,
  role: entry.databaseRole,
  reason: entry.reason,
  details: JSON.stringify(entry.details),
})

const show = Command.make(
  'show',
  {
    since: Inputs.since,
    until: Inputs.until,
    account: Inputs.ofAccount,
    act: Flag.String('act').pipe(
      Flag.withDescription('Only this act, such as "accounts credit"'),
      // A misspelt act would find no entries.
      Flag.filter(isAct, () => 'a command that the audit records, such as "accounts credit", or accesses'),
      Flag.withDefault(null),
    ),
    by: Inputs.textOf('by', 'Only what this actor did'),
    reads: Inputs.isGiven('reads', 'Also what changed nothing: reads of operators, and accesses of partners'),
    limit: Inputs.limit,
  },
  Effect.fnUntraced(function* ({ limit, by: actor, account, reads, ...wanted }) {
    yield* Inputs.inOrder(wanted)
    if (account !== null) yield* existing(account)
    const { list } = yield* Audit
    const without = reads || wanted.act !== null ? [] : changesNothing
    const listing = list({ ...wanted, account, actor, without }, limit)
    const entries = yield* recorded(listing, 'audit show', account === null ? {} : { account })
    yield* printLatest(entries.map(factsOf), limit, ['entry', 'at', 'act', 'account', 'actor', 'reason'])
  }),
).pipe(Command.withDescription('Show who did what, when and why, newest first'), Command.provide(Access.accounts))

const headOf = (text: string) => {
  const [, sequence, digest] = /^([1-9]\d{0,14}):([0-9a-f]{12,64})$/.exec(text) ?? []
  return digest === undefined ? Option.none() : Option.some({ sequence: Number(sequence), digest })
}

const verify = Command.make(
  'verify',
  {
    head: Flag.String('head').pipe(
      Flag.withDescription('A head recorded earlier, such as 42:1f0c…. Only it can detect a truncated audit'),
      Flag.filterMap(
        headOf,
        () => 'the number of an entry, a colon, and at least the first 12 hexadecimal digits of its digest',
      ),
      Flag.optional,
    ),
  },
  Effect.fnUntraced(function* ({ head: noted }) {
    const { entries, head, broken } = yield* verifyAudit(Option.getOrNull(noted))
    yield* printCard({
      result: broken === null ? 'ok' : 'broken',
      entries,
      head: `${head.sequence}:${head.digest}`,
      brokenAt: broken?.sequence ?? null,
      problem: broken?.problem ?? null,
    })
    if (broken !== null) return yield* new Unsound()
  }),
).pipe(
  Command.withDescription(
    'Verify the whole audit. Exits with 1, and says where, if an entry was changed, removed or moved',
  ),
)

export const audit = Command.make('audit').pipe(Command.withSubcommands([show, verify]), Command.provide(Access.audit))
