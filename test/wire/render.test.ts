import { Duration, Schema } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messages, microexplanation } from '#domain/recommendation/CatalogTexts.ts'
import { reduceAll, type State, type Verification } from '#domain/verification/Verification.ts'
import { allInOrder, unavailable } from '#tools/service/arbitraryEvidence.ts'
import { after, answered, answersIn, arbitraryEvents, begun, verificationIn } from '#tools/service/verifications.ts'
import { passes } from '#wire/OutputControl.ts'
import { Recomendacion, Respuesta } from '#wire/Respuesta.ts'
import { type RenderSettings, render } from '#wire/render.ts'

const sandbox: RenderSettings = { environment: 'sandbox', validity: Duration.days(30) }
const production: RenderSettings = { ...sandbox, environment: 'production' }
const connect: Partial<Verification> = {
  terms: { mode: 'connect', priceCentavos: 200_00, paymentIntentId: 'pi_000001' },
}

const ended = (evidence: Parameters<typeof answersIn>[0]): State =>
  reduceAll(
    begun,
    answersIn(evidence).map((answer) => answered(answer, after(185))),
  )
const emitted = ended(allInOrder)
const inconclusive = ended({ ...allInOrder, identidad: unavailable })

const identifiers = {
  verificacion_id: 'ver_0000000000000000000001',
  solicitud_id: 'sol-000001',
  consentimiento: { consentimiento_id: 'con_0000000000000000000001' },
  creado_en: '2026-03-02T16:00:00.000Z',
}
const synthetic = { environment: 'sandbox', source: 'synthetic_fixture', real_motor_e2e: 'NO_MEDIDO' }
const real = { environment: 'production', source: 'motor_real', real_motor_e2e: null }
const notEmitted = { recomendacion: null, vigencia_hasta: null, version_prompt: null }

const full = {
  consultadas: 3,
  disponibles: 3,
  detalle: [
    { fuente: 'identidad', estado: 'consultada' },
    { fuente: 'listas', estado: 'consultada' },
    { fuente: 'judicial', estado: 'consultada' },
  ],
}

describe('a verification en_proceso', () => {
  it.each([
    ['consumo', {}],
    ['connect', connect],
  ] as const)('shows in mode %s its modo and nothing decided', (modo, changes) => {
    expect(render(verificationIn(begun, changes), sandbox)).toStrictEqual({
      ...identifiers,
      ...synthetic,
      ...notEmitted,
      estado: 'en_proceso',
      cobro: { estatus: null, modo, monto: null, moneda: null, motivo_no_aplicada: null },
      cobertura_fuentes: null,
      resuelto_en: null,
    })
  })
})

describe('a verification that is no_concluyente', () => {
  it.each([
    ['consumo', {}],
    ['connect', connect],
  ] as const)('shows in mode %s that nothing was charged, and why', (modo, changes) => {
    expect(render(verificationIn(inconclusive, changes), sandbox)).toStrictEqual({
      ...identifiers,
      ...synthetic,
      ...notEmitted,
      estado: 'no_concluyente',
      cobro: {
        estatus: 'no_aplicada',
        modo,
        monto: null,
        moneda: null,
        motivo_no_aplicada: 'recomendacion_no_emitida',
      },
      cobertura_fuentes: {
        consultadas: 0,
        disponibles: 1,
        detalle: [{ fuente: 'identidad', estado: 'no_disponible' }],
      },
      resuelto_en: '2026-03-02T16:03:05.000Z',
    })
  })
})

describe('a verification that is emitida', () => {
  it.each([
    ['consumo', {}, 'cargada', 149.5],
    ['connect', connect, 'transferencia_encolada', 200],
  ] as const)('shows in mode %s its charge and its validity of thirty days', (modo, changes, estatus, monto) => {
    const { recomendacion, ...rest } = render(verificationIn(emitted, changes), production)
    expect(rest).toStrictEqual({
      ...identifiers,
      ...real,
      estado: 'emitida',
      cobro: { estatus, modo, monto, moneda: 'MXN', motivo_no_aplicada: null },
      cobertura_fuentes: full,
      resuelto_en: '2026-03-02T16:03:05.000Z',
      vigencia_hasta: '2026-04-01T16:03:05.000Z',
      version_prompt: 'motor-2.0.0',
    })
    expect(recomendacion).not.toBeNull()
  })

  it('shows the recommendation with its factors and steps, in order', () => {
    const { recomendacion } = render(verificationIn(emitted), sandbox)
    expect(recomendacion).toMatchObject({
      accion: 'puede_continuar',
      mensaje: messages.puede_continuar,
      sustento_documental: {
        nivel: 'alto',
        microexplicacion: microexplanation,
        por_que_este_nivel: {
          determinantes: [
            'IDENTIDAD_CONFIRMADA',
            'SIN_COINCIDENCIAS_EN_LISTAS',
            'SIN_REGISTROS_JUDICIALES',
            'COBERTURA_FUENTES_COMPLETA',
          ],
        },
      },
      siguientes_pasos: [{ codigo: 'COTEJAR_DOCUMENTOS_ORIGINALES' }, { codigo: 'DECISION_DEL_ARRENDADOR' }],
    })
    const factores = recomendacion?.sustento_documental.factores ?? []
    expect(factores.map(({ codigo, efecto, fuente }) => [codigo, efecto, fuente])).toEqual([
      ['IDENTIDAD_CONFIRMADA', 'fortalece', 'identidad'],
      ['NOMBRE_COINCIDE', 'fortalece', 'identidad'],
      ['CREDENCIAL_COINCIDE', 'fortalece', 'identidad'],
      ['SIN_COINCIDENCIAS_EN_LISTAS', 'fortalece', 'listas'],
      ['SIN_REGISTROS_JUDICIALES', 'fortalece', 'judicial'],
      ['COBERTURA_FUENTES_COMPLETA', 'fortalece', null],
    ])
    expect(factores[0]).toMatchObject({
      texto: expect.stringMatching(/CURP/),
      que_se_reviso: expect.stringMatching(/^Se consultó/),
      que_significa: expect.stringMatching(/respaldo oficial/),
    })
  })

  it('shows what limits the support, and which source was missing', () => {
    const partial = render(verificationIn(ended({ ...allInOrder, judicial: unavailable })), sandbox)
    const limits = partial.recomendacion?.sustento_documental.factores.filter(({ efecto }) => efecto === 'limita')
    expect(limits?.map(({ codigo, fuente }) => [codigo, fuente])).toEqual([['COBERTURA_FUENTES_PARCIAL', null]])
    expect(partial.cobertura_fuentes).toMatchObject({ consultadas: 2, disponibles: 3 })
    expect(partial.recomendacion?.accion).toBe('continuar_con_reservas')
  })

  it('keeps what it showed: texts and version come from the stored state', () => {
    if (emitted._tag !== 'emitida') throw new Error('it ends emitida')
    const old = { ...emitted, engineVersion: '0.9.1', recommendation: { ...emitted.recommendation, message: 'Antes.' } }
    expect(render(verificationIn(old), sandbox)).toMatchObject({
      version_prompt: 'motor-0.9.1',
      recomendacion: { mensaje: 'Antes.' },
    })
  })

  it('is usable for as long as the setting says', () => {
    const setting = { ...sandbox, validity: Duration.hours(1) }
    expect(render(verificationIn(emitted), setting).vigencia_hasta).toBe('2026-03-02T17:03:05.000Z')
  })
})

describe('the document of any verification', () => {
  const decode = Schema.decodeUnknownSync(Respuesta, { onExcessProperty: 'error' })
  const documents = fc
    .record({
      events: arbitraryEvents,
      mode: fc.constantFrom('consumo', 'connect'),
      priceCentavos: fc.nat({ max: 10_000_000 }),
      paymentIntentId: fc.constantFrom(null, 'pi_000001'),
      setting: fc.constantFrom(sandbox, production),
    })
    .map(({ events, setting, ...terms }) => render(verificationIn(reduceAll(begun, events), { terms }), setting))

  it('fits the contract, passes the output control, and has no undeclared or absent field', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(decode(document)).toStrictEqual(document)
        expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document)
        expect(Object.keys(document).toSorted()).toEqual(Object.keys(Respuesta.fields).toSorted())
        expect(passes(document)).toBe(true)
        const { recomendacion } = document
        if (recomendacion) expect(Object.keys(recomendacion)).toEqual(Object.keys(Recomendacion.fields))
      }),
      { numRuns: 1_000 },
    )
  })

  it('charges exactly when it recommends, and says when it was resolved exactly when it ended', () => {
    fc.assert(
      fc.property(documents, ({ estado, cobro, recomendacion, resuelto_en, cobertura_fuentes, vigencia_hasta }) => {
        const isEmitted = estado === 'emitida'
        const shown = [cobro.monto, cobro.moneda, recomendacion, vigencia_hasta]
        expect(shown.map((value) => value !== null)).toEqual([isEmitted, isEmitted, isEmitted, isEmitted])
        expect([resuelto_en === null, cobertura_fuentes === null]).toEqual(Array(2).fill(estado === 'en_proceso'))
        expect(cobro.motivo_no_aplicada !== null).toBe(estado === 'no_concluyente')
      }),
      { numRuns: 1_000 },
    )
  })
})
