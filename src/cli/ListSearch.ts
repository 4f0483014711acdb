import { Effect } from 'effect'
import { Command } from 'effect/cli'
import { parse } from '#domain/person/Curp.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { personOf, personWithoutCurp } from '#domain/screening/ScreenedPerson.ts'
import { Screening, type ScreeningOutcome } from '#ports/Screening.ts'
import { Time } from '#ports/Time.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { inputText } from './InputText.ts'
import { type Facts, printDetails } from './Output.ts'
import { recorded } from './Recording.ts'

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

type Judgement = Effect.Success<ReturnType<Screening['Service']['explain']>>['judgements'][number]

const judgementFacts = ({ list, entry, ...judged }: Judgement): Facts => ({
  verdict: judged.isCleared ? 'cleared' : (judged.judged?.verdict ?? 'other'),
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

const hint = `Write each on a line of its own: given names; first surname; second surname, or nothing; CURP, or
birth date and sex as 1980-01-31 M. Then end the input (Ctrl-D).`

const noPerson = new Refused({ reason: `The standard input names nobody. ${hint}` })

/** A birth date and a sex, where there is no CURP. */
const bornAndSex = /^(\S+) ([HMX])$/

const personFromInput = Effect.fnUntraced(function* (bornAbroad: boolean) {
  const text = yield* inputText(hint, noPerson)
  const [nombres = '', primerApellido = '', second = '', last = ''] = text.split('\n').map((line) => line.trim())
  if (!/\p{L}/u.test(nombres) || !/\p{L}/u.test(primerApellido)) return yield* noPerson
  const name = { nombres, primerApellido, segundoApellido: second === '' ? null : second }
  const [, born = '', sex] = bornAndSex.exec(last.toUpperCase()) ?? []
  if (sex === 'H' || sex === 'M' || sex === 'X') {
    return isDay(born) ? personWithoutCurp({ name, born, sex, bornAbroad }) : yield* noPerson
  }
  return personOf(name, yield* Effect.mapError(Effect.fromOption(parse(last.toUpperCase())), () => noPerson))
})

export const search = Command.make(
  'search',
  {
    bornAbroad: Inputs.isGiven(
      'born-abroad',
      'The person was born abroad (entity NE). A listed nationality then does not exclude a match',
    ),
    explain: Inputs.isGiven('explain', 'Show every examined entry and its verdict'),
  },
  Effect.fnUntraced(function* ({ bornAbroad, explain }) {
    const person = yield* personFromInput(bornAbroad)
    const now = yield* (yield* Time).now
    const port = yield* Screening
    const { outcome, judgements } = yield* recorded(port.explain(person, now), 'lists search')
    const shown = explain ? judgements : judgements.filter(({ judged }) => judged !== null)
    const whenEmpty = explain ? 'No entry comes near enough to be looked at.' : 'No entry matches.'
    yield* printDetails(outcomeFacts(outcome), 'entries', shown.map(judgementFacts), whenEmpty)
  }),
).pipe(
  Command.withDescription(
    'Screen one person, read from standard input, against the current lists (terms: docs/operate/lists.md, "How an entry is judged")',
  ),
  Command.withExamples([{ command: 'cotejo lists search < person.txt' }, { command: 'cotejo lists search --explain' }]),
)
