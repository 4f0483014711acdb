import { Effect, Layer } from 'effect'
import { Command, Flag } from 'effect/cli'
import { isReason } from '#domain/audit/Act.ts'
import { shortTextLength } from '#domain/Limits.ts'
import { parse } from '#domain/person/Curp.ts'
import type { Clearable } from '#domain/screening/Clearance.ts'
import { listNames } from '#domain/screening/ListEntry.ts'
import { Clearances } from '#ports/Clearances.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import * as Access from './Access.ts'
import { actingTime } from './ActingTime.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { inputText } from './InputText.ts'
import { noteOf, printCard } from './Output.ts'
import { recorded } from './Recording.ts'

const refusing = (reason: string) => new Refused({ reason: `${reason} Nothing was done.` })

const hint = 'Write the CURP, and end the input (Ctrl-D).'

const noCurp = refusing(`The last line of the standard input is no CURP. ${hint}`)

/** The CURP is the last line, so that the input of `lists search` will do. */
const curpFromInput = Effect.gen(function* () {
  const last = (yield* inputText(hint, noCurp)).trim().split('\n').at(-1) ?? ''
  const { value } = yield* Effect.mapError(Effect.fromOption(parse(last.trim().toUpperCase())), () => noCurp)
  return value
})

/** Refuses an entry that is not in the list, and one that the list itself gives this CURP. */
const refuseEntry = Effect.fnUntraced(function* (curp: string, clearable: Clearable) {
  if (clearable.source === 'judicial') return
  const { list, entry } = clearable
  const found = yield* (yield* ListAdministration).entries(list, entry)
  if (found.length === 0) {
    return yield* refusing(
      `The current version of ${list} has no entry "${entry}". It is the column ENTRY of: cotejo lists search.`,
    )
  }
  if (found.some(({ curps }) => curps.includes(curp))) {
    return yield* refusing(`Entry "${entry}" of ${list} has this CURP, so it is about this person.`)
  }
})

const consent = Flag.String('consent').pipe(
  Flag.withDescription("Where the person's consent is kept, such as the number of a letter. Do not name applicants"),
  Flag.filter(isReason, () => `A line of at most ${shortTextLength} characters, without a CURP`),
  Flag.withDefault(null),
)

export const clear = Command.make(
  'clear',
  {
    list: Flag.Literals('list', listNames).pipe(Flag.withDescription('The list of the entry'), Flag.withDefault(null)),
    entry: Inputs.textOf('entry', 'The entry, as lists search shows it'),
    judicial: Inputs.isGiven('judicial', 'All lawsuits found by name only'),
    consent,
    withdraw: Inputs.isGiven('withdraw', 'Count them again'),
  },
  Effect.fnUntraced(function* ({ list, entry, judicial, consent, withdraw }) {
    if ((list === null) !== (entry === null) || (list === null) !== judicial) {
      return yield* refusing('Give --list with --entry, or --judicial.')
    }
    if (consent === null && !withdraw) {
      return yield* refusing('It needs the consent of the person, which the audit names: repeat it with --consent "…".')
    }
    const clearable: Clearable =
      list === null || entry === null ? { source: 'judicial' } : { source: 'listas', list, entry }
    const curp = yield* curpFromInput
    const { record, withdraw: remove } = yield* Clearances
    const now = yield* actingTime
    if (!withdraw) yield* refuseEntry(curp, clearable)
    // The entry stays out of the audit, which is kept for longer: it can be a taxpayer's RFC.
    const details = { source: clearable.source, list, ...(withdraw ? { withdrawn: true } : { consent }) }
    const doing = withdraw ? remove(curp, clearable) : record(curp, clearable, now)
    const isDone = yield* recorded(doing, 'subject clear', (done) => (done ? { details } : null))
    yield* printCard({ source: clearable.source, list, entry, cleared: !withdraw, note: noteOf(isDone) })
  }),
).pipe(
  Command.withDescription(
    "Record, with the person's consent, that an entry of a list or lawsuits by name are about another person. The CURP is read from standard input",
  ),
  Command.withExamples([
    {
      command: 'cotejo subject clear --list ofac_sdn --entry 12345 --consent carta-7 --reason caso-1 < person.txt',
    },
    { command: 'cotejo subject clear --judicial --consent carta-7 --reason caso-1 < person.txt' },
  ]),
  Command.provide(Layer.mergeAll(Access.clearances, Access.keylessLists, Access.audit, Access.time)),
)
