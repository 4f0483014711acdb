import { Duration } from 'effect'
import { describe, expect, it } from 'vitest'
import { reduceAll } from '#domain/verification/Verification.ts'
import { searchFor } from '#domain/wording/OpaqueText.ts'
import { solicitante } from '#test/support/peticion.ts'
import { allInOrder, unavailable } from '#tools/service/arbitraryEvidence.ts'
import { after, answered, answersIn, begun, verificationIn } from '#tools/service/verifications.ts'
import { passes } from '#wire/OutputControl.ts'
import type { Respuesta } from '#wire/Respuesta.ts'
import { render } from '#wire/render.ts'

const documentOf = (evidence: Parameters<typeof answersIn>[0]): Respuesta => {
  const events = answersIn(evidence).map((answer) => answered(answer, after(185)))
  const state = reduceAll(begun, events)
  return render(verificationIn(state), { environment: 'sandbox', validity: Duration.days(30) })
}

const pending = documentOf({ identidad: null, listas: null, judicial: null })
const emitted = documentOf(allInOrder)
const inconclusive = documentOf({ ...allInOrder, identidad: unavailable })

type Recommended = NonNullable<Respuesta['recomendacion']>
type Supported = Recommended['sustento_documental']
type Factored = Supported['factores'][number]

/** The emitted document with its recommendation changed. */
const recommending = (change: (recommended: Recommended) => Recommended): Respuesta => ({
  ...emitted,
  recomendacion: emitted.recomendacion && change(emitted.recomendacion),
})
const supporting = (change: (supported: Supported) => Supported) =>
  recommending((recommended) => ({ ...recommended, sustento_documental: change(recommended.sustento_documental) }))
/** With its first factor changed, and nothing that refers to it by code. */
const factoring = (changes: Partial<Factored>) =>
  supporting((supported) => ({
    ...supported,
    por_que_este_nivel: null,
    factores: supported.factores.map((factor, at) => (at === 0 ? { ...factor, ...changes } : factor)),
  }))
const explaining = (explicacion: string, determinantes: ReadonlyArray<string> = []) =>
  supporting((supported) => ({ ...supported, por_que_este_nivel: { explicacion, determinantes } }))
const stepping = (...siguientes_pasos: Recommended['siguientes_pasos']) =>
  recommending((recommended) => ({ ...recommended, siguientes_pasos }))

const decision = { codigo: 'DECISION_DEL_ARRENDADOR', texto: 'La decisión es de usted.' }
const other = { codigo: 'CONSULTAR_MAS_TARDE', texto: 'Solicite otra verificación.' }

/** A document with this text in one of the places that show text, for each of them. */
const everyText = (text: string): ReadonlyArray<readonly [string, Respuesta]> => [
  ['mensaje', recommending((recommended) => ({ ...recommended, mensaje: text }))],
  ['microexplicacion', supporting((supported) => ({ ...supported, microexplicacion: text }))],
  ['explicacion', explaining(text)],
  ['codigo of a factor', factoring({ codigo: text })],
  ['texto of a factor', factoring({ texto: text })],
  ['que_se_reviso', factoring({ que_se_reviso: text })],
  ['que_significa', factoring({ que_significa: text })],
  ['codigo of a step', stepping({ ...decision, codigo: text }, decision)],
  ['texto of a step', stepping({ ...decision, texto: text })],
]

describe('the output control', () => {
  it.each([
    ['en_proceso', pending],
    ['emitida', emitted],
    ['no_concluyente', inconclusive],
  ])('lets the document of a verification pass that is %s', (estado, document) => {
    expect(document.estado).toBe(estado)
    expect(passes(document)).toBe(true)
  })

  const undeclared = { curp: 'x' }
  it.each<readonly [string, Respuesta]>([
    ['of the document', { ...emitted, ...undeclared }],
    ['of consentimiento', { ...emitted, consentimiento: { ...emitted.consentimiento, ...undeclared } }],
    ['of cobro', { ...emitted, cobro: { ...emitted.cobro, ...undeclared } }],
    ['of recomendacion', recommending((recommended) => ({ ...recommended, ...undeclared }))],
    ['of a factor', factoring({ texto: 'Así.', ...undeclared })],
    ['of a step', stepping({ ...decision, ...undeclared })],
  ])('withholds an undeclared field %s [respuesta_retenida]', (_, document) => {
    expect(passes(document)).toBe(false)
  })

  it.each<readonly [string, Respuesta]>([
    ['an empty mensaje', recommending((recommended) => ({ ...recommended, mensaje: '' }))],
    ['a mensaje of 2001 characters', recommending((recommended) => ({ ...recommended, mensaje: 'a'.repeat(2_001) }))],
    ['no factors', supporting((supported) => ({ ...supported, factores: [], por_que_este_nivel: null }))],
    ['six steps', stepping(other, other, other, other, other, decision)],
    ['an amount that is no number', { ...emitted, cobro: { ...emitted.cobro, monto: Number.NaN } }],
  ])('withholds what does not fit the contract: %s [respuesta_retenida]', (_, document) => {
    expect(passes(document)).toBe(false)
  })

  it.each<readonly [string, Respuesta]>([
    ['a recommendation without emitida', { ...emitted, estado: 'no_concluyente' }],
    ['emitida without a recommendation', { ...emitted, recomendacion: null }],
    ['emitida without a charge', { ...emitted, cobro: inconclusive.cobro }],
    ['a charge without emitida', { ...inconclusive, cobro: emitted.cobro }],
    [
      'a queued transfer while en_proceso',
      { ...pending, cobro: { ...pending.cobro, estatus: 'transferencia_encolada' } },
    ],
    ['resuelto_en while en_proceso', { ...pending, resuelto_en: emitted.resuelto_en }],
    ['no resuelto_en at an end', { ...inconclusive, resuelto_en: null }],
    ['cobertura_fuentes while en_proceso', { ...pending, cobertura_fuentes: emitted.cobertura_fuentes }],
    ['no cobertura_fuentes at an end', { ...emitted, cobertura_fuentes: null }],
    ['a determinant that is not among the factors', explaining('Porque sí.', ['JUICIO_EN_CURSO'])],
    ['another last step', stepping(decision, other)],
    ['no steps', stepping()],
  ])('withholds what contradicts itself: %s [respuesta_retenida]', (_, document) => {
    expect(passes(document)).toBe(false)
  })

  it('lets pass other factors and steps, and a level without determinants, or without explanation', () => {
    expect(passes(explaining('Porque así es.', ['IDENTIDAD_CONFIRMADA']))).toBe(true)
    expect(passes(explaining('Porque así es.'))).toBe(true)
    expect(passes(supporting((supported) => ({ ...supported, por_que_este_nivel: null })))).toBe(true)
    expect(passes(stepping(other, other, other, other, decision))).toBe(true)
    expect(passes(factoring({ texto: 'Así es.' }))).toBe(true)
    expect(everyText('Se revisó.').filter(([, document]) => !passes(document))).toEqual([])
  })

  it.each([
    ['a CURP', `Se consultó ${solicitante.curp}.`],
    ['a CURP in lower case with separators', 'limp-900101-hdfrrs-00'],
    ['an RFC', 'Registro GOMC900101AB1.'],
    ['a forbidden word', 'La persona es morosa.'],
    ['another forbidden word', 'El solicitante fue rechazado.'],
  ])('withholds %s in any text, every time [respuesta_retenida]', (_, text) => {
    const leaks = () => everyText(text).filter(([, document]) => passes(document))
    expect(leaks()).toEqual([])
    // What was seen before is remembered only when it was clean.
    expect(leaks()).toEqual([])
  })

  it.each([solicitante.curp, `sol-${solicitante.curp.toLowerCase()}`, `avs_test_${'7'.repeat(40)}`])(
    'withholds a solicitud_id of %s [respuesta_retenida]',
    (solicitud_id) => {
      expect(passes({ ...pending, solicitud_id })).toBe(false)
    },
  )

  it('withholds a solicitud_id that echoes two names of the request [respuesta_retenida]', () => {
    const echo = { ...pending, solicitud_id: 'expediente-zuniga-eulalia' }
    expect(passes(echo, searchFor(['Eulalia', 'Zúñiga']))).toBe(false)
    expect(passes(echo, searchFor(['Eulalia', 'Pérez']))).toBe(true)
    expect(passes(echo)).toBe(true)
  })

  it.each(['SOLI240115001', 'CASA260101002', 'GOMC900101AB1'])(
    'lets a dated folio pass as solicitud_id, though it has the form of an RFC: %s',
    (solicitud_id) => {
      expect(passes({ ...pending, solicitud_id })).toBe(true)
    },
  )

  it('lets a document pass without solicitud_id', () => {
    expect(passes({ ...pending, solicitud_id: null }, searchFor(['Eulalia']))).toBe(true)
  })
})
