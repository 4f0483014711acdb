import { Console, Effect, Layer } from 'effect'
import { Command } from 'effect/cli'
import { BalanceCorrections } from '#ports/BalanceCorrections.ts'
import { type EntrySums, LedgerEntries, type LedgerEntry } from '#ports/LedgerEntries.ts'
import * as Access from './Access.ts'
import { csvLine } from './Csv.ts'
import { Unsound, unconfirmed } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, lacking, remarkOther } from './KnownAccount.ts'
import { type Facts, instant, Json, noteOf, pesos, printCard, printLatest } from './Output.ts'
import { reasonFor, recorded } from './Recording.ts'

/** The entries of the books, to be looked at, given to somebody, and put right. */

const factsOf = (entry: LedgerEntry): Facts => ({
  account: entry.accountId,
  entry: entry.entryId,
  recorded: instant(entry.recordedAt),
  kind: entry.kind,
  pesos: pesos(entry.centavos),
  verification: entry.verificationId,
  request: entry.requestId,
  reference: entry.reference,
  reason: entry.reason,
})

const list = Command.make(
  'list',
  { account: Inputs.account, since: Inputs.since, until: Inputs.until, limit: Inputs.limit },
  Effect.fnUntraced(function* ({ account, limit, ...times }) {
    yield* Inputs.inOrder(times)
    yield* existing(account)
    const listing = (yield* LedgerEntries).list({ accountId: account, ...times }, limit)
    const entries = yield* recorded(listing, 'ledger list', { account })
    yield* printLatest(entries.map(factsOf), limit, ['entry', 'recorded', 'kind', 'pesos', 'verification', 'reference'])
  }),
).pipe(Command.withDescription('List ledger entries of an account, newest first'), Command.provide(Access.accounts))

/** Entries of charges: charges and their refunds. */
const ofCharges: ReadonlySet<LedgerEntry['kind']> = new Set(['cargo', 'devolucion'])

const sumOf = (entries: ReadonlyArray<LedgerEntry>) => entries.reduce((sum, { centavos }) => sum + centavos, 0)

const sumsOf = ({ opening, entries, moved, later, settled }: EntrySums, charged: number): Facts => ({
  entries,
  openingPesos: pesos(opening),
  movedPesos: pesos(moved),
  closingPesos: pesos(opening + moved),
  laterPesos: pesos(later),
  settledPesos: pesos(settled),
  chargedPesos: pesos(charged),
})

const exported = Command.make(
  'export',
  {
    account: Inputs.ofAccount,
    since: Inputs.since,
    until: Inputs.until,
  },
  Effect.fnUntraced(function* ({ account, ...times }) {
    yield* Inputs.inOrder(times)
    const record = account === null ? null : yield* existing(account)
    // It is printed while it is read.
    yield* recorded(Effect.void, 'ledger export', account === null ? {} : { account })
    const json = yield* Json
    let [printed, moved, charged] = [0, 0, 0]
    const print = (page: ReadonlyArray<LedgerEntry>) => {
      printed += page.length
      moved += sumOf(page)
      charged -= sumOf(page.filter(({ kind }) => ofCharges.has(kind)))
      const lines = page.map((entry) => {
        const facts = { ...factsOf(entry), pesos: pesos(entry.centavos).toFixed(2) }
        return json ? JSON.stringify(facts) : csvLine(Object.values(facts))
      })
      return Console.log(lines.join('\n'))
    }
    if (!json) yield* Console.log('account,entry,recorded,kind,pesos,verification,request,reference,reason')
    const sums = yield* (yield* LedgerEntries).each({ accountId: account, ...times }, print)
    yield* Console.error(JSON.stringify(sumsOf(sums, charged)))
    if (record !== null) yield* remarkOther(record.account.id, record.account.mode, 'consumo')
    const agrees = sums.opening + sums.moved + sums.later === sums.settled
    if (!agrees || printed !== sums.entries || moved !== sums.moved) {
      yield* Console.error('The entries do not sum up to the balances. Details: cotejo ledger check')
      return yield* new Unsound()
    }
  }),
).pipe(
  Command.withDescription(
    'Print ledger entries as CSV (with --json, one object per line), and their sums on standard error. Exits with 1 if the sums do not match the balances',
  ),
  Command.provide(Access.accounts),
)

const why = {
  nothing: 'does not exist',
  connect: 'was paid by its applicant: pay it back at the processor',
  'no charge': 'was not charged',
} as const

const refund = Command.make(
  'refund',
  { account: Inputs.account, verification: Inputs.verification },
  Effect.fnUntraced(function* ({ account, verification }) {
    const reason = yield* reasonFor('ledger refund')
    const refunding = (yield* BalanceCorrections).refund(account, verification, reason)
    const { done, centavos } = yield* recorded(refunding, 'ledger refund', (refunded) =>
      refunded.done ? { account, details: { verification, pesos: pesos(refunded.centavos) } } : null,
    ).pipe(
      Effect.catchTags({
        NotCharged: ({ found }) =>
          lacking(account, `Verification "${verification}" of account "${account}" ${why[found]}.`),
        StorageUnavailable: unconfirmed('given back. Repeat it: it is refunded once.'),
      }),
    )
    yield* printCard({ account, verification, refundPesos: pesos(centavos), refunded: done, note: noteOf(done) })
  }),
).pipe(Command.withDescription('Refund the charge of a verification to the balance, once. The verification stays'))

export const entryCommands = [
  list.pipe(Command.provide(Layer.merge(Access.entries, Access.audit))),
  exported.pipe(Command.provide(Layer.merge(Access.entries, Access.audit))),
  refund.pipe(Command.provide(Layer.mergeAll(Access.corrections, Access.accounts, Access.audit))),
] as const
