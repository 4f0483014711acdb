import { createSecureContext } from 'node:tls'
import { Duration, Effect, Layer, ManagedRuntime, Redacted } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import { type CheckSettings, checkProvider } from '#adapters/sources/real/Check.ts'
import { Providers, providerKey as simulatedKey } from '#simulator/sources/providers/Providers.ts'
import { SourceFaults } from '#simulator/sources/SourceFaults.ts'
import { providerKey } from '#test/support/realSources.ts'
import { answersAndEnds, receiver } from '#test/support/receivers.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { type Asked, found, type Provider, provider, type Script } from '#tools/peers/providers.ts'
import { testTime } from '#tools/service/testTime.ts'

const known = ['LIMP900101HDFRRS03', 'MARC900101HDFRRS07', 'ROJI900101HDFRRS05']
const unknown = 'NOEX900101HDFRRS04'

const checking = (url: string, changes: Partial<CheckSettings> = {}, key = providerKey) =>
  Effect.runPromise(
    checkProvider({
      source: 'identidad',
      line: { url: new URL(url), key: Redacted.make(key), secureContext: createSecureContext() },
      known,
      unknown,
      name: { nombres: 'PERSONA', primerApellido: 'FICTICIA', segundoApellido: null },
      timeout: Duration.seconds(20),
      wait: () => Effect.void,
      ...changes,
    }),
  )

/** A provider as it should be. */
const good: Script = ({ headers, body }) => {
  if (headers.authorization !== `Bearer ${providerKey}`) return { status: 401, body: '' }
  if (!/^[A-Z]{4}\d{6}/.test(String(body['curp']))) return { status: 422, body: '' }
  if (body['curp'] !== unknown) return { body: found(body) }
  return { body: { resultado: 'no_existe', consulta_id: body['consulta_id'], curp: unknown } }
}

let server: Provider | null = null
afterEach(async () => {
  await server?.stop()
  server = null
})
const against = async (script: Script, changes: Partial<CheckSettings> = {}, tls?: Parameters<typeof provider>[1]) => {
  server = await provider(script, tls)
  return checking(server.url, changes)
}
const faults = (checked: Awaited<ReturnType<typeof checking>>) => checked.filter(({ action }) => action !== null)

describe('a provider that is tried', () => {
  it.each(['identidad', 'judicial'] as const)('passes when it is the %s of the simulator', async (source) => {
    const { pass, layer: time } = testTime()
    const runtime = ManagedRuntime.make(
      Providers.layer('prueba').pipe(Layer.provide([time, SourceFaults.layer('providers')])),
    )
    const { url } = await runtime.runPromise(Providers)
    const wait = (length: Duration.Duration) => Effect.sync(() => pass(Duration.toSeconds(length)))
    const checked = await checking(url, { source, wait }, simulatedKey).finally(() => runtime.dispose())
    expect(faults(checked)).toEqual([])
    expect(checked.length).toBeGreaterThan(8)
  })

  const changed =
    (changes: Record<string, unknown>): Script =>
    (asked) => {
      const answer = good(asked)
      return answer?.status === undefined ? { body: { ...found(asked.body), ...changes } } : answer
    }
  let calls = 0
  const cases: ReadonlyArray<readonly [string, Script, RegExp, Partial<CheckSettings>?]> = [
    ['leaves out a member', changed({ credencial: undefined }), /^The answer violates the contract/],
    [
      'says more than is asked',
      changed({ folio: '1' }),
      /^The answer has members or words that the contract does not declare/,
    ],
    ['answers a web page', () => ({ headers: { 'content-type': 'text/html' }, body: '<html>' }), /application\/json/],
    [
      'repeats another consultation',
      changed({ consulta_id: 'ver_otra/identidad' }),
      /Return consulta_id and curp unchanged/,
    ],
    ['answers about another person', changed({ curp: 'LIMP900101HDFRRS11' }), /Return consulta_id and curp unchanged/],
    ['contradicts itself', changed({ fecha_nacimiento: '1991-01-01' }), /contradict the CURP/],
    ['never answers', () => null, /^It takes too long\. Answer 202/, { timeout: Duration.millis(500) }],
    [
      'is pending for ever',
      ({ body }) => ({ status: 202, body: { consulta_id: body['consulta_id'], reintentar_en_segundos: 1 } }),
      /^It stays pending/,
    ],
    ['fails', () => ({ status: 500, body: '' }), /^The status is not in the contract.*\(500\)$/],
    ['refuses what is right', () => ({ status: 422, body: '' }), /was refused \(422\)/],
    [
      'says that nobody exists',
      ({ body }) => ({ body: { resultado: 'no_existe', consulta_id: body['consulta_id'], curp: body['curp'] } }),
      /but the answer was no_existe/,
    ],
    [
      'never has anything',
      ({ body }) => ({ body: { resultado: 'no_disponible', consulta_id: body['consulta_id'] } }),
      /answer with the findings/,
    ],
    [
      'answers otherwise when asked again',
      (asked) => {
        calls += 1
        return changed({ estatus_curp: calls % 2 === 0 ? 'AN' : 'BD' })(asked)
      },
      /repeat it when asked again/,
    ],
    ['knows everybody', changed({}), /resultado no_existe/],
    ['lets everybody in', (asked) => good(withKey(asked)), /^Answer 401/],
    [
      'answers anything',
      (asked) => {
        const answer = good(asked)
        return answer?.status === 422 ? { body: found(asked.body) } : answer
      },
      /^Answer 400 or 422/,
    ],
  ]

  it.each(cases.map(([name, script, reason, changes = {}]) => [name, script, reason, changes] as const))(
    'and %s fails for that alone',
    async (_, script, reason, changes) => {
      const failed = faults(await against(script, changes))
      expect(failed.length).toBeGreaterThan(0)
      for (const { action } of failed) expect(action).toMatch(reason)
    },
  )

  it('and is pending is asked twenty times, each time when it says', async () => {
    const times = new Map<unknown, number>()
    const waits = new Set<number>()
    const pending: Script = ({ body }) => {
      times.set(body['consulta_id'], (times.get(body['consulta_id']) ?? 0) + 1)
      return { status: 202, body: { consulta_id: body['consulta_id'], reintentar_en_segundos: 7 } }
    }
    await against(pending, { wait: (length) => Effect.sync(() => void waits.add(Duration.toSeconds(length))) })
    expect([new Set(times.values()), waits]).toEqual([new Set([20]), new Set([7])])
  })

  it('and has a certificate of nobody whom we trust fails for it', async () => {
    const [fault] = faults(await against(good, {}, { cert: certificate, key: certificateKey }))
    expect(fault?.action).toMatch(/the certificate and its name.*\((?:DEPTH_ZERO_)?SELF_SIGNED_CERT\)/)
  })

  it('and cuts connections off fails for it', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n'
    const { port, stop } = await receiver(answersAndEnds(`${head}{"resultado":`), { tls: null })
    const [fault] = faults(await checking(`http://127.0.0.1:${port}`).finally(stop))
    expect(fault?.action).toMatch(/^No answer arrived\..*dropped connections/)
  })
})

const withKey = (asked: Asked): Asked => ({
  ...asked,
  headers: { ...asked.headers, authorization: `Bearer ${providerKey}` },
})
