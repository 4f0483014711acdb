import { Console, Effect, Layer } from 'effect'
import { Command } from 'effect/cli'
import { compareTransfers, unknown } from '#application/CompareTransfers.ts'
import * as Recovering from '#application/Recover.ts'
import { Recovery } from '#ports/Recovery.ts'
import * as Access from './Access.ts'
import { actingTime } from './ActingTime.ts'
import { Refused, Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { factsOf } from './LedgerFacts.ts'
import { printDetails, printDone } from './Output.ts'
import { recorded } from './Recording.ts'

const stillStanding =
  'It did not come to its end. Work stands still in every replica: run cotejo recover again, or cotejo recover --end.'

const begin = Effect.gen(function* () {
  yield* recorded((yield* Recovery).begin, 'recover', { details: { step: 'begin' } })
  yield* printDone('Work stands still in every replica. Compare the books with the processor: cotejo recover', {
    standsStill: true,
  })
})

const end = Effect.gen(function* () {
  const ending = (yield* Recovery).end(yield* actingTime)
  const underWay = yield* recorded(ending, 'recover', (goesOn) => ({ details: { step: 'end', underWay: goesOn } }))
  yield* printDone(`Work goes on, on ${underWay} verifications with their whole time before them.`, { underWay })
})

const whole = Effect.gen(function* () {
  yield* actingTime
  // It is many transactions: the first of them is recorded.
  yield* recorded((yield* Recovery).begin, 'recover', { details: { step: 'whole' } })
  const recovering = Effect.onError(Recovering.recover(compareTransfers), () => Console.error(stillStanding))
  const { unknown: added, noted, discrepancies, unanswered, underWay } = yield* recovering
  // Whoever repeats the command reads the whole list again.
  const lost = [...noted, ...added]
  const found = [...lost.map(unknown), ...discrepancies, ...unanswered]
  yield* printDetails(
    { standsStill: underWay === null, underWay, lostTransfers: lost.length },
    'found',
    found.map(factsOf),
    'The books know every transfer that the processor has.',
  )
  if (discrepancies.length + unanswered.length > 0) return yield* new Unsound()
})

export const recover = Command.make(
  'recover',
  {
    begin: Inputs.isGiven('begin', 'Only pause the work of every replica'),
    end: Inputs.isGiven('end', 'Resume work although the processor did not report everything'),
  },
  Effect.fnUntraced(function* (chosen) {
    if (chosen.begin && chosen.end) return yield* new Refused({ reason: 'Either --begin or --end, not both.' })
    if (chosen.begin) return yield* begin
    if (chosen.end) return yield* end
    yield* Effect.provide(whole, Access.comparison)
  }),
).pipe(Command.provide(Layer.mergeAll(Access.recovery, Access.time, Access.audit)))
