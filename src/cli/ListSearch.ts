import { Effect, Option, Schema, Stdio, Stream } from 'effect'
import { Command, Flag } from 'effect/cli'
import { parse } from '#domain/person/Curp.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { personOf, personWithoutCurp } from '#domain/screening/Screening.ts'
import { type Judgement, Screening, type ScreeningOutcome } from '#ports/Screening.ts'
import { Time } from '#ports/Time.ts'
import { Refused } from './Failures.ts'
import { type Facts, printDetails } from './Output.ts'

const outcomeFacts = (outcome: ScreeningOutcome): Facts => {
  if (outcome._tag === 'no_disponible') {
    const lists = outcome.lists.map(({ list, because }) => `${list} (${because})`)
    return { outcome: 'no_disponible', lists: lists.join(', ') }
  }
  if (outcome._tag === 'nombre_ilegible') {
    return { outcome: 'no_disponible', reason: 'a part of the name has no letter from A to Z' }
  }
  const { internacionales, fiscal, posibles = [] } = outcome.findings
  const found = { internacionales: internacionales.join(', '), fiscal: fiscal.join(', ') }
  return { outcome: 'consultada', ...found, posibles: posibles.join(', ') }
}

const percent = (part: number): string => `${Math.round(part * 100)} %`

const judgementFacts = ({ list, entry, ...judged }: Judgement): Facts => ({
  verdict: judged.judged?.verdict ?? 'other',
  list,
  entry: entry.id,
  name: judged.closestName,
  surnames: judged.agreement?.surnames ?? 'other',
  given: judged.agreement?.givenNames ?? 'other',
  slips: judged.agreement?.slips ?? null,
  rule: judged.judged?.rule ?? null,
  birth: judged.birth,
  ruledOutBy: judged.disqualifications.join(', ') || null,
  situation: entry.situation,
  surnamesAlike: percent(judged.similarity.surnames),
  givenAlike: percent(judged.similarity.givenNames),
})

const Name = Schema.String.check(Schema.isPattern(/\p{L}/u, { message: 'A name' }))
const Day = Schema.String.check(Schema.makeFilter((text) => isDay(text) || 'a day as 1980-01-31'))

const noCurp = new Refused({ reason: 'The standard input holds no CURP in the official form.' })

const noPerson = new Refused({ reason: 'Give either --born and --sex, or --curp-from-input and the CURP there.' })

const curpFromInput = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const text = yield* Effect.mapError(Stream.mkString(Stream.decodeText(stdin)), () => noCurp)
  return yield* Effect.mapError(Effect.fromOption(parse(text.trim().toUpperCase())), () => noCurp)
})

/**
 * A CURP is read from the standard input: what stands on a command line is seen by others and stays in
 * the history of the shell.
 */
export const search = Command.make(
  'search',
  {
    names: Flag.String('names').pipe(Flag.withDescription('Given names'), Flag.withSchema(Name)),
    firstSurname: Flag.String('first-surname').pipe(Flag.withSchema(Name)),
    secondSurname: Flag.String('second-surname').pipe(Flag.withSchema(Name), Flag.optional),
    curp: Flag.Boolean('curp-from-input').pipe(
      Flag.withDescription('Read the CURP from the standard input; birth date, sex and NE are then its own'),
      Flag.withDefault(false),
    ),
    born: Flag.String('born').pipe(
      Flag.withDescription('Birth date as 1980-01-31, where there is no CURP'),
      Flag.withSchema(Day),
      Flag.optional,
    ),
    sex: Flag.Literals('sex', ['H', 'M', 'X']).pipe(Flag.withDescription('As the CURP has it'), Flag.optional),
    bornAbroad: Flag.Boolean('born-abroad').pipe(
      Flag.withDescription('The CURP says NE: a nationality in a list then rules nobody out'),
      Flag.withDefault(false),
    ),
    explain: Flag.Boolean('explain').pipe(
      Flag.withDescription('Show every entry that was looked at, and how it was judged'),
      Flag.withDefault(false),
    ),
  },
  Effect.fnUntraced(function* ({ names, firstSurname, secondSurname, curp, born, sex, bornAbroad, explain }) {
    const name = { nombres: names, primerApellido: firstSurname, segundoApellido: Option.getOrNull(secondSurname) }
    const known = Option.all({ born, sex })
    if (curp === Option.isSome(known)) return yield* noPerson
    const person = Option.isSome(known)
      ? personWithoutCurp({ name, ...known.value, bornAbroad })
      : personOf(name, yield* curpFromInput)
    const now = yield* (yield* Time).now
    const port = yield* Screening
    const { outcome, judgements } = yield* port.explain(person, now)
    const shown = explain ? judgements : judgements.filter(({ judged }) => judged !== null)
    yield* printDetails(outcomeFacts(outcome), 'entries', shown.map(judgementFacts), 'No entry matches.')
  }),
).pipe(
  Command.withDescription('Screen a person against the current lists, as a verification does'),
  Command.withExamples([
    { command: 'cotejo lists search --names … --first-surname … --second-surname … --born 1980-01-31 --sex M' },
    { command: 'cotejo lists search --names … --first-surname … --curp-from-input < curp.txt' },
  ]),
)
