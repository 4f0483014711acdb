import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { make as makeKey } from '#domain/account/ApiKey.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { type Draft, perform, validDraft } from '#test/support/draft.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { canCombine, type Fault, faults } from '#test/support/faults.ts'
import { seed } from '#test/support/seed.ts'
import { type Answer, startSandbox } from '#tools/service/sandbox.ts'
import { catalog } from '#wire/Errores.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account({ limite_por_minuto: 100_000, saldo: 1_000_000 })

const answerTo = (found: ReadonlyArray<Fault>): Promise<Answer> =>
  perform(
    sandbox,
    found.reduce<Draft>((draft, { change }) => change(draft), validDraft()),
    llave,
  )

const waits: Record<number, string> = { 2.5: ' after a century', 17: ' within a minute', 17.5: ' after days' }
const longestMonth = 31 * 86_400

/** The error of the earliest step; 429 of the ceiling, the rate and the quota are told apart by how long to wait. */
const due = (found: ReadonlyArray<Fault>): string => {
  const { step, codigo } = found.reduce((first, next) => (next.step < first.step ? next : first))
  return `${catalog[codigo].status} ${codigo}${waits[step] ?? ''}`
}

const wait = ({ headers }: Answer): string => {
  const seconds = Number(headers.get('retry-after'))
  if (seconds > longestMonth) return ' after a century'
  return seconds <= 60 ? ' within a minute' : ' after days'
}

const answered = (answer: Answer): string => `${summaryOf(answer)}${answer.status === 429 ? wait(answer) : ''}`

/** `[what was wrong, what was answered, what was due]` where the last two differ. */
const mistakes = async (combinations: ReadonlyArray<ReadonlyArray<Fault>>): Promise<ReadonlyArray<unknown>> => {
  const found: Array<unknown> = []
  const rest = [...combinations]
  const judge = async (): Promise<void> => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const got = answered(await answerTo(next))
      if (got !== due(next)) found.push([next.map(({ name }) => name), got, due(next)])
    }
  }
  await Promise.all(Array.from({ length: 8 }, judge))
  return found
}

const pairs = faults.flatMap((one, index) =>
  faults
    .slice(index + 1)
    .filter((other) => one.step !== other.step && canCombine(one, other))
    .map((other) => [one, other]),
)

const curp = sampleCurp('LIMP')
/** A text of each kind that step 14 refuses, for a request of this CURP and these names. */
const descriptions = {
  'what describes the person': 'depto-embarazada',
  'a CURP': curp,
  'the first ten characters of its CURP': curp.slice(0, 10),
  'an e-mail address': 'ana.perez@example.com',
  'an identity number': 'pasaporte-G12345678',
  'a key': makeKey('sandbox', 1n),
  'a signing secret': `whsec_${Buffer.alloc(32, 7).toString('base64url')}`,
  'two of its names': 'depto-guadalupe-hernandez',
}
const solicitante = { curp, nombre: 'María Guadalupe', apellido_paterno: 'Hernández' }
const rating = 'moroso-12'
const callback = 'https://partner.example.com/avs'

describe.each(Object.entries(descriptions))('%s', (_, text) => {
  const places = {
    'in solicitud_id': { solicitud_id: text },
    'in propiedad_id': { propiedad_id: text },
    'in the path of webhook_url': { webhook_url: `${callback}/${encodeURIComponent(text)}` },
    'in a parameter of webhook_url': { webhook_url: `${callback}?de=${encodeURIComponent(text)}` },
  }
  it.each(Object.entries(places))('%s is step 14 beside a word of step 15 in another field', async (name, place) => {
    const other = name === 'in propiedad_id' ? { solicitud_id: rating } : { propiedad_id: rating }
    const answer = await sandbox.create(llave, { solicitante, ...other, ...place })
    expect(summaryOf(answer)).toBe('400 peticion_invalida')
  })

  it('is step 14 beside a word of step 15 in the same text', async () => {
    const answer = await sandbox.create(llave, { solicitante, propiedad_id: `${rating}/${text}` })
    expect(summaryOf(answer)).toBe('400 peticion_invalida')
  })
})

describe('the order in which POST /v1/verificaciones judges a request', () => {
  it('answers 200 en_proceso when nothing is wrong', async () => {
    expect(summaryOf(await answerTo([]))).toBe('200 en_proceso')
  })

  it.each(faults)('answers $codigo at step $step: $name', async (one) => {
    expect(answered(await answerTo([one]))).toBe(due([one]))
  })

  it('answers, of any two faults, the codigo of the earlier one', async () => {
    expect(pairs.length).toBeGreaterThan(2_000)
    expect(await mistakes(pairs)).toEqual([])
  })

  it('answers, of any number of faults, the codigo of the earliest one', async () => {
    const several = fc
      .shuffledSubarray([...faults], { minLength: 3, maxLength: 12 })
      .map((some) => some.filter((one, index) => some.slice(0, index).every((earlier) => canCombine(earlier, one))))
    expect(await mistakes(fc.sample(several, { numRuns: 200, seed }))).toEqual([])
  })
})
