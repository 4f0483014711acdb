import { randomUUID } from 'node:crypto'
import { DateTime, Duration, Effect, Equal, Redacted } from 'effect'
import type { RegisteredName } from '#domain/person/RegisteredName.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Consultation } from '#ports/Sources.ts'
import { call, type Line } from './Call.ts'
import { mending, sentenceOf } from './CheckAdvice.ts'
import { identityQuestion } from './Identity.ts'
import { judicialQuestion } from './Judicial.ts'
import { type Outcome, wordOf } from './Outcome.ts'
import type { Question } from './Question.ts'

/**
 * Plays the contract against a provider that is not trusted yet, with the reader of production, and says what its
 * integrator has to mend.
 */

export interface CheckSettings {
  readonly source: 'identidad' | 'judicial'
  readonly line: Line
  /** Of people that the provider knows, at least one. */
  readonly known: ReadonlyArray<string>
  /** Of nobody. */
  readonly unknown: string
  /** By which courts are asked. */
  readonly name: RegisteredName
  readonly timeout: Duration.Duration
  /** How the time passes until a pending consultation is asked for again. */
  readonly wait: (time: Duration.Duration) => Effect.Effect<void>
}

/** What was tried, and what has to be mended; null when nothing has. */
export interface Checked {
  readonly check: string
  readonly finding: string
  readonly action: string | null
}

/** Consultations at once, so that answers that are mixed up show. */
const atOnce = 8
/** A pending consultation is asked for again so many times. */
const mostAsked = 20

const passed = (check: string, finding: string): Checked => ({ check, finding, action: null })
const judged = (check: string, finding: string, isAsExpected: boolean, action: string): Checked =>
  isAsExpected ? passed(check, finding) : { check, finding, action }

/** What a provider may find, in its own words as they are read. */
const everyFinding = {
  identidad: ['activa', 'baja', 'valida', 'no_valida', 'coincide', 'no_coincide', 'no_localizada'],
  judicial: ['civil', 'mercantil', 'familiar', 'laboral', 'penal', 'administrativa', 'concluido', 'en_curso'],
} as const

/** What has to be answered of nobody. */
const absent = {
  identidad: 'Answer 200 with resultado no_existe, and nothing of anybody.',
  judicial: 'Answer 200 with no juicios: the courts were asked, and have none of this name.',
} as const

const findingsOf = (answer: SourceAnswer): unknown =>
  answer.outcome._tag === 'consultada' ? answer.outcome.findings : null

/** Ways to ask. */
const askerOf = ({ source, line, name, timeout, wait }: CheckSettings) => {
  const consultationOf = (curp: string, id = `ver_${randomUUID()}/${source}`): Consultation => ({
    source,
    id,
    subject: { curp, nombre: null, apellidoPaterno: null, apellidoMaterno: null },
    registeredName: name,
    startedAt: DateTime.makeUnsafe(0),
    closesAt: DateTime.makeUnsafe(0),
    now: DateTime.makeUnsafe(0),
  })
  const questionOf = (consultation: Consultation): Question =>
    source === 'identidad' ? identityQuestion(consultation) : judicialQuestion(consultation, name)

  const once = (consultation: Consultation, to = line, question = questionOf(consultation)) =>
    call(to, consultation, question, timeout)
  /** Asked again for as long as it is pending. */
  const asked = (consultation: Consultation, left = mostAsked): Effect.Effect<Outcome> =>
    Effect.flatMap(once(consultation), (outcome) =>
      outcome._tag === 'Pending' && left > 1
        ? Effect.andThen(wait(Duration.seconds(outcome.seconds)), asked(consultation, left - 1))
        : Effect.succeed(outcome),
    )

  return { consultationOf, questionOf, once, asked }
}

export const checkProvider = (settings: CheckSettings) => {
  const { source, line, known, unknown } = settings
  const { consultationOf, questionOf, once, asked } = askerOf(settings)

  /** Findings are expected, of somebody who is there unless another thing to mend is given. */
  const found = (
    check: string,
    outcome: Outcome,
    action = 'The person is known: answer with the findings.',
  ): Checked =>
    outcome._tag === 'Answered'
      ? judged(check, sentenceOf(outcome.answer), findingsOf(outcome.answer) !== null, action)
      : { check, finding: wordOf(outcome), action: mending(outcome) }

  const person = Effect.fnUntraced(function* (curp: string, index: number) {
    const consultation = consultationOf(curp)
    const first = yield* asked(consultation)
    const check = `known person ${index + 1}`
    const result = found(check, first)
    if (first._tag !== 'Answered' || result.action !== null) return [result]
    const isMissing = Equal.equals(findingsOf(first.answer), { _tag: 'no_existe' })
    const again = yield* asked(consultation)
    const isSame = again._tag === 'Answered' && Equal.equals(again.answer, first.answer)
    return [
      judged(check, result.finding, !isMissing, 'The person is known, and was said not to exist.'),
      judged(
        `the same consultation again, of ${check}`,
        wordOf(again),
        isSame,
        'Keep the answer by consulta_id: asked again it is the same.',
      ),
    ]
  })

  const nobody = Effect.gen(function* () {
    const check = 'person that does not exist'
    const outcome = yield* asked(consultationOf(unknown))
    const result = found(check, outcome, absent[source])
    if (source === 'judicial' || result.action !== null || outcome._tag !== 'Answered') return result
    const isMissing = Equal.equals(findingsOf(outcome.answer), { _tag: 'no_existe' })
    return judged(check, result.finding, isMissing, absent[source])
  })

  const together = Effect.gen(function* () {
    const check = `${atOnce} consultations at once`
    const people = Array.from({ length: atOnce }, (_, index) => known[index % known.length] ?? unknown)
    const outcomes = yield* Effect.forEach(people, (curp) => asked(consultationOf(curp)), { concurrency: atOnce })
    return (
      outcomes.map((outcome) => found(check, outcome)).find(({ action }) => action !== null) ??
      passed(check, 'each its own')
    )
  })

  const stranger = Effect.gen(function* () {
    const key = Redacted.make(`no-${randomUUID()}`)
    const outcome = yield* once(consultationOf(known[0] ?? unknown), { ...line, key })
    const code = outcome._tag === 'Failed' ? outcome.code : null
    const isRefused = code === '401' || code === '403'
    return judged('another key', code ?? wordOf(outcome), isRefused, 'Answer 401 to a key that is not ours.')
  })

  const malformed = Effect.gen(function* () {
    const consultation = consultationOf(known[0] ?? unknown)
    const question = { ...questionOf(consultation), body: { consulta_id: consultation.id, curp: 'NADIE' } }
    const outcome = yield* once(consultation, line, question)
    const finding = outcome._tag === 'Refused' ? outcome.code : wordOf(outcome)
    return judged(
      'malformed question',
      finding,
      outcome._tag === 'Refused',
      'Answer 400 or 422 to what is not of the contract.',
    )
  })

  return Effect.gen(function* () {
    const results = (yield* Effect.forEach(known, person)).flat()
    // Where people are not found, the rest would say the same once more.
    if (results.some(({ action }) => action !== null)) return results
    const seen = new Set(results.flatMap(({ finding }) => finding.split(/[^a-z_]+/)))
    const missed = everyFinding[source].filter((finding) => !seen.has(finding))
    const untried = missed.length === 0 ? [] : [passed('findings that nobody had: give more people', missed.join(', '))]
    return [...results, yield* nobody, yield* together, yield* stranger, yield* malformed, ...untried]
  })
}
