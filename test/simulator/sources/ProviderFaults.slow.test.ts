import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import { Layer, Logger, References } from 'effect'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type SourceName, sourceNames } from '#domain/evidence/Source.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { seededBytes } from '#simulator/samples/Seed.ts'
import { everyFaultName, type Fault, faultNames } from '#simulator/sources/SourceFaults.ts'
import { canaries, tracesIn } from '#test/support/canaries.ts'
import { verificationOf } from '#test/support/documents.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { seed } from '#test/support/seed.ts'
import { inboxOf } from '#test/support/webhooks.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

const put = async (sandbox: Sandbox, fuente: SourceName, falla: Fault | null) => {
  expect((await sandbox.call('POST', '/_simulador/fuentes', { body: { fuente, falla } })).status).toBe(200)
}
const limp = { solicitante: { curp: sampleCurp('LIMP') } }

/** Watches what Node tells of this process; ends when the answer is called. */
const watching = (channel: string, look: (message: unknown) => void) => {
  subscribe(channel, look)
  return () => void unsubscribe(channel, look)
}

/** How a verification ends under a fault: action, level, sources consulted, factor of coverage, seconds. */
const ending = async (sandbox: Sandbox, llave: string, id: unknown) => {
  const { estado, recomendacion, cobertura_fuentes, cobro, creado_en, resuelto_en } = verificationOf(
    await sandbox.read(llave, id),
  )
  const support = recomendacion?.sustento_documental
  return {
    estado,
    accion: recomendacion?.accion ?? null,
    nivel: support?.nivel ?? null,
    isPartial: support?.factores.some(({ codigo }) => codigo === 'COBERTURA_FUENTES_PARCIAL') ?? false,
    consultadas: cobertura_fuentes?.consultadas,
    cobro: cobro?.estatus,
    seconds: (Date.parse(resuelto_en ?? '') - Date.parse(creado_en ?? '')) / 1_000,
  }
}
/** Both ends of the budget are the domain's to the instant, but what an answer takes is real time. */
const closesAt = 570
const tolerance = 2

/** Counts the calls that providers of this process receive. */
const counting = () => {
  let calls = 0
  onTestFinished(
    watching('http.server.request.start', (message) => {
      const request: IncomingMessage | undefined = Object(message).request
      if (/^\/(?:identidad|judicial)\/consultas$/.test(request?.url ?? '')) calls += 1
    }),
  )
  return () => calls
}

/** Keeps all that is logged, at every level. */
const keeping = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ message, cause }) => void lines.push(inspect([message, cause], { depth: 9 })))
  return { lines, logger: Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, 'All')) }
}

describe('the breaker of a source', () => {
  it('is closed by the lever reiniciar, which forgets faults too', async () => {
    const sandbox = await startSandbox({ sources: 'providers' })
    onTestFinished(sandbox.stop)
    const { llave } = await sandbox.account()
    await put(sandbox, 'identidad', 'caida')
    for (let index = 0; index < 5; index++) await sandbox.create(llave, limp)
    await sandbox.advance(10)
    expect((await sandbox.call('POST', '/_simulador/reiniciar')).status).toBe(204)

    const calls = counting()
    const fresh = await sandbox.account()
    const { body } = await sandbox.create(fresh.llave, limp)
    await sandbox.advance(1)
    expect(calls()).toBe(1)
    await sandbox.advance(240)
    expect((await ending(sandbox, fresh.llave, body['verificacion_id'])).accion).toBe('puede_continuar')
  })
})

/** Numbers in [0, 1) that a seed always gives in the same order. */
const drawing = (seed: string) => {
  const { fill: next } = seededBytes(seed)
  return () => new DataView(next(new Uint8Array(4)).buffer).getUint32(0) / 2 ** 32
}

describe('a thousand verifications while sources fail at random', () => {
  const draw = drawing(`faults ${seed}`)
  const many = 1_000
  const waves = 10
  const { lines, logger } = keeping()
  let sandbox: Sandbox
  let llave = ''
  const ended: Array<ReturnType<typeof verificationOf>> = []

  /** Every source has a fault three times in ten. */
  const redraw = async () => {
    for (const source of sourceNames) {
      const offered = source === 'listas' ? faultNames : everyFaultName
      const fault = draw() < 0.3 ? (offered[Math.floor(draw() * offered.length)] ?? null) : null
      await put(sandbox, source, fault)
    }
  }

  beforeAll(async () => {
    sandbox = await startSandbox({ sources: 'providers', seed: String(seed) }, logger)
    llave = (await sandbox.account({ saldo: 100 * many, limite_por_minuto: 100_000 })).llave
    const ids = []
    for (let wave = 0; wave < 2 * waves; wave++) {
      await redraw()
      for (let index = 0; wave < waves && index < many / waves; index++) {
        const solicitante = canaries[Math.floor(draw() * canaries.length)]
        ids.push((await sandbox.create(llave, { solicitante })).body['verificacion_id'])
      }
      await sandbox.advance(60)
    }
    for (const id of ids) ended.push(verificationOf(await sandbox.read(llave, id)))
  })
  afterAll(() => sandbox.stop())
  const emitted = () => ended.filter(({ estado }) => estado === 'emitida')

  it(`all end, within the budget (seed ${seed})`, () => {
    expect(ended).toHaveLength(many)
    expect(ended.filter(({ estado }) => estado === 'en_proceso')).toEqual([])
    const seconds = ended.map(
      ({ creado_en, resuelto_en }) => Date.parse(resuelto_en ?? '') - Date.parse(creado_en ?? ''),
    )
    expect(Math.max(...seconds)).toBeLessThanOrEqual((closesAt + tolerance) * 1_000)
    // Faults were met, and most were outlived.
    expect(lines.some((line) => /result: '(?:sin_respuesta|tiempo_agotado|respuesta_\w+)'/.test(line))).toBe(true)
    expect(ended.filter(({ cobertura_fuentes }) => cobertura_fuentes?.consultadas === 3).length).toBeGreaterThan(
      many / 4,
    )
  })

  it(`are charged when they are emitted, and only then; what is left can be held again (seed ${seed})`, async () => {
    const left = 100 * (many - emitted().length)
    expect(await sandbox.balance(llave)).toBe(left)
    for (let index = 0; index < left / 100; index++)
      expect(summaryOf(await sandbox.create(llave))).toBe('200 en_proceso')
    expect(summaryOf(await sandbox.create(llave))).toBe('402 consumo_agotado')
  })

  it(`are told to the partner by one webhook each when they are emitted (seed ${seed})`, async () => {
    const announced = (await inboxOf(sandbox)).map(({ verificacion_id }) => verificacion_id)
    expect(announced.toSorted()).toEqual(
      emitted()
        .map(({ verificacion_id }) => verificacion_id)
        .toSorted(),
    )
  })

  it(`leave no CURP and no name in the log (seed ${seed})`, () => {
    expect(lines.length).toBeGreaterThan(5 * many)
    expect(tracesIn(lines.join('\n'))).toEqual([])
  })
})
