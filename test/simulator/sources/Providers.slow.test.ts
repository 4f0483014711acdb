import { Duration, Effect, Layer, ManagedRuntime } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { sourceNames } from '#domain/evidence/Source.ts'
import { Time } from '#ports/Time.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { Providers, providerKey } from '#simulator/sources/providers/Providers.ts'
import { everyFaultName, faultNames, SourceFaults } from '#simulator/sources/SourceFaults.ts'
import { verificationOf } from '#test/support/documents.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'
import { start } from '#tools/service/verifications.ts'

const fullName = { nombre: 'Ñandú María', apellido_paterno: "D'Ávila", apellido_materno: 'de la Cruz' }
const names = [
  ['no name', {}],
  ['a full name', fullName],
  ['a given name alone', { nombre: fullName.nombre }],
  ['one surname', { ...fullName, apellido_materno: null }],
  ['a surname with a comma', { ...fullName, apellido_paterno: 'García, López' }],
] as const
const table = scenarios.flatMap(({ prefix }) => names.map(([given, name]) => [prefix ?? 'GOMC', given, name] as const))

/** How the whole table ends, with all that a partner sees but identifiers and instants, and how long it took. */
const outcomes = async (sandbox: Sandbox) => {
  const { llave } = await sandbox.account()
  const created = []
  for (const [prefix, , name] of table) {
    created.push(verificationOf(await sandbox.create(llave, { solicitante: { curp: sampleCurp(prefix), ...name } })))
  }
  await sandbox.advance(600)
  const ended = []
  for (const { verificacion_id } of created) ended.push(verificationOf(await sandbox.read(llave, verificacion_id)))
  return ended.map(({ estado, recomendacion, cobertura_fuentes, cobro, creado_en, resuelto_en, ...others }) => ({
    shown: { estado, recomendacion, cobertura_fuentes, cobro, source: others.source, environment: others.environment },
    seconds: (Date.parse(resuelto_en ?? '') - Date.parse(creado_en ?? '')) / 1_000,
  }))
}

describe('the scenario table through fixtures and through providers', () => {
  let throughFixtures: Awaited<ReturnType<typeof outcomes>> = []
  let throughProviders: Awaited<ReturnType<typeof outcomes>> = []
  beforeAll(async () => {
    const fixtures = await startSandbox()
    const providers = await startSandbox({ sources: 'providers' })
    throughFixtures = await outcomes(fixtures).finally(fixtures.stop)
    throughProviders = await outcomes(providers).finally(providers.stop)
  })

  it.each(table.map(([prefix, given], index) => [prefix, given, index] as const))(
    '%s with %s ends alike',
    (_prefix, _given, index) => {
      expect(throughFixtures[index]?.shown.estado).toMatch(/^(?:emitida|no_concluyente)$/)
      expect(throughProviders[index]?.shown).toEqual(throughFixtures[index]?.shown)
    },
  )

  it('takes between one and a half minutes and the few seconds more that polling adds', () => {
    const emitted = throughProviders.filter(({ shown }) => shown.estado === 'emitida')
    const seconds = emitted.map((one) => one.seconds).toSorted((one, other) => one - other)
    expect(seconds[0]).toBeGreaterThanOrEqual(90)
    // On a busy machine, a provider may be given up and asked again, which takes longer.
    expect(seconds[Math.floor(seconds.length / 2)]).toBeLessThan(240)
  })
})

describe('lists through providers', () => {
  it('are searched in earnest: CON_COINCIDENCIA for a name and birth date of the synthetic files', async () => {
    const sandbox = await startSandbox({ sources: 'providers' })
    const { llave } = await sandbox.account()
    const factors = async (curp: string) => {
      const solicitante = { curp, nombre: 'Prudencio', apellido_paterno: 'Sancionado', apellido_materno: 'Ficticio' }
      const { body } = await sandbox.create(llave, { solicitante })
      await sandbox.advance(240)
      const { recomendacion } = verificationOf(await sandbox.read(llave, body['verificacion_id']))
      return recomendacion?.sustento_documental.factores.map(({ codigo }) => codigo) ?? []
    }
    const [listed, namesake] = [await factors('LIMP700102HDFRRS03'), await factors('LIMP710102HDFRRS03')]
    await sandbox.stop()
    expect(listed.filter((code) => !namesake.includes(code))).toEqual(['COINCIDENCIA_EN_LISTAS_INTERNACIONALES'])
  })
})

describe('time through providers', () => {
  it('does not make the lists grow old: puede_continuar after ten months', async () => {
    const sandbox = await startSandbox({ sources: 'providers' })
    await sandbox.advance(300 * 86_400)
    const { llave } = await sandbox.account()
    const { body } = await sandbox.create(llave)
    await sandbox.advance(240)
    const { recomendacion } = verificationOf(await sandbox.read(llave, body['verificacion_id']))
    await sandbox.stop()
    expect(recomendacion?.accion).toBe('puede_continuar')
  })
})

describe('faults of sources', () => {
  it.each(['fixtures', 'providers'] as const)('through %s are taken where they can be: else 400', async (sources) => {
    const sandbox = await startSandbox({ sources })
    for (const fuente of sourceNames) {
      for (const falla of everyFaultName) {
        const answer = await sandbox.call('POST', '/_simulador/fuentes', { body: { fuente, falla } })
        const offered: ReadonlyArray<string> =
          sources === 'providers' && fuente !== 'listas' ? everyFaultName : faultNames
        if (offered.includes(falla)) expect(answer.body['fuentes']).toContainEqual({ fuente, falla })
        else {
          expect(summaryOf(answer)).toBe('400 peticion_invalida')
          expect(answer.body['mensaje']).toMatch('necesitan --sources providers, y son de identidad o judicial.')
        }
      }
    }
    await sandbox.stop()
  })
})

describe('the simulated providers', () => {
  const time = Layer.succeed(Time, { now: Effect.succeed(start), realTimeUntil: () => Effect.succeed(Duration.zero) })
  const runtime = ManagedRuntime.make(
    Providers.layer('tests').pipe(Layer.provide([time, SourceFaults.layer('providers')])),
  )
  afterAll(() => runtime.dispose())

  const ask = async (path: string, body: unknown, key = providerKey) => {
    const { url } = await runtime.runPromise(Providers)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const asked = { consulta_id: 'ver_5Kd0Wq8ZrY3uJtE6nXhG1b/identidad', curp: sampleCurp('LIMP') }

  it('answer a question of the contract, at first with 202 and when to ask again', async () => {
    const answer = await ask('/identidad/consultas', asked)
    expect(answer.status).toBe(202)
    const [, seconds] = /^{"consulta_id":"[^"]+","reintentar_en_segundos":(\d+)}$/.exec(await answer.text()) ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(36)
    expect(Number(seconds)).toBeLessThanOrEqual(89)
  })

  it.each([
    ['with another key', 401, '/identidad/consultas', asked, 'otra-llave'],
    ['at another path', 404, '/identidad', asked, providerKey],
    ['without a CURP', 422, '/identidad/consultas', { consulta_id: asked.consulta_id }, providerKey],
    ['with a CURP of no day', 422, '/identidad/consultas', { ...asked, curp: 'LIMP900231HDFRRS03' }, providerKey],
    ['to the courts without a name', 422, '/judicial/consultas', asked, providerKey],
  ])('refuse a question %s: %i', async (_, status, path, body, key) => {
    expect((await ask(path, body, key)).status).toBe(status)
  })
})
