import { Effect, Option } from 'effect'
import { Command, Flag } from 'effect/cli'
import { AccountAdministration, type AccountRecord } from '#ports/AccountAdministration.ts'
import * as Access from './Access.ts'
import { correct } from './Correction.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing } from './KnownAccount.ts'
import { type Facts, pesos, printCard, printDone, printTable } from './Output.ts'
import { processor } from './Processor.ts'
import { issueFirst } from './SigningSecrets.ts'

const factsOf = ({ account, balance, active }: AccountRecord): Facts => ({
  account: account.id,
  mode: account.mode,
  status: active ? 'activa' : 'suspendida',
  pricePesos: pesos(account.plan.priceCentavos),
  perMinute: account.plan.requestsPerMinute,
  monthlyQuota: account.plan.monthlyQuota,
  balancePesos: account.mode === 'consumo' ? pesos(balance.settledCentavos) : null,
  heldPesos: account.mode === 'consumo' ? pesos(balance.heldCentavos) : null,
})

const create = Command.make(
  'create',
  {
    account: Inputs.account,
    mode: Flag.Literals('mode', ['consumo', 'connect']).pipe(
      Flag.withDescription('consumo: prepaid balance; connect: the applicant pays'),
      Flag.withDefault('consumo'),
    ),
    price: Inputs.price,
    perMinute: Flag.withDefault(Inputs.perMinute, 60),
    quota: Flag.withDefault(Inputs.quota, null),
  },
  Effect.fnUntraced(function* ({ account, mode, price, perMinute, quota }) {
    const { open } = yield* AccountAdministration
    const plan = { priceCentavos: price, requestsPerMinute: perMinute, monthlyQuota: quota }
    yield* open({ id: account, mode, plan })
    const opened = yield* Effect.catchTag(
      Effect.all({ record: existing(account), signingSecret: issueFirst(account) }),
      'StorageUnavailable',
      ({ reason }) =>
        new Refused({
          reason: `Account "${account}" is open, but the database did not say whether it has its signing secret (${reason}). Make it: cotejo signing-secrets issue ${account}`,
        }),
    )
    yield* printCard({
      ...factsOf(opened.record),
      signingSecret: opened.signingSecret,
      note: 'Keep the signing secret now: it is never shown again.',
    })
  }),
).pipe(
  Command.withDescription('Open an account, without key and without money; its signing secret is shown this once'),
  Command.withExamples([{ command: 'cotejo accounts create inmobiliaria-sol --price 100 --per-minute 60' }]),
  Command.provide(Access.signingSecrets),
)

const list = Command.make('list', {}, () =>
  Effect.gen(function* () {
    const accounts = yield* (yield* AccountAdministration).list
    yield* printTable(accounts.map(factsOf), 'There are no accounts. Open one: cotejo accounts create')
  }),
).pipe(Command.withDescription('All accounts, oldest first'))

const show = Command.make('show', { account: Inputs.account }, ({ account }) =>
  Effect.flatMap(existing(account), (record) => {
    const processor = record.destination === null ? 'missing: its payments are refused' : 'set'
    return printCard({
      ...factsOf(record),
      processor: record.account.mode === 'connect' ? processor : null,
      destination: record.destination,
    })
  }),
).pipe(Command.withDescription('One account, and in mode connect who is paid at the processor'))

const plan = Command.make(
  'plan',
  {
    account: Inputs.account,
    price: Flag.optional(Inputs.price),
    perMinute: Flag.optional(Inputs.perMinute),
    quota: Flag.optional(Inputs.quota),
  },
  Effect.fnUntraced(function* ({ account, price, perMinute, quota }) {
    const { changePlan } = yield* AccountAdministration
    if ([price, perMinute, quota].every((flag) => Option.isNone(flag))) {
      return yield* new Refused({ reason: 'Nothing to change: give --price, --per-minute or --quota.' })
    }
    const { plan: current } = (yield* existing(account)).account
    yield* changePlan(account, {
      priceCentavos: Option.getOrElse(price, () => current.priceCentavos),
      requestsPerMinute: Option.getOrElse(perMinute, () => current.requestsPerMinute),
      monthlyQuota: Option.getOrElse(quota, () => current.monthlyQuota),
    })
    yield* printCard(factsOf(yield* existing(account)))
  }),
).pipe(Command.withDescription('Change price and limits; what is under way keeps the old price'))

const credit = Command.make(
  'credit',
  { account: Inputs.account, amount: Inputs.amount, reference: Inputs.reference },
  Effect.fnUntraced(function* ({ account, amount, reference }) {
    const { account: current } = yield* existing(account)
    if (current.mode === 'connect') {
      return yield* new Refused({ reason: `In account "${account}" (connect) applicants pay; it has no balance.` })
    }
    const added = yield* (yield* AccountAdministration).creditOnce(account, amount, reference).pipe(
      Effect.catchTags({
        StorageUnavailable: () =>
          new Refused({
            reason:
              'The database did not say whether it was added. Repeat it with the same reference: it is added once.',
          }),
        ReferenceTaken: ({ amountCentavos }) =>
          new Refused({
            reason: `Under the reference "${reference}" ${pesos(amountCentavos).toFixed(2)} were added before: another amount needs another reference.`,
          }),
      }),
    )
    yield* printCard({ ...factsOf(yield* existing(account)), added })
  }),
).pipe(Command.withDescription('Add prepaid money, once for each reference'))

const setting = (name: 'suspend' | 'activate', description: string) =>
  Command.make(
    name,
    { account: Inputs.account },
    Effect.fnUntraced(function* ({ account }) {
      const active = name === 'activate'
      yield* (yield* AccountAdministration).setActive(account, active)
      const sentence = active
        ? `Account "${account}" is active.`
        : `Account "${account}" is suspended: its keys are refused within 5 seconds, and what is under way ends.`
      yield* printDone(sentence, { account, status: active ? 'activa' : 'suspendida' })
    }),
  ).pipe(Command.withDescription(description))

export const accounts = Command.make('accounts').pipe(
  Command.withDescription('Partners, their prices, limits and balances'),
  Command.withSubcommands([
    create,
    list,
    show,
    plan,
    credit,
    correct,
    processor,
    setting('suspend', 'Refuse the keys of an account'),
    setting('activate', 'Accept the keys of an account again'),
  ]),
  Command.provide(Access.accounts),
)
