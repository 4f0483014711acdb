import { Effect, Layer, Option } from 'effect'
import { Command, Flag } from 'effect/cli'
import type { Plan } from '#domain/account/Account.ts'
import { AccountAdministration, type AccountRecord } from '#ports/AccountAdministration.ts'
import * as Access from './Access.ts'
import { correct } from './Correction.ts'
import { Refused, unconfirmed } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing } from './KnownAccount.ts'
import { type Facts, noteOf, pesos, printCard, printDone, printTable } from './Output.ts'
import { processor } from './Processor.ts'
import { reasonFor, recorded } from './Recording.ts'
import { issueFirst } from './SigningSecrets.ts'

/** A balance that is left over from mode consumo stays visible: it counts again in that mode. */
const hasBalance = ({ account, balance }: Pick<AccountRecord, 'account' | 'balance'>): boolean =>
  account.mode === 'consumo' || balance.settledCentavos !== 0 || balance.heldCentavos !== 0

const factsOf = ({ account, balance, active }: AccountRecord): Facts => ({
  account: account.id,
  mode: account.mode,
  status: active ? 'activa' : 'suspendida',
  ...planFacts(account.plan),
  balancePesos: hasBalance({ account, balance }) ? pesos(balance.settledCentavos) : null,
  heldPesos: hasBalance({ account, balance }) ? pesos(balance.heldCentavos) : null,
})

const planFacts = ({ priceCentavos, requestsPerMinute, monthlyQuota }: Plan) => ({
  pricePesos: pesos(priceCentavos),
  perMinute: requestsPerMinute,
  monthlyQuota,
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
    const opening = Effect.andThen(
      open({ id: account, mode, plan }),
      Effect.all({ record: existing(account), signingSecret: issueFirst(account) }),
    )
    const opened = yield* recorded(opening, 'accounts create', { account, details: { mode, ...planFacts(plan) } })
    yield* printCard({
      ...factsOf(opened.record),
      signingSecret: opened.signingSecret,
      note: 'Keep the signing secret now: it is never shown again.',
    })
  }),
).pipe(
  Command.withDescription('Create an account without key and balance. Prints its signing secret, only this once'),
  Command.withExamples([{ command: 'cotejo accounts create inmobiliaria-sol --price 100 --per-minute 60' }]),
  Command.provide(Access.signingSecrets),
)

const list = Command.make('list', {}, () =>
  Effect.gen(function* () {
    const accounts = yield* recorded((yield* AccountAdministration).list, 'accounts list')
    yield* printTable(accounts.map(factsOf), 'There are no accounts. Open one: cotejo accounts create')
  }),
).pipe(Command.withDescription('List accounts, oldest first'))

const show = Command.make('show', { account: Inputs.account }, ({ account }) =>
  Effect.flatMap(recorded(existing(account), 'accounts show', { account }), (record) => {
    const processor = record.destination === null ? 'missing: its payments are refused' : 'set'
    return printCard({
      ...factsOf(record),
      processor: record.account.mode === 'connect' ? processor : null,
      destination: record.destination,
    })
  }),
).pipe(Command.withDescription('Show an account, and in mode connect its destination at the processor'))

const plan = Command.make(
  'plan',
  {
    account: Inputs.account,
    mode: Flag.Literals('mode', ['consumo', 'connect']).pipe(
      Flag.withDescription('Who pays for new verifications; connect needs cotejo accounts processor'),
      Flag.withDefault(null),
    ),
    price: Flag.optional(Inputs.price),
    perMinute: Flag.optional(Inputs.perMinute),
    quota: Flag.optional(Inputs.quota),
  },
  Effect.fnUntraced(function* ({ account, mode, price, perMinute, quota }) {
    const { changePlan, changeMode } = yield* AccountAdministration
    if (mode === null && [price, perMinute, quota].every((flag) => Option.isNone(flag))) {
      return yield* new Refused({ reason: 'Nothing to change: give --mode, --price, --per-minute or --quota.' })
    }
    const changing = Effect.gen(function* () {
      const { plan: current } = (yield* existing(account)).account
      yield* changePlan(account, {
        priceCentavos: Option.getOrElse(price, () => current.priceCentavos),
        requestsPerMinute: Option.getOrElse(perMinute, () => current.requestsPerMinute),
        monthlyQuota: Option.getOrElse(quota, () => current.monthlyQuota),
      })
      if (mode !== null) yield* changeMode(account, mode)
      return yield* existing(account)
    })
    const changed = yield* recorded(changing, 'accounts plan', (record) => ({
      account,
      details: { ...planFacts(record.account.plan), ...(mode === null ? {} : { mode }) },
    }))
    yield* printCard(factsOf(changed))
  }),
).pipe(Command.withDescription('Change billing mode, price and limits. Verifications in progress keep theirs'))

const credit = Command.make(
  'credit',
  { account: Inputs.account, amount: Inputs.amount, reference: Inputs.reference },
  Effect.fnUntraced(function* ({ account, amount, reference }) {
    const { account: current } = yield* existing(account)
    if (current.mode === 'connect') {
      return yield* new Refused({
        reason: `Account "${account}" is in mode connect: applicants pay, so it takes no credit.`,
      })
    }
    const reason = yield* reasonFor('accounts credit')
    const crediting = (yield* AccountAdministration).creditOnce(account, amount, reference, reason)
    const added = yield* recorded(crediting, 'accounts credit', (isAdded) =>
      isAdded ? { account, details: { pesos: pesos(amount), reference } } : null,
    ).pipe(
      Effect.catchTags({
        StorageUnavailable: unconfirmed('added. Repeat it with the same reference: it is added once.'),
        ReferenceTaken: ({ amountCentavos }) =>
          new Refused({
            reason: `Under the reference "${reference}" ${pesos(amountCentavos).toFixed(2)} were added before: another amount needs another reference.`,
          }),
      }),
    )
    yield* printCard({ ...factsOf(yield* existing(account)), added, note: noteOf(added) })
  }),
).pipe(Command.withDescription('Credit a prepaid account, once for each reference'))

const setting = (name: 'suspend' | 'activate', description: string) =>
  Command.make(
    name,
    { account: Inputs.account },
    Effect.fnUntraced(function* ({ account }) {
      const active = name === 'activate'
      yield* recorded((yield* AccountAdministration).setActive(account, active), `accounts ${name}`, { account })
      const sentence = active
        ? `Account "${account}" is active.`
        : `Account "${account}" is suspended: its keys are refused within 5 seconds, and what is under way ends.`
      yield* printDone(sentence, { account, status: active ? 'activa' : 'suspendida' })
    }),
  ).pipe(Command.withDescription(description))

export const accounts = Command.make('accounts').pipe(
  Command.withSubcommands([
    create,
    list,
    show,
    plan,
    credit,
    correct,
    processor,
    setting('suspend', 'Suspend an account: its keys are refused'),
    setting('activate', 'Activate a suspended account: its keys are accepted again'),
  ]),
  Command.provide(Layer.merge(Access.accounts, Access.audit)),
)
