import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JudicialFindings } from '#domain/evidence/Findings.ts'
import type { LawsuitMeaning } from '#domain/evidence/Lawsuits.ts'
import { realSettings, registeredName, startSources, subject, type TestSources } from '#test/support/realSources.ts'
import { type Asked, type Provider, provider, type ScriptedAnswer, searched } from '#tools/peers/providers.ts'

let answer: (asked: Asked) => ScriptedAnswer = () => ({ body: '' })
let courts: Provider
let sources: TestSources
beforeAll(async () => {
  courts = await provider((asked) => answer(asked))
  sources = startSources(realSettings({ judicial: courts.url }))
})
afterAll(async () => {
  await sources.stop()
  await courts.stop()
})

const ask = (told: (asked: Asked) => unknown) => {
  answer = (asked) => ({ body: told(asked) })
  return sources.ask('judicial')
}
const asSearched = (changes: Record<string, unknown>) => ask(({ body }) => searched(body, changes))
const consulted = (findings: JudicialFindings) => ({
  _tag: 'Answered',
  answer: { source: 'judicial', outcome: { _tag: 'consultada', findings } },
})

/** Lawsuits as providers report them, with what each means; null has no effect. */
const lawsuits: ReadonlyArray<readonly [lawsuit: Record<string, unknown>, meaning: LawsuitMeaning | null]> = [
  [{ materia: 'civil', estado: 'concluido' }, 'posible'],
  [{ materia: 'mercantil', estado: 'en_curso', certeza: null, papel: null, asunto: null }, 'posible'],
  [{ materia: 'civil', estado: 'concluido', certeza: 'persona' }, 'concluido'],
  [{ materia: 'penal', estado: 'en_curso', certeza: 'persona', papel: 'demandado' }, 'penal_en_curso'],
  [{ materia: 'civil', estado: 'en_curso', certeza: 'persona', asunto: 'arrendamiento' }, 'arrendamiento_en_curso'],
  [{ materia: 'civil', estado: 'en_curso', certeza: 'persona', papel: 'actor' }, null],
  [{ materia: 'civil', estado: 'en_curso', certeza: 'persona', ultimo_movimiento: '1999-12' }, null],
  [{ materia: 'familiar', estado: 'en_curso', certeza: 'persona' }, null],
]

describe('the question to the judicial provider', () => {
  it('names the person as the registry does', async () => {
    await asSearched({})
    const { path, body } = courts.asked.at(-1) ?? {}
    expect(path).toBe('/judicial/consultas')
    expect(body).toEqual({
      consulta_id: expect.stringMatching(/^ver_\d+\/judicial$/),
      curp: subject.curp,
      nombres: registeredName.nombres,
      primer_apellido: registeredName.primerApellido,
      segundo_apellido: registeredName.segundoApellido,
    })
  })

  it('is not asked without a registered name: no_disponible', async () => {
    const before = courts.connections()
    expect(await sources.ask('judicial', { registeredName: null })).toEqual({
      _tag: 'Answered',
      answer: { source: 'judicial', outcome: { _tag: 'no_disponible' } },
    })
    expect(courts.connections()).toBe(before)
  })
})

describe('the answer of the judicial provider', () => {
  it('without lawsuits is that', async () => {
    expect(await asSearched({})).toEqual(consulted({ juicios: [] }))
  })

  it.each(lawsuits)('with the lawsuit %j is its meaning: %s', async (lawsuit, meaning) => {
    expect(await asSearched({ juicios: [lawsuit] })).toEqual(consulted({ juicios: meaning === null ? [] : [meaning] }))
  })

  it('may have 200 lawsuits', async () => {
    const juicios = Array.from({ length: 200 }, () => ({ materia: 'civil', estado: 'en_curso' }))
    const meanings = juicios.map(() => 'posible')
    expect(await asSearched({ juicios })).toMatchObject({ answer: { outcome: { findings: { juicios: meanings } } } })
  })

  it.each<readonly [what: string, lawsuit: Record<string, unknown>, meanings: ReadonlyArray<LawsuitMeaning>]>([
    ['a new kind, which is left out', { materia: 'electoral', estado: 'en_curso', certeza: 'persona' }, []],
    ['a new status, which is left out', { materia: 'civil', estado: 'archivado', certeza: 'persona' }, []],
    ['a new certainty, which is unknown', { materia: 'civil', estado: 'en_curso', certeza: 'domicilio' }, ['posible']],
    ['a new role, which is unknown', { materia: 'civil', estado: 'en_curso', papel: 'fiador' }, ['posible']],
    ['a new subject, which is unknown', { materia: 'civil', estado: 'en_curso', asunto: 'herencia' }, ['posible']],
    ['a file number, which is ignored', { materia: 'civil', estado: 'en_curso', expediente: '12/2020' }, ['posible']],
  ])('with %s, is read', async (_, lawsuit, meanings) => {
    const others = [{ materia: 'civil', estado: 'concluido', certeza: 'persona' }]
    expect(await asSearched({ juicios: [lawsuit, ...others] })).toEqual(
      consulted({ juicios: [...meanings, 'concluido'] }),
    )
  })

  it('no_disponible is final, and asked no more', async () => {
    expect(await ask(({ body }) => ({ resultado: 'no_disponible', consulta_id: body['consulta_id'] }))).toEqual({
      _tag: 'Answered',
      answer: { source: 'judicial', outcome: { _tag: 'no_disponible' } },
    })
  })

  it.each<readonly [what: string, changes: Record<string, unknown>]>([
    ['201 lawsuits', { juicios: Array.from({ length: 201 }, () => lawsuits[0]?.[0]) }],
    ['a kind that is no word', { juicios: [{ materia: 'civil 2', estado: 'concluido' }] }],
    ['no status', { juicios: [{ materia: 'civil' }] }],
    ['a month that is none', { juicios: [{ materia: 'civil', estado: 'en_curso', ultimo_movimiento: '2024-13' }] }],
    ['a day', { juicios: [{ materia: 'civil', estado: 'en_curso', ultimo_movimiento: '2024-05-01' }] }],
    ['a result of another source', { resultado: 'no_existe' }],
  ])('with %s is not of the contract, and is asked for again', async (_, changes) => {
    expect(await asSearched(changes)).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('respuesta_ilegible')
  })
})
