import { Effect } from 'effect'
import { Command } from 'effect/cli'
import { BalanceCorrections } from '#ports/BalanceCorrections.ts'
import * as Access from './Access.ts'
import { Refused, unconfirmed } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { existing } from './KnownAccount.ts'
import { noteOf, pesos, printCard } from './Output.ts'
import { reasonFor, recorded } from './Recording.ts'

/** `cotejo accounts correct`: a balance that is wrong is put right by an entry that says why. */
export const correct = Command.make(
  'correct',
  {
    account: Inputs.account,
    add: Inputs.amountOf('add', 'Pesos to add'),
    take: Inputs.amountOf('take', 'Pesos to take, of what is not held'),
    reference: Inputs.reference,
  },
  Effect.fnUntraced(function* ({ account, add, take, reference }) {
    const { account: current } = yield* existing(account)
    if (current.mode === 'connect') {
      return yield* new Refused({
        reason: `Account "${account}" is in mode connect: applicants pay, so its balance is not corrected.`,
      })
    }
    if ((add === null) === (take === null)) return yield* new Refused({ reason: 'Give either --add or --take.' })
    const centavos = add ?? -(take ?? 0)
    const reason = yield* reasonFor('accounts correct')
    const correcting = (yield* BalanceCorrections).correct(account, { centavos, reference, reason })
    const corrected = yield* recorded(correcting, 'accounts correct', (isDone) =>
      isDone ? { account, details: { pesos: pesos(centavos), reference } } : null,
    ).pipe(
      Effect.catchTags({
        StorageUnavailable: unconfirmed('corrected. Repeat it with the same reference: it counts once.'),
        BalanceTooSmall: ({ freeCentavos }) =>
          new Refused({ reason: `Only ${pesos(freeCentavos).toFixed(2)} of account "${account}" are not held.` }),
        ReferenceTaken: ({ amountCentavos }) =>
          new Refused({
            reason: `The reference "${reference}" stands for ${pesos(amountCentavos).toFixed(2)} already: another change needs another reference.`,
          }),
      }),
    )
    const { balance } = yield* existing(account)
    yield* printCard({ account, corrected, balancePesos: pesos(balance.settledCentavos), note: noteOf(corrected) })
  }),
).pipe(
  Command.withDescription('Add to or take from a balance, once for each reference'),
  Command.provide(Access.corrections),
)
