import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { verificationOf } from '#test/support/documents.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'
import type { Respuesta } from '#wire/Respuesta.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const applicant = (prefix: string | null, names: Record<string, unknown> = {}) => ({
  solicitante: { curp: sampleCurp(prefix), ...names },
})

const create = async (key: string, changes: Record<string, unknown>): Promise<Respuesta> =>
  verificationOf(await sandbox.create(key, changes))
const read = async (key: string, { verificacion_id }: Respuesta): Promise<Respuesta> =>
  verificationOf(await sandbox.read(key, verificacion_id))

/** Creates a verification and jumps this far, by default past every end. */
const resolved = async (key: string, changes: Record<string, unknown>, seconds = 600): Promise<Respuesta> => {
  const created = await create(key, changes)
  await sandbox.advance(seconds)
  return read(key, created)
}

const recommended = ({ recomendacion }: Respuesta) => recomendacion ?? expect.unreachable('no recommendation')

const secondsBetween = (from: string | null, to: string | null): number =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / 1_000

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const identifier = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`))

/** Simulated latency of a whole verification, in seconds (contract 8.4), and of its first source. */
const slowest = 222
const quickest = 90
/** Until when a verification of which a source hangs is under way, in seconds: 30 before the budget ends. */
const closing = 570

describe('a verification just created', () => {
  it('is en_proceso, with every optional field null', async () => {
    const { llave } = await sandbox.account()
    const created = await create(llave, { solicitud_id: 'sol-born', cobro: { modo: 'connect' } })
    expect(created).toEqual({
      verificacion_id: identifier('ver'),
      solicitud_id: 'sol-born',
      estado: 'en_proceso',
      consentimiento: { consentimiento_id: identifier('con') },
      // The account's mode governs, whatever the request says.
      cobro: { estatus: null, modo: 'consumo', monto: null, moneda: null, motivo_no_aplicada: null },
      recomendacion: null,
      cobertura_fuentes: null,
      creado_en: iso,
      resuelto_en: null,
      vigencia_hasta: null,
      version_prompt: null,
      environment: 'sandbox',
      source: 'synthetic_fixture',
      real_motor_e2e: 'NO_MEDIDO',
    })
    expect(await read(llave, created)).toEqual(created)
  })
})

const clear = 'puede_continuar alto'
const reserved = 'continuar_con_reservas medio'
const held = 'no_continuar_todavia bajo'

const complete = {
  consultadas: 3,
  disponibles: 3,
  detalle: ['identidad', 'listas', 'judicial'].map((fuente) => ({ fuente, estado: 'consultada' })),
}

describe('the scenarios of contract 8.6', () => {
  it.each([
    ['LIMP', clear],
    ['MARC', reserved],
    ['ROJF', reserved],
    ['ROJI', held],
    ['LERT', held],
    [null, clear],
  ])('end %s emitida and charged, with %s and full coverage', async (prefix, end) => {
    const { llave } = await sandbox.account({ monto_por_verificacion: 123.45, saldo: 1_000 })
    const created = await create(llave, applicant(prefix))
    await sandbox.advance(quickest - 1)
    expect(await read(llave, created)).toEqual(created)
    expect(await sandbox.balance(llave)).toBe(1_000)

    await sandbox.advance(slowest - (quickest - 1))
    const verification = await read(llave, created)
    expect(verification).toEqual({
      ...created,
      estado: 'emitida',
      cobro: { estatus: 'cargada', modo: 'consumo', monto: 123.45, moneda: 'MXN', motivo_no_aplicada: null },
      recomendacion: expect.any(Object),
      cobertura_fuentes: complete,
      resuelto_en: iso,
      vigencia_hasta: iso,
      version_prompt: 'motor-2.0.0',
    })
    const { accion, sustento_documental } = recommended(verification)
    expect(`${accion} ${sustento_documental.nivel}`).toBe(end)
    const latency = secondsBetween(verification.creado_en, verification.resuelto_en)
    expect(latency).toBeGreaterThanOrEqual(quickest)
    expect(latency).toBeLessThanOrEqual(slowest)
    expect(secondsBetween(verification.resuelto_en, verification.vigencia_hasta)).toBe(30 * 86_400)
    expect(await sandbox.balance(llave)).toBe(876.55)
  })

  it.each([
    ['FALL', 'no_disponible', 0],
    ['NOEX', 'consultada', 1],
  ])('end %s no_concluyente sooner than the others, uncharged for good', async (prefix, estado, consultadas) => {
    const { llave } = await sandbox.account({ saldo: 100 })
    const verification = await resolved(llave, applicant(prefix), quickest - 1)
    expect(verification).toMatchObject({
      estado: 'no_concluyente',
      cobro: {
        estatus: 'no_aplicada',
        modo: 'consumo',
        monto: null,
        moneda: null,
        motivo_no_aplicada: 'recomendacion_no_emitida',
      },
      recomendacion: null,
      cobertura_fuentes: { consultadas, disponibles: 1, detalle: [{ fuente: 'identidad', estado }] },
      resuelto_en: iso,
      vigencia_hasta: null,
      version_prompt: null,
    })
    await sandbox.advance(86_400)
    expect(await read(llave, verification)).toEqual(verification)
    expect(await sandbox.balance(llave)).toBe(100)
    // The hold is gone too.
    expect((await create(llave, {})).estado).toBe('en_proceso')
  })

  it('recommend DECISION_DEL_ARRENDADOR last, for factors that are shown, and never repeat the applicant', async () => {
    const { llave } = await sandbox.account()
    for (const prefix of ['LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT']) {
      const verification = await resolved(llave, applicant(prefix, { nombre: 'Guadalupe' }))
      const { siguientes_pasos, sustento_documental } = recommended(verification)
      expect(siguientes_pasos.length).toBeLessThanOrEqual(5)
      expect(siguientes_pasos.at(-1)?.codigo).toBe('DECISION_DEL_ARRENDADOR')
      const codes = sustento_documental.factores.map(({ codigo }) => codigo)
      const determinants = sustento_documental.por_que_este_nivel?.determinantes ?? []
      expect(determinants.length).toBeGreaterThan(0)
      expect(codes).toEqual(expect.arrayContaining([...determinants]))
      expect(JSON.stringify(verification)).not.toMatch(/guadalupe/i)
      expect(JSON.stringify(verification)).not.toContain(sampleCurp(prefix))
    }
  })
})

const without = (missing: string) => ({
  ...complete,
  consultadas: 2,
  detalle: complete.detalle.map((row) => (row.fuente === missing ? { ...row, estado: 'no_disponible' } : row)),
})
const noIdentity = { consultadas: 0, disponibles: 1, detalle: [{ fuente: 'identidad', estado: 'no_disponible' }] }

describe('a source', () => {
  const broken = async (fuentes: ReadonlyArray<string>, falla: string | null) => {
    for (const fuente of fuentes) await sandbox.call('POST', '/_simulador/fuentes', { body: { fuente, falla } })
  }

  afterEach(() => broken(['identidad', 'listas', 'judicial'], null))

  /** A slow source takes three minutes more, so that the slowest verification ends after 402 s. */
  const slowed = slowest + 180

  it.each([
    ['identidad', 'caida', null, quickest - 1, noIdentity],
    ['identidad', 'basura', null, quickest - 1, noIdentity],
    ['identidad', 'colgada', null, closing, noIdentity],
    ['identidad', 'lenta', clear, slowed, complete],
    ['listas', 'caida', reserved, slowest, without('listas')],
    ['listas', 'basura', reserved, slowest, without('listas')],
    ['listas', 'colgada', reserved, closing, without('listas')],
    ['listas', 'lenta', clear, slowed, complete],
    ['judicial', 'caida', reserved, slowest, without('judicial')],
    ['judicial', 'basura', reserved, slowest, without('judicial')],
    ['judicial', 'colgada', reserved, closing, without('judicial')],
    ['judicial', 'lenta', clear, slowed, complete],
  ])('%s that is %s leads to %s within %d s', async (fuente, falla, expected, within, coverage) => {
    const { llave } = await sandbox.account()
    await broken([fuente], falla)
    const verification = await resolved(llave, applicant('LIMP'), within)
    const { estado, recomendacion, cobertura_fuentes, creado_en, resuelto_en } = verification
    const { nivel, factores = [] } = recomendacion?.sustento_documental ?? {}
    expect(estado).toBe(expected === null ? 'no_concluyente' : 'emitida')
    expect(recomendacion && `${recomendacion.accion} ${nivel}`).toBe(expected)
    expect(cobertura_fuentes).toEqual(coverage)
    if (within === closing) expect(secondsBetween(creado_en, resuelto_en)).toBe(closing)
    const partial = factores.filter(({ codigo }) => codigo === 'COBERTURA_FUENTES_PARCIAL')
    expect(partial.map(({ efecto, fuente }) => [efecto, fuente])).toEqual(
      expected === reserved ? [['limita', null]] : [],
    )
    expect(await sandbox.balance(llave)).toBe(expected === null ? 10_000 : 9_900)
  })

  it('beside which another is caida leads to no_concluyente: one of three is not enough', async () => {
    const { llave } = await sandbox.account()
    await broken(['listas', 'judicial'], 'caida')
    const { estado, cobertura_fuentes } = await resolved(llave, applicant('LIMP'))
    expect(estado).toBe('no_concluyente')
    expect(cobertura_fuentes).toMatchObject({ consultadas: 1, disponibles: 3 })
    expect(await sandbox.balance(llave)).toBe(10_000)
  })
})

describe('a consent', () => {
  /** POST with a consent given so many milliseconds after this instant. */
  const granted = async (base: Sandbox, key: string, from: number, millis: number): Promise<string> => {
    const otorgado_en = new Date(from + millis).toISOString()
    const consentimiento = { otorgado: true, otorgado_en, version_aviso: '2026-01', evidencia_id: 'ev-1' }
    return summaryOf(await base.create(key, { consentimiento }))
  }
  const clock = async (base: Sandbox): Promise<number> =>
    Date.parse(String((await base.call('GET', '/_simulador/reloj')).body['ahora']))
  const minute = 60_000

  it('may lie five minutes ahead of simulated time that is ahead of real time, else 400 peticion_invalida', async () => {
    const { llave } = await sandbox.account()
    await sandbox.advance(3_600)
    const now = await clock(sandbox)
    expect(await granted(sandbox, llave, now, 4.9 * minute)).toBe('200 en_proceso')
    expect(await granted(sandbox, llave, now, 5.1 * minute)).toBe('400 peticion_invalida')
  })

  it('may lie five minutes ahead of real time that is ahead of simulated time, else 400 peticion_invalida', async () => {
    const slow = await startSandbox({ aheadSeconds: 0 })
    onTestFinished(slow.stop)
    const { llave } = await slow.account()
    while (Date.now() - (await clock(slow)) < 300);
    expect(await granted(slow, llave, Date.now(), 5 * minute - 100)).toBe('200 en_proceso')
    expect(await granted(slow, llave, Date.now(), 10 * minute)).toBe('400 peticion_invalida')
  })
})
