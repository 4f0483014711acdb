import { randomUUID } from 'node:crypto'
import { DateTime, Duration, Effect, Equal, Redacted } from 'effect'
import { LawsuitMeaning } from '#domain/evidence/Lawsuits.ts'
import type { RegisteredName } from '#domain/person/Subject.ts'
import type { SourceAnswer } from '#domain/verification/Verification.ts'
import type { Consultation } from '#ports/Sources.ts'
import { call, type Line } from './Call.ts'
import { mending, sentenceOf } from './CheckAdvice.ts'
import { identityQuestion } from './Identity.ts'
import { judicialQuestion } from './Judicial.ts'
import { type Outcome, wordOf } from './Outcome.ts'
import type { Question } from './Question.ts'

/**
 * Tests an untrusted provider against the contract, with the production parser, and reports what its integrator must
 * fix.
 */

export interface CheckSettings {
  readonly source: 'identidad' | 'judicial'
  readonly line: Line
  /** People that the provider knows, at least one. */
  readonly known: ReadonlyArray<string>
  /** A CURP that belongs to no person. */
  readonly unknown: string
  /** A name to search the courts for. */
  readonly name: RegisteredName
  readonly timeout: Duration.Duration
  /** How to wait until a pending consultation is asked again. */
  readonly wait: (time: Duration.Duration) => Effect.Effect<void>
}

/** What was tested, and what must be fixed; null if nothing. */
export interface Checked {
  readonly check: string
  readonly finding: string
  readonly action: string | null
}

/** The number of parallel consultations, to detect mixed-up answers. */
const atOnce = 8
/** How often a pending consultation is asked again. */
const mostAsked = 20

const passed = (check: string, finding: string): Checked => ({ check, finding, action: null })
const judged = (check: string, finding: string, isAsExpected: boolean, action: string): Checked =>
  isAsExpected ? passed(check, finding) : { check, finding, action }

const everyFinding = {
  identidad: ['activa', 'reemplazada', 'baja', 'valida', 'no_valida', 'coincide', 'no_coincide', 'no_localizada'],
  judicial: LawsuitMeaning.literals,
} as const

/** The required answer for an unknown person. */
const absent = {
  identidad: 'Answer 200 with resultado no_existe, without data of a person.',
  judicial: 'Answer 200 with empty juicios: the courts have none for this name.',
} as const

const unfamiliar =
  'The answer has members or words that the contract does not declare. They are ignored: leave them out.'

const findingsOf = (answer: SourceAnswer): unknown =>
  answer.outcome._tag === 'consultada' ? answer.outcome.findings : null

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

  /** Expects findings of an existing person, unless another fix is given. */
  const found = (
    check: string,
    outcome: Outcome,
    action = 'The person is known: answer with the findings.',
  ): Checked => {
    if (outcome._tag !== 'Answered') return { check, finding: wordOf(outcome), action: mending(outcome) }
    const finding = sentenceOf(outcome.answer)
    if (!outcome.isFamiliar) return { check, finding, action: unfamiliar }
    return judged(check, finding, findingsOf(outcome.answer) !== null, action)
  }

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
      judged(check, result.finding, !isMissing, 'The person is known, but the answer was no_existe.'),
      judged(
        `the same consultation repeated, ${check}`,
        wordOf(again),
        isSame,
        'Store the answer by consulta_id, and repeat it when asked again.',
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
      'Answer 400 or 422 to a request that violates the contract.',
    )
  })

  return Effect.gen(function* () {
    const results = (yield* Effect.forEach(known, person)).flat()
    // If people are not found, the remaining checks would report the same again.
    if (results.some(({ action }) => action !== null)) return results
    const seen = new Set(results.flatMap(({ finding }) => finding.split(/[^a-z_]+/)))
    const missed = everyFinding[source].filter((finding) => !seen.has(finding))
    const untried =
      missed.length === 0 ? [] : [passed('findings of no given person: give more people', missed.join(', '))]
    return [...results, yield* nobody, yield* together, yield* stranger, yield* malformed, ...untried]
  })
}
