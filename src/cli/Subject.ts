import { Console, Effect, Layer, Option } from 'effect'
import { Argument, Command } from 'effect/cli'
import { eraseVerification } from '#application/EraseVerification.ts'
import { Erasure } from '#ports/Erasure.ts'
import { Secrets } from '#ports/Secrets.ts'
import { VerificationRecords } from '#ports/VerificationRecords.ts'
import * as Access from './Access.ts'
import { actingTime } from './ActingTime.ts'
import { clear } from './Clearing.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { lacking } from './KnownAccount.ts'
import { instant, printCard } from './Output.ts'
import { recorded } from './Recording.ts'
import { letterOf } from './SubjectLetter.ts'

/** Requests of an applicant. They are found by the partner's `solicitud_id`, because the service keeps no CURP. */

const request = Argument.String('request').pipe(Argument.withDescription('Its solicitud_id'))

const access = Layer.mergeAll(Access.records, Access.accounts, Access.erasure, Access.secrets, Access.audit)

const underWay = (verification: string, deadline: string | null) =>
  new Refused({
    reason: `Verification "${verification}" is under way, until ${deadline} at the latest. Its end erases CURP and names; nothing was done now. Run this again then.`,
  })

const verificationOf = Effect.fnUntraced(function* (account: string, requestId: string) {
  const found = yield* (yield* Erasure).verificationOf(account, requestId)
  if (Option.isSome(found)) return found.value
  return yield* lacking(account, `Account "${account}" has no verification with the solicitud_id "${requestId}".`)
})

export const erase = Command.make(
  'erase',
  {
    account: Inputs.account,
    verification: Inputs.verification.pipe(Argument.optional),
    request: Inputs.solicitudId,
  },
  Effect.fnUntraced(function* ({ account, verification: given, request }) {
    if (Option.isSome(given) === (request !== null)) {
      return yield* new Refused({ reason: 'Name a verification, or give its --solicitud-id.' })
    }
    const verification = request === null ? Option.getOrThrow(given) : yield* verificationOf(account, request)
    // The receipt has the time.
    yield* actingTime
    const erasing = (yield* eraseVerification)(account, verification)
    const outcome = yield* recorded(erasing, 'verifications erase', ({ _tag }) =>
      _tag === 'Erased' ? { account, details: { verification } } : null,
    )
    switch (outcome._tag) {
      case 'Unknown':
        return yield* lacking(account, `Account "${account}" has no verification "${verification}".`)
      case 'UnderWay':
        return yield* underWay(verification, instant(outcome.deadline))
      case 'Erased':
        return yield* printCard({ ...outcome.receipt })
    }
  }),
).pipe(
  Command.withDescription(
    'Erase everything that is kept of an ended verification now, named or found by its solicitud_id, and print a signed receipt',
  ),
  Command.provide(Layer.merge(access, Access.time)),
)

const exported = Command.make(
  'export',
  {
    account: Inputs.account,
    request,
    letter: Inputs.isGiven('letter', 'Print a letter to the person, in Spanish and Markdown'),
  },
  Effect.fnUntraced(function* ({ account, request: requestId, letter }) {
    const verification = yield* verificationOf(account, requestId)
    const reading = Effect.gen(function* () {
      const record = Option.getOrThrow(yield* (yield* VerificationRecords).find(account, verification))
      const kept = Option.getOrNull(yield* (yield* Erasure).kept(account, verification))
      if (kept === null && record.retiredAt === null) return yield* underWay(verification, instant(record.deadline))
      return { record, kept }
    })
    const { record, kept } = yield* recorded(reading, 'subject export', { account, details: { verification } })
    const { state, reason, channel, createdAt, resolvedAt, retiredAt } = record
    const sources = yield* (yield* VerificationRecords).sourcesOf(account, verification)
    if (letter) return yield* Console.log(letterOf({ record, kept, sources, now: yield* actingTime }))
    yield* Console.log(
      JSON.stringify(
        {
          account,
          request: requestId,
          verification,
          state,
          reason,
          channel,
          createdAt,
          resolvedAt,
          retiredAt,
          kept,
          sources,
        },
        null,
        2,
      ),
    )
  }),
).pipe(
  Command.withDescription('Print everything that is kept of a request, as JSON or as a letter'),
  Command.provide(Layer.merge(access, Access.time)),
)

const key = Command.make('receipt-key', {}, () =>
  Effect.flatMap(Secrets, ({ receiptKey }) => Console.log(receiptKey.trim())),
).pipe(Command.withDescription('Print the public key (PEM) that verifies receipts'), Command.provide(Access.secrets))

export const subject = Command.make('subject').pipe(Command.withSubcommands([exported, clear, key]))
