import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { verificationOf } from '#test/support/documents.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { startSandbox } from '#tools/service/sandbox.ts'

const started = async (settings: Parameters<typeof startSandbox>[0]) => {
  const sandbox = await startSandbox(settings)
  onTestFinished(sandbox.stop)
  return sandbox
}
/** The status of GET /_simulador/cuentas, which tells keys, under another name of the host. */
const statusAs = (base: string, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(base)
    const outgoing = request({ host: '127.0.0.1', port, path: '/_simulador/cuentas', headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
const { apiKey: demo } = credentialsOf('demo-consumo')

describe('on a host that is not loopback', () => {
  it('demo keys and levers are off: 401 llave_invalida, 404 peticion_invalida', async () => {
    const sandbox = await started({ host: '0.0.0.0', aheadSeconds: 0 })
    expect(summaryOf(await sandbox.call('GET', '/_salud'))).toBe('200 arriba')
    expectError(await sandbox.create(demo), 401, 'llave_invalida')
    for (const lever of ['', '/cuentas', '/reloj', '/escenarios', '/fuentes', '/solicitudes']) {
      expectError(await sandbox.call('GET', `/_simulador${lever}`), 404, 'peticion_invalida')
    }
    for (const lever of ['cuentas', 'reloj', 'fuentes', 'fallos', 'reiniciar']) {
      expectError(await sandbox.call('POST', `/_simulador/${lever}`, { body: {} }), 404, 'peticion_invalida')
    }
  })

  it('demo keys and levers are on where it was asked for: 200 en_proceso', async () => {
    const sandbox = await started({ host: '0.0.0.0', exposeLevers: true })
    expect(summaryOf(await sandbox.create(demo))).toBe('200 en_proceso')
    expect((await sandbox.call('GET', '/_simulador/reloj')).status).toBe(200)
  })

  it('levers that are exposed answer by addresses, names of this machine and names that were given, and by no other', async () => {
    const sandbox = await started({ host: '0.0.0.0', exposeLevers: true, hostName: 'cotejo, host.docker.internal' })
    const answered = ['localhost:4010', '127.0.0.1', '172.17.0.2:4010', '[fd00::2]:4010', 'cotejo:4010']
    for (const host of [...answered, 'HOST.docker.internal:80']) {
      expect([host, await statusAs(sandbox.base, host)]).toEqual([host, 200])
    }
    // Any page may have its name resolve to this machine.
    for (const host of ['evil.example.com:4010', 'cotejo.evil.example.com', '127.0.0.1.evil.example.com', 'internal']) {
      expect([host, await statusAs(sandbox.base, host)]).toEqual([host, 400])
    }
  })

  it('a name that was given counts on loopback too, and an address does not', async () => {
    const sandbox = await started({ hostName: 'cotejo.test' })
    expect(await statusAs(sandbox.base, 'cotejo.test:4010')).toBe(200)
    expect(await statusAs(sandbox.base, '172.17.0.2:4010')).toBe(400)
  })

  it.each(['127.0.0.1', '127.1.2.3', 'localhost'])('%s is loopback', async (host) => {
    const sandbox = await started({ host })
    expect(summaryOf(await sandbox.create(demo))).toBe('200 en_proceso')
  })
})

describe('a seed', () => {
  /** What three verifications of a fresh simulator turn out to be. */
  const story = async (seed: string) => {
    const sandbox = await started({ seed })
    const { llave } = await sandbox.account()
    const created = []
    for (let index = 0; index < 3; index++) {
      created.push(verificationOf(await sandbox.create(llave, { solicitud_id: `sol-${index}` })))
    }
    await sandbox.advance(240)
    const ended = await Promise.all(created.map((one) => sandbox.read(llave, one.verificacion_id)))
    return ended.map(verificationOf).map(({ verificacion_id, consentimiento, creado_en, resuelto_en }) => ({
      verificacion_id,
      ...consentimiento,
      latency: Date.parse(resuelto_en ?? '') - Date.parse(creado_en ?? ''),
    }))
  }

  it('makes identifiers and latencies the same again, and another seed makes others', async () => {
    const first = await story('semilla')
    const again = await story('semilla')
    const other = await story('otra')
    expect(again).toEqual(first)
    for (const [index, one] of other.entries()) {
      expect(one.verificacion_id).not.toBe(first[index]?.verificacion_id)
      expect(one.consentimiento_id).not.toBe(first[index]?.consentimiento_id)
      expect(one.latency).not.toBe(first[index]?.latency)
    }
  })
})
