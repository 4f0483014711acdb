import { Duration, Effect, Layer, Option, Schema } from 'effect'
import { Command, Flag } from 'effect/cli'
import * as Screening from '#adapters/lists/Screening.ts'
import { kindOf, type ListName, listNames } from '#domain/screening/ListEntry.ts'
import { ageOf, isDay } from '#domain/screening/ListVersion.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { type Judgement, type ScreeningOutcome, Screening as ScreeningPort } from '#ports/Screening.ts'
import { Time } from '#ports/Time.ts'
import { listsMaxAge, listsRequired } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import * as Access from './Access.ts'
import { importList } from './ListImport.ts'
import { type Facts, instant, printDetails, printTable } from './Output.ts'

const settings = load({ maxAge: listsMaxAge, required: listsRequired })

const screening = Layer.unwrap(Effect.map(settings, Screening.layer))

const status = Command.make('status', {}, () =>
  Effect.gen(function* () {
    const { maxAge, required } = yield* settings
    const now = yield* (yield* Time).now
    const { history } = yield* ListAdministration
    const factsOf = Effect.fnUntraced(function* (list: ListName) {
      const [current, former] = yield* history(list)
      const [unfit] = Screening.unfitLists(current === undefined ? [] : [current], { maxAge, required: [list] }, now)
      return {
        ...{ list, kind: kindOf[list], state: unfit?.because ?? 'vigente', required: required.includes(list) },
        cutOff: current?.cutOff ?? null,
        days: current === undefined ? null : Math.floor(Duration.toDays(ageOf(current, now))),
        people: current?.entries ?? null,
        imported: instant(current?.importedAt ?? null),
        formerCutOff: former?.cutOff ?? null,
      }
    })
    yield* printTable(yield* Effect.forEach(listNames, factsOf), '')
  }),
).pipe(Command.withDescription('The current version of each list, how old it is, and whether it can be used'))

const outcomeFacts = (outcome: ScreeningOutcome): Facts => {
  if (outcome._tag === 'no_disponible') {
    const lists = outcome.lists.map(({ list, because }) => `${list} (${because})`)
    return { outcome: 'no_disponible', lists: lists.join(', ') }
  }
  if (outcome._tag === 'nombre_ilegible') {
    return { outcome: 'no_disponible', reason: 'a part of the name has no letter from A to Z' }
  }
  const { internacionales, fiscal } = outcome.findings
  return { outcome: 'consultada', internacionales: internacionales.join(', '), fiscal: fiscal.join(', ') }
}

const percent = (part: number): string => `${Math.round(part * 100)} %`

const judgementFacts = ({ list, entry, ...judged }: Judgement): Facts => ({
  match: judged.isMatch,
  list,
  entry: entry.id,
  name: judged.closestName,
  surnames: judged.agreement?.surnames ?? 'other',
  given: judged.agreement?.givenNames ?? 'other',
  slips: judged.agreement?.slips ?? null,
  birth: judged.birth,
  ruledOutBy: judged.disqualifications.join(', ') || null,
  situation: entry.situation,
  surnamesAlike: percent(judged.similarity.surnames),
  givenAlike: percent(judged.similarity.givenNames),
})

const Name = Schema.String.check(Schema.isPattern(/\p{L}/u, { message: 'A name' }))
const Day = Schema.String.check(Schema.makeFilter((text) => isDay(text) || 'a day as 1980-01-31'))

/**
 * By name, birth date and sex, and not by CURP: what stands on a command line is seen by others and stays
 * in the history of the shell, and of a CURP nothing more would be used.
 */
const search = Command.make(
  'search',
  {
    names: Flag.String('names').pipe(Flag.withDescription('Given names'), Flag.withSchema(Name)),
    firstSurname: Flag.String('first-surname').pipe(Flag.withSchema(Name)),
    secondSurname: Flag.String('second-surname').pipe(Flag.withSchema(Name), Flag.optional),
    born: Flag.String('born').pipe(Flag.withDescription('Birth date as 1980-01-31'), Flag.withSchema(Day)),
    sex: Flag.Literals('sex', ['H', 'M', 'X']).pipe(Flag.withDescription('As the CURP has it')),
    bornAbroad: Flag.Boolean('born-abroad').pipe(
      Flag.withDescription('The CURP says NE: a nationality in a list then rules nobody out'),
      Flag.withDefault(false),
    ),
    explain: Flag.Boolean('explain').pipe(
      Flag.withDescription('Show every entry that was looked at, and how it was judged'),
      Flag.withDefault(false),
    ),
  },
  Effect.fnUntraced(function* ({ names, firstSurname, secondSurname, born, sex, bornAbroad, explain }) {
    const name = { nombres: names, primerApellido: firstSurname, segundoApellido: Option.getOrNull(secondSurname) }
    const now = yield* (yield* Time).now
    const port = yield* ScreeningPort
    const { outcome, judgements } = yield* port.explain({ name, born, sex, bornAbroad, letters: null }, now)
    const shown = explain ? judgements : judgements.filter(({ isMatch }) => isMatch)
    yield* printDetails(outcomeFacts(outcome), 'entries', shown.map(judgementFacts), 'No entry matches.')
  }),
).pipe(
  Command.withDescription('Screen a person against the current lists, as a verification does'),
  Command.provide(screening),
)

export const lists = Command.make('lists').pipe(
  Command.withDescription('Lists that people are screened against: sanctions, exposed persons, watch lists, 69-B'),
  Command.withSubcommands([importList, status, search]),
  Command.provide(Layer.merge(Access.lists, Access.time)),
)
