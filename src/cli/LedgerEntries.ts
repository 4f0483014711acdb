import { Effect, Layer } from 'effect'
import { Command } from 'effect/cli'
import { type EntrySums, LedgerEntries, type LedgerEntry } from '#adapters/postgres/operators/LedgerEntries.ts'
import { BalanceCorrections } from '#ports/BalanceCorrections.ts'
import type { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import * as Access from './Access.ts'
import { exportEach, exportFlags } from './Export.ts'
import { unconfirmed } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing, lacking } from './KnownAccount.ts'
import { type Facts, instant, noteOf, pesos, printCard, printLatest } from './Output.ts'
import { reasonFor, recorded } from './Recording.ts'

/** The entries of the books, to be looked at, given to somebody, and put right. */

const factsOf = (entry: LedgerEntry) =>
  ({
    account: entry.accountId,
    entry: entry.entryId,
    recorded: instant(entry.recordedAt),
    kind: entry.kind,
    pesos: pesos(entry.centavos),
    verification: entry.verificationId,
    request: entry.requestId,
    reference: entry.reference,
    reason: entry.reason,
  }) satisfies Facts

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
  exportFlags,
  Effect.fnUntraced(function* ({ account, ...times }) {
    let [printed, moved, charged] = [0, 0, 0]
    const { each } = yield* LedgerEntries
    yield* exportEach<LedgerEntry, EntrySums, StorageUnavailable, never>({
      act: 'ledger export',
      account,
      times,
      mode: 'consumo',
      columns: 'account,entry,recorded,kind,pesos,verification,request,reference,reason',
      factsOf: (entry) => ({ ...factsOf(entry), pesos: pesos(entry.centavos).toFixed(2) }),
      each: (print) => each({ accountId: account, ...times }, print),
      tally: (page) => {
        printed += page.length
        moved += sumOf(page)
        charged -= sumOf(page.filter(({ kind }) => ofCharges.has(kind)))
      },
      sumsOf: (sums) => sumsOf(sums, charged),
      agrees: (sums) =>
        sums.opening + sums.moved + sums.later === sums.settled && printed === sums.entries && moved === sums.moved,
      disagreement: 'The entries do not sum up to the balances.',
    })
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
