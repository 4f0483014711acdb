import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attacks } from '#simulator/certify/Attacks.ts'
import { Backend } from '#simulator/certify/Backend.ts'
import { type CertifyOptions, certify, type Finding } from '#simulator/certify/Certify.ts'
import type { Check } from '#simulator/certify/Checks.ts'
import { causes, isCertified, junit, regressions, report, summary } from '#simulator/certify/Report.ts'
import { credentials } from '#simulator/certify/Signing.ts'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { startSimulator } from '#simulator/package/startSimulator.ts'
import { started } from '#test/support/childProcess.ts'
import { partnerProject } from '#test/support/partnerProject.ts'
import { freePort } from '#tools/machine/freePort.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { type Fault, tinyBackend } from './tinyBackend.ts'

const usualSpeed = 60
/** More than a busy machine takes. */
const patienceMs = 600_000
/** For those that never do what is waited for: they take all of it. */
const shortPatienceMs = 30_000

interface More {
  readonly mode?: 'connect'
  /** It never does what is waited for, as long as the certification is patient. */
  readonly never?: true
  readonly speed?: number
  /** How long its answers may take; as long as the certification is patient when absent. */
  readonly answerMs?: number
  /** The codes of the attacks are not the only ones that show more than is told here. */
  readonly mixesUp?: true
}
/** What an application that is paid for could do wrong, and another not. */
const paidAttacks = ['pago_por_verificar', 'misma_persona', 'respuesta_perdida', 'webhooks_repetidos']

const never: More = { never: true }
const paid: More = { mode: 'connect' }

/** What is wrong with a back end, the attacks made on it, and what must be said: the first cause first, nothing else. */
// biome-ignore format: a table reads by its columns
const rows: ReadonlyArray<readonly [ReadonlyArray<Fault>, attacks: string, ...says: ReadonlyArray<Check>]> = [
  [['key: wrong'], 'respuesta_perdida conflicto tormenta', 'no_crea'],
  [['request: CURP in propiedad_id'], 'respuesta_perdida conflicto corte_largo webhooks_falsos', 'creacion_rechazada'],
  [['request: no notice version'], 'respuesta_perdida webhook_con_la_respuesta', 'creacion_rechazada'],
  [['tell: only estado'], 'webhooks_repetidos webhook_antes_de_la_respuesta', 'contrato_de_certificacion'],
  [['tell: wrapped'], 'webhooks_repetidos sin_webhook', 'contrato_de_certificacion'],
  [['key: one for all', 'poll: never'], 'webhooks_repetidos otros_bytes', 'llave_reutilizada'],
  [['key: of the CURP'], 'misma_persona webhooks_repetidos', 'llave_de_la_persona'],
  [['key: of the birth date'], 'misma_persona webhooks_repetidos', 'llave_de_la_persona'],
  [['key: new at each retry'], 'respuesta_perdida tormenta conflicto', 'llave_nueva_al_repetir'],
  [['key: new after 402'], 'pago_por_verificar', 'llave_nueva_al_repetir'],
  [['retry: new body'], 'respuesta_perdida tormenta conflicto', 'cuerpo_cambiado_al_repetir'],
  [['retry: new consent later'], 'corte_largo respuesta_perdida', 'cuerpo_cambiado_al_repetir'],
  [['payment: the first for all'], 'misma_persona pago_por_verificar', 'pago_distinto'],
  [['retry: drops 402'], 'pago_por_verificar misma_persona', 'pago_abandonado'],
  [['retry: never'], 'corte_largo respuesta_perdida tormenta', 'creacion_olvidada', 'respuesta_perdida_sin_repetir', 'abandona_tras_errores'],
  [['retry: forgets'], 'corte_largo respuesta_perdida tormenta', 'creacion_olvidada'],
  [['retry: deaf to Retry-After'], 'respuesta_perdida tormenta conflicto cuota_mensual', 'retry_after_ignorado'],
  [['retry: short timer'], 'tormenta cuota_mensual', 'retry_after_ignorado'],
  [['retry: refusals too'], 'conflicto', 'rechazo_repetido'],
  [['retry: refusals too'], 'sin_consentimiento', 'rechazo_repetido'],
  [['retry: refusals too'], 'saldo_agotado', 'rechazo_repetido'],
  [['signature: none'], 'webhooks_falsos webhooks_viejos otros_bytes', 'firma_no_verificada', 'firma_vieja_aceptada'],
  [['signature: any t'], 'webhooks_falsos webhooks_viejos', 'firma_vieja_aceptada'],
  [['signature: any t to come'], 'webhooks_viejos', 'firma_vieja_aceptada'],
  [['signature: parsed body'], 'webhooks_falsos otros_bytes webhooks_repetidos', 'cuerpo_reserializado'],
  [['signature: one secret'], 'rotacion_en_curso rotacion_hecha', 'secreto_siguiente_rechazado'],
  [['signature: after the event'], 'webhooks_falsos', 'evento_anotado_sin_verificar'],
  [['event: worked on again'], 'webhooks_repetidos webhook_perdido sin_webhook', 'resultado_repetido'],
  [['event: 409 again'], 'webhooks_falsos webhooks_repetidos', 'duplicado_rechazado'],
  [['event: read, then written', 'poll: never'], 'webhooks_repetidos webhooks_simultaneos', 'deduplicacion_no_atomica'],
  [['event: unknown refused'], 'evento_nuevo webhooks_repetidos', 'evento_nuevo_rechazado'],
  [['event: any is a result'], 'evento_nuevo webhooks_repetidos', 'evento_nuevo_rechazado'],
  [['event: never answered'], 'rotacion_hecha campo_nuevo otros_bytes webhooks_repetidos', 'webhook_rechazado'],
  [['result: overwritten by the answer', 'poll: never'], 'webhook_antes_de_la_respuesta webhooks_repetidos', 'resultado_perdido'],
  [['result: overwritten by the answer', 'poll: never'], 'webhook_con_la_respuesta', 'resultado_perdido'],
  [['result: unknown field refused'], 'campo_nuevo webhooks_repetidos', 'campo_nuevo_rechazado'],
  [['result: unknown code throws'], 'codigo_nuevo campo_nuevo', 'codigo_nuevo_rechazado'],
  [['result: one action'], 'webhooks_repetidos webhook_perdido otros_bytes', 'accion_distinta'],
  [['poll: never'], 'webhook_perdido sin_webhook', 'webhook_perdido_sin_consulta', 'no_concluyente_no_visto'],
  [['poll: without end'], 'webhooks_repetidos fin_tardio', 'sondeo_sin_fin'],
  [['poll: storm'], 'fin_tardio', 'sondeo_excesivo'],
  [['poll: gives up'], 'fin_tardio', 'abandona_antes_del_fin'],
  [['restart: forgets'], 'reinicio', 'estado_perdido'],
]

/** What a row needs besides the usual. */
const more: Partial<Record<Check | Fault, More>> = {
  no_crea: never,
  creacion_olvidada: never,
  llave_reutilizada: { ...never, mixesUp: true },
  pago_abandonado: { ...paid, ...never },
  'key: new after 402': paid,
  'payment: the first for all': paid,
  accion_distinta: never,
  webhook_perdido_sin_consulta: never,
  resultado_perdido: never,
  codigo_nuevo_rechazado: never,
  abandona_antes_del_fin: never,
  estado_perdido: never,
  evento_anotado_sin_verificar: never,
  'event: never answered': { answerMs: 15_000 },
  // It asks at the pace of the machine, which may be a busy one.
  'poll: storm': { speed: 12 },
}

const folder = temporaryDirectory('certify')
const closings: Array<() => void> = []

const certified = async (
  service: SimulatorClient,
  faults: ReadonlyArray<Fault>,
  options: Partial<CertifyOptions> & Pick<More, 'answerMs'>,
): Promise<ReadonlyArray<Finding>> => {
  let restart = (): Promise<void> => Promise.resolve()
  const { speed = usualSpeed, answerMs = patienceMs } = options
  return certify(service, {
    port: 0,
    speed,
    patienceMs,
    only: null,
    restart: () => restart(),
    ...options,
    backend: async (url) => {
      const tiny = await tinyBackend(url, speed, faults)
      closings.push(tiny.close)
      restart = tiny.restart
      return new Backend(tiny.url, null, answerMs)
    },
  })
}

describe('certify', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>
  const results = new Map<string, Promise<ReadonlyArray<Finding>>>()
  let project = ''
  beforeAll(async () => {
    project = await partnerProject()
    simulator = await startSimulator()
    const service = new SimulatorClient(simulator.url)
    for (const [faults, chosen, ...says] of rows) {
      const { never, mixesUp, ...rest } = Object.assign({}, ...[...says, ...faults].map((name) => more[name]))
      const result = certified(service, faults, {
        patienceMs: never === true ? shortPatienceMs : patienceMs,
        only: new Set(chosen.split(' ')),
        ...rest,
      })
      result.catch(() => undefined)
      results.set(`${faults} ${chosen}`, result)
    }
    results.set('paid', certified(service, [], { mode: 'connect', only: new Set(paidAttacks) }))
  })
  afterAll(async () => {
    await Promise.allSettled(results.values())
    for (const close of closings) close()
    await simulator.close()
    for (const path of [folder, project]) await rm(path, { recursive: true, force: true })
  })

  // This one and the next two take long; what the rows show comes meanwhile.
  it('finds nothing wrong with the example', async () => {
    const speed = 20
    const { signingSecret, nextSecret, apiKey } = credentials
    const findings = await certify(new SimulatorClient(simulator.url), {
      backend: async (COTEJO_URL) => {
        const env = {
          COTEJO_URL,
          COTEJO_KEY: apiKey,
          COTEJO_WEBHOOK_SECRETS: `${signingSecret},${nextSecret}`,
          PORT: '0',
          SPEED: String(speed),
        }
        const child = started(process.execPath, ['examples/partner-backend.ts'], { cwd: project, env })
        const [, port] = await child.says(/listening on .*port: (\d+)/)
        return new Backend(`http://127.0.0.1:${port}/applications`, null, patienceMs)
      },
      port: 0,
      speed,
      patienceMs,
      only: null,
    })
    // Not those that need mode connect, or a command that restarts it.
    expect(findings).toHaveLength(attacks.length - 2)
    expect(findings.filter(({ failed }) => failed.length > 0)).toEqual([])
  })

  it('is started and watched by a control', async () => {
    const puerto = await freePort()
    const { url: backend, close } = await tinyBackend(`http://127.0.0.1:${puerto}`, usualSpeed, ['event: 409 again'])
    closings.push(close)
    const lever = `${simulator.url}/_simulador/certificacion`
    const wanted = { backend, puerto, ataques: ['webhooks_repetidos'], paciencia_segundos: 600, idioma: 'en' }
    const answer = await fetch(lever, { method: 'POST', body: JSON.stringify(wanted) })
    expect(await answer.json()).toMatchObject({ estado: 'en_curso', llave: credentials.apiKey })
    expect((await fetch(lever, { method: 'POST', body: JSON.stringify(wanted) })).status).toBe(409)
    await expect
      .poll(async () => (await fetch(lever)).json(), { timeout: patienceMs })
      .toMatchObject({
        estado: 'terminada',
        certificado: false,
        causas: [{ codigo: 'duplicado_rechazado', ataques: ['webhooks_repetidos'] }],
        ataques: [{ titulo: 'The same webhook several times', terminado: true, pasa: false }],
      })
  })

  it('as a command tells by its exit code, and attacks again what failed', async () => {
    const port = await freePort()
    const { url: backend, close } = await tinyBackend(`http://127.0.0.1:${port}`, usualSpeed, ['signature: none'])
    closings.push(close)
    const [before, text, json, xml] = ['before.json', 'report.md', 'report.json', 'report.xml'].map((name) =>
      join(folder, name),
    )
    const failed = [
      { ataque: 'webhooks_falsos', pasa: false },
      { ataque: 'tormenta', pasa: true },
    ]
    writeFileSync(before ?? '', JSON.stringify({ ataques: failed }))
    const run = (...flags: ReadonlyArray<string>) =>
      started(process.execPath, ['simulator/main.ts', 'certify', ...flags]).ended
    const files = ['--report', text ?? '', '--regressions', json ?? '', '--junit', xml ?? '']
    const again = ['--again', before ?? '', '--patience', '600', '--lang', 'en']
    const ended = await run('--backend', backend, '--port', String(port), ...again, ...files)
    expect([ended.code, ended.out], ended.err).toEqual([1, expect.stringContaining('✗ Forged webhooks\n')])
    expect(ended.out).toMatch(/^Service {3}http:.*\nKey {7}avs_test_.*\nSecrets {3}whsec_/)
    expect(ended.out).not.toContain('503 and 429')
    expect(readFileSync(text ?? '', 'utf8')).toContain('| Forged webhooks | `webhooks_falsos` | **fails** |')
    expect(JSON.parse(readFileSync(json ?? '', 'utf8'))).toMatchObject({ certificado: false, velocidad: 60 })
    expect(readFileSync(xml ?? '', 'utf8')).toContain('failures="1"')

    const restarts = join(folder, 'restarts')
    writeFileSync(before ?? '', JSON.stringify({ ataques: [{ ataque: 'reinicio', pasa: false }] }))
    const restarted = (command: string) =>
      run('--backend', backend, '--port', String(port), ...again, ...files, '--restart', command)
    expect(await restarted(`echo again >> ${restarts}`)).toMatchObject({ code: 0 })
    expect(readFileSync(restarts, 'utf8')).toBe('again\nagain\n')
    expect(await restarted('exit 3')).toMatchObject({ code: 2, err: '--restart ended with 3: exit 3\n' })

    const unheard = `http://127.0.0.1:${port}/`
    const nobody = await run('--backend', unheard, '--port', '0', ...files, '--patience', '0.2')
    expect([nobody.code, nobody.err]).toEqual([
      2,
      `Nadie contesta en ${unheard}. Inícielo, o dé su dirección con --backend.\n`,
    ])
    const taken = new URL(backend).port
    const busy = await run('--backend', backend, '--port', taken, ...files, '--lang', 'en')
    expect([busy.code, busy.err]).toEqual([
      2,
      expect.stringMatching(`^Cannot listen on 127\\.0\\.0\\.1:${taken} .*Choose another port with --port\\.\n$`),
    ])
  })

  it.each(rows.map(([faults, chosen, ...says]) => ({ faults, chosen, says })))(
    '$faults: $chosen',
    async ({ faults, chosen, says }) => {
      const findings = (await results.get(`${faults} ${chosen}`)) ?? []
      expect(findings).toHaveLength(chosen.split(' ').length)
      const found = causes(findings).map(({ check }) => check)
      const shown = JSON.stringify(
        findings.filter(({ failed }) => failed.length > 0),
        null,
        1,
      )
      expect(says[0] === 'llave_reutilizada' ? found.slice(0, 1) : found, shown).toEqual(says)
    },
  )

  it('has nothing to say of a back end without a fault in mode connect, with a payment for each application', async () => {
    const findings = (await results.get('paid')) ?? []
    expect(findings).toHaveLength(paidAttacks.length)
    expect(findings.filter(({ failed }) => failed.length > 0)).toEqual([])
  })

  it('writes what was wrong, each cause once, and how it was seen', async () => {
    const chosen = 'respuesta_perdida conflicto corte_largo webhooks_falsos'
    const findings = (await results.get(`request: CURP in propiedad_id ${chosen}`)) ?? []
    const subject = {
      backend: 'http://127.0.0.1:3000/applications',
      speed: usualSpeed,
      at: new Date('2026-01-15T16:30:00Z'),
    }
    expect(isCertified(findings)).toBe(false)
    const printed = summary(findings, 'en')
    expect(printed.split('The service refused its request.')).toHaveLength(2)
    expect(printed).toMatch(
      /First cause:\ncreacion_rechazada: .*\(400 peticion_invalida propiedad_id \w+\)\n {4}webhooks_falsos, /,
    )
    expect(report(findings, subject, 'es')).toContain(
      '| La respuesta de la creación se pierde | `respuesta_perdida` | **falla** |',
    )
    const { certificado, causas, ataques } = JSON.parse(regressions(findings, subject, 'en'))
    expect([certificado, causas.length, causas[0].ataques.length]).toEqual([false, 1, 4])
    expect(ataques[0].visto[0]).toEqual({
      segundos: expect.any(Number),
      suceso: 'creacion',
      detalle: expect.any(String),
    })
    const xml = junit(findings, 'en')
    expect(xml).toContain('<testsuite name="cotejo certify" tests="4" failures="4">')
    expect(xml.match(/<failure type="creacion_rechazada" message="The service refused/g)).toHaveLength(4)
  })
})
