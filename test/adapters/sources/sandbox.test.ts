import { DateTime, Duration, Effect } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scenarioOf, scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { layer } from '#adapters/sources/sandbox/Sources.ts'
import type { SourceName } from '#domain/evidence/Source.ts'
import type { Subject } from '#domain/person/Subject.ts'
import { type Final, type InProgress, pendingConsultations, reduce } from '#domain/verification/Verification.ts'
import { type Reply, Sources } from '#ports/Sources.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { arbitrarySandboxCurp } from '#test/support/arbitraryCurp.ts'
import { after, answered, begun, start } from '#tools/service/verifications.ts'

const nameless = { nombre: null, apellidoPaterno: null, apellidoMaterno: null }
const named = { ...nameless, nombre: 'Eulalia', apellidoPaterno: 'Zúñiga' }

type Ask = Pick<Subject, 'curp'> & Partial<Subject> & { readonly id?: string; readonly seed?: string }

const consult = (ask: Ask, source: SourceName, startedAt: DateTime.Utc, now: DateTime.Utc): Reply => {
  const { id = 'ver_1', seed = 'seed', ...subject } = ask
  const facts = { subject: { ...nameless, ...subject }, registeredName: null, startedAt, closesAt: after(570), now }
  const consultation = { source, id: `${id}/${source}`, ...facts }
  return Effect.runSync(Sources.use(({ consult: ask }) => ask(consultation)).pipe(Effect.provide(layer(seed))))
}

const secondsSince = (instant: DateTime.Utc) => Duration.toSeconds(DateTime.distance(start, instant))

/** How a verification ends with these sources, each asked again when it says, and after how many seconds. */
const resolve = (ask: Ask): { readonly end: Final; readonly seconds: number } => {
  const advance = (state: InProgress, now: DateTime.Utc): Final => {
    const replies = pendingConsultations(state).map(({ source, startedAt }) => consult(ask, source, startedAt, now))
    const waits = replies.flatMap((reply) => (reply._tag === 'NotYet' ? [reply.readyAt] : []))
    const reached = replies.reduce<InProgress | Final>(
      (before, reply) => (reply._tag === 'NotYet' ? before : reduce(before, answered(reply.answer, now))),
      state,
    )
    if (reached._tag !== 'en_proceso') return reached
    const [first = now, ...others] = waits
    return advance(reached, reached === state ? others.reduce(DateTime.min, first) : now)
  }
  const end = advance(begun, start)
  return { end, seconds: secondsSince(end.resolvedAt) }
}

const summary = (end: Final) =>
  end._tag === 'emitida'
    ? `${end.recommendation.action}, ${end.recommendation.level}`
    : `no_concluyente, ${end.coverage.consulted} of ${end.coverage.attempted}`

/** The table of contract 8.6, written down apart from the code. */
const rows: ReadonlyArray<readonly [prefix: string, end: string]> = [
  ['LIMP', 'puede_continuar, alto'],
  ['MARC', 'continuar_con_reservas, medio'],
  ['ROJF', 'continuar_con_reservas, medio'],
  ['ROJI', 'no_continuar_todavia, bajo'],
  ['LERT', 'no_continuar_todavia, bajo'],
  ['FALL', 'no_concluyente, 0 of 1'],
  ['NOEX', 'no_concluyente, 1 of 1'],
  ['GOMC', 'puede_continuar, alto'],
]
const endsSooner = ['FALL', 'NOEX']

describe('the sandbox sources', () => {
  it.each(rows)('%s: end as the table says, names given or not', (prefix, end) => {
    const curp = sampleCurp(prefix)
    expect(summary(resolve({ curp }).end)).toBe(end)
    expect(summary(resolve({ curp, ...named }).end)).toBe(end)
    expect(resolve({ curp }).end).toEqual(resolve({ curp }).end)
  })

  it.each(rows)('%s: end so whatever the rest of the CURP is', (prefix, end) => {
    fc.assert(
      fc.property(arbitrarySandboxCurp(prefix), ({ text: curp }) => {
        expect(summary(resolve({ curp }).end)).toBe(end)
      }),
      { numRuns: 20 },
    )
  })

  it('have a row for each of the eight scenarios, whose end is that of the table', () => {
    expect(scenarios.map(({ prefix }) => prefix)).toEqual(rows.map(([prefix]) => (prefix === 'GOMC' ? null : prefix)))
    for (const [prefix, end] of rows) {
      const { estado, accion, nivel } = scenarioOf(sampleCurp(prefix)).end
      expect(estado === 'emitida' ? `${accion}, ${nivel}` : estado).toBe(end.replace(/, \d of \d$/, ''))
    }
  })

  it('choose the scenario by the first four letters alone', () => {
    expect(scenarioOf('XXLIMP900101HDFRRS').prefix).toBe('LIMP')
    expect(scenarioOf('GOFA900101FALLRS01').name).toBe(scenarioOf(sampleCurp('LIMP')).name)
    expect(scenarioOf(sampleCurp('ROJI')).prefix).toBe('ROJI')
  })

  it.each<readonly [nombre: string, name: Partial<Subject>, curp: string]>([
    ['no_proporcionado', {}, 'LIMP900101HDFRRS03'],
    ['no_proporcionado', { nombre: 'Eulalia' }, 'LIMP900101HDFRRS03'],
    ['no_proporcionado', { apellidoPaterno: 'Zúñiga', apellidoMaterno: 'Le' }, 'LIMP900101HDFRRS03'],
    ['no_proporcionado', { nombre: 'Eulalia', apellidoPaterno: 'SIN APELLIDO' }, 'LIMP900101HDFRRS03'],
    ['coincide', { nombre: 'Eulalia', apellidoPaterno: 'Zúñiga' }, 'LIMP900101HDFRRS03'],
    ['coincide', { nombre: 'Eulalia', apellidoMaterno: 'Le' }, 'LIMP900101HDFRRS03'],
    ['no_coincide', { nombre: 'Eulalia' }, 'ROJI900101HDFRRS03'],
    ['no_proporcionado', { nombre: 'N/A' }, 'ROJI900101HDFRRS03'],
  ])('say %s of the name %j', (nombre, name, curp) => {
    expect(consult({ curp, ...name }, 'identidad', start, after(570))).toMatchObject({
      answer: { outcome: { findings: { nombre } } },
    })
  })
})

describe('the simulated latency', () => {
  const seeds = fc.string({ maxLength: 10 })
  const ids = fc.string({ unit: fc.constantFrom(...'abcXYZ019'), minLength: 1, maxLength: 22 }).map((id) => `ver_${id}`)

  it('of a whole verification is between 1.5 and 3.7 minutes', () => {
    const curp = fc.constantFrom('LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT', 'GOMC').map(sampleCurp)
    fc.assert(
      fc.property(curp, seeds, ids, (curp, seed, id) => {
        const { seconds } = resolve({ curp, seed, id })
        expect(seconds).toBeGreaterThanOrEqual(90)
        expect(seconds).toBeLessThanOrEqual(222)
      }),
      { numRuns: 500 },
    )
  })

  it('uses that whole range', () => {
    const all = Array.from(
      { length: 300 },
      (_, index) => resolve({ curp: sampleCurp('LIMP'), id: `ver_${index}` }).seconds,
    )
    expect(Math.min(...all)).toBeLessThan(95)
    expect(Math.max(...all)).toBeGreaterThan(217)
  })

  it.each(endsSooner)('of %s is shorter than that of the same verification in order', (prefix) => {
    fc.assert(
      fc.property(seeds, ids, (seed, id) => {
        const { seconds } = resolve({ curp: sampleCurp(prefix), seed, id })
        expect(seconds).toBeLessThan(90)
        expect(seconds).toBeLessThan(resolve({ curp: sampleCurp('LIMP'), seed, id }).seconds / 2)
        expect(seconds).toBeGreaterThan(0)
      }),
    )
  })

  it('is the same for the same seed and verification, and another for another', () => {
    const seconds = (seed: string, id: string) => resolve({ curp: sampleCurp('LIMP'), seed, id }).seconds
    expect(seconds('a', 'ver_1')).toBe(seconds('a', 'ver_1'))
    expect(seconds('a', 'ver_1')).not.toBe(seconds('b', 'ver_1'))
    expect(seconds('a', 'ver_1')).not.toBe(seconds('a', 'ver_2'))
  })

  it('says when to ask again, and does not answer a millisecond before', () => {
    fc.assert(
      fc.property(seeds, ids, fc.constantFrom<SourceName>('identidad', 'listas', 'judicial'), (seed, id, source) => {
        const ask = { curp: sampleCurp('LIMP'), seed, id }
        const first = consult(ask, source, start, start)
        if (first._tag !== 'NotYet') throw new Error('every source takes time')
        const before = DateTime.subtract(first.readyAt, { milliseconds: 1 })
        expect(consult(ask, source, start, before)).toEqual(first)
        expect(consult(ask, source, start, first.readyAt)).toMatchObject({ _tag: 'Answered', answer: { source } })
      }),
    )
  })
})

it('a source whose clock was set back answers, as the time of its question lies ahead', () => {
  const ask = { curp: sampleCurp('AAAA') }
  expect(consult(ask, 'identidad', after(1), after(0))._tag).toBe('Answered')
  expect(consult(ask, 'identidad', after(0), after(0))._tag).toBe('NotYet')
})
