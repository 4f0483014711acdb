import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attacks } from '#simulator/certify/Attacks.ts'
import { Backend } from '#simulator/certify/Backend.ts'
import { certify, type Finding } from '#simulator/certify/Certify.ts'
import { isCertified, regressions, report } from '#simulator/certify/Report.ts'
import { credentials } from '#simulator/certify/Signing.ts'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import { startSimulator } from '#simulator/package/startSimulator.ts'
import { started } from '#test/support/childProcess.ts'
import { freePort } from '#tools/machine/freePort.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { copies, textOf } from './faultyBackends.ts'

const usualSpeed = 60
/** More than a busy machine takes. */
const patienceMs = 600_000
/** For those that never do what is waited for: they take all of it. */
const shortPatienceMs = 120_000

const folder = temporaryDirectory('certify')
/** Back ends that run, by the file that they are of. */
const workers = new Map<string, Worker>()
const results = new Map<string, Promise<ReadonlyArray<Finding>>>()

const end = async (path: string): Promise<void> => {
  await workers.get(path)?.terminate()
  workers.delete(path)
}

/** The back end, in a thread of this process; where it starts verifications. */
const startedAt = async (path: string, url: string, speed = usualSpeed): Promise<string> => {
  const { apiKey, signingSecret, nextSecret } = credentials
  const settings = { COTEJO_URL: url, COTEJO_KEY: apiKey, COTEJO_WEBHOOK_SECRETS: `${signingSecret},${nextSecret}` }
  const worker = new Worker(path, { env: { ...settings, PORT: '0', SPEED: String(speed) }, stdout: true, stderr: true })
  workers.set(path, worker)
  worker.stderr.resume()
  const port = await new Promise<string>((resolve, reject) => {
    worker.once('error', reject)
    worker.stdout.on('data', (bytes) => {
      const [, found] = /listening on .*port: (\d+)/.exec(String(bytes)) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return `http://127.0.0.1:${port}/applications`
}

describe('certify', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>
  beforeAll(async () => {
    simulator = await startSimulator()
    const service = new SimulatorClient(simulator.url)
    for (const [index, [name, copy]] of Object.entries(copies).entries()) {
      const path = join(folder, `copy-${index}.ts`)
      writeFileSync(path, textOf(copy))
      const { speed = usualSpeed, answerMs = patienceMs } = copy
      const result = certify(service, {
        backend: async (url) => new Backend(await startedAt(path, url, speed), null, answerMs),
        port: 0,
        speed,
        patienceMs: copy.never === true ? shortPatienceMs : patienceMs,
        only: copy.attacks && new Set(copy.attacks),
        // What is known of it is known: some would go on repeating and asking.
      }).finally(() => end(path))
      result.catch(() => undefined)
      results.set(name, result)
    }
  })
  afterAll(async () => {
    await Promise.allSettled(results.values())
    await Promise.all([...workers.keys()].map(end))
    await simulator.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(Object.entries(copies))('%s', async (name, { attacks: chosen, fails, mixesUp }) => {
    const findings = (await results.get(name)) ?? []
    expect(findings).toHaveLength((chosen ?? attacks).length)
    const wrong = new Set(findings.flatMap(({ failed }) => failed))
    const seen = findings.filter(({ failed }) => failed.length > 0)
    expect([...wrong].sort(), JSON.stringify(seen, null, 1)).toEqual(
      mixesUp === true ? expect.arrayContaining([...fails]) : [...fails].sort(),
    )
  })

  it('writes what was wrong, and how it was seen', async () => {
    const findings = (await results.get('a new key at each retry')) ?? []
    const subject = {
      backend: 'http://127.0.0.1:3000/applications',
      speed: usualSpeed,
      at: new Date('2026-01-15T16:30:00Z'),
    }
    expect(isCertified(findings)).toBe(false)
    const text = report(findings, subject, 'es')
    expect(text).toContain('| La respuesta de la creación se pierde | `respuesta_perdida` | **falla** |')
    expect(text).toMatch(/\+\d+\.\d\d s {2}\/v1\/verificaciones [\da-f-]{36} → 200, ✂/)
    const { certificado, ataques } = JSON.parse(regressions(findings, subject))
    expect(certificado).toBe(false)
    expect(
      ataques.filter(({ pasa }: { pasa: boolean }) => !pasa).map(({ ataque }: { ataque: string }) => ataque),
    ).toEqual(['respuesta_perdida', 'tormenta'])
  })

  it('says why the service refused what was to create', async () => {
    const findings = (await results.get('a request that is not valid')) ?? []
    expect(findings).toHaveLength(2)
    for (const { seen } of findings) {
      expect(seen.map(({ es }) => es).join('\n')).toMatch(/→ 400 peticion_invalida consentimiento\S* \w+$/m)
    }
  })

  it('as a command tells by its exit code, and attacks again what failed', async () => {
    const port = await freePort()
    const path = join(folder, 'command.ts')
    writeFileSync(path, textOf(copies['no signature check'] ?? { pieces: [], attacks: null, fails: [] }))
    const backend = await startedAt(path, `http://127.0.0.1:${port}`)
    const [before, text, json] = ['before.json', 'report.md', 'report.json'].map((name) => join(folder, name))
    const failed = [
      { ataque: 'webhooks_falsos', pasa: false },
      { ataque: 'tormenta', pasa: true },
    ]
    writeFileSync(before ?? '', JSON.stringify({ ataques: failed }))
    const run = (...flags: ReadonlyArray<string>) =>
      started(process.execPath, ['simulator/main.ts', 'certify', '--lang', 'en', ...flags]).ended
    const files = ['--report', text ?? '', '--regressions', json ?? '']
    const ended = await run(
      '--backend',
      backend,
      '--port',
      String(port),
      '--again',
      before ?? '',
      '--patience',
      '600',
      ...files,
    )
    expect([ended.code, ended.out], ended.err).toEqual([1, expect.stringContaining('✗ Forged webhooks\n')])
    expect(ended.out).not.toContain('503 and 429')
    expect(readFileSync(text ?? '', 'utf8')).toContain('| Forged webhooks | `webhooks_falsos` | **fails** |')
    expect(JSON.parse(readFileSync(json ?? '', 'utf8'))).toMatchObject({ certificado: false, velocidad: 60 })

    const unheard = `http://127.0.0.1:${port}/`
    const nobody = await run('--backend', unheard, '--port', '0', ...files, '--patience', '0.2')
    expect([nobody.code, nobody.err]).toEqual([2, `Nadie contesta en ${unheard}.\n`])
    const taken = new URL(backend).port
    const busy = await run('--backend', backend, '--port', taken, ...files)
    expect([busy.code, busy.err]).toEqual([
      2,
      expect.stringMatching(`^No se puede escuchar en 127\\.0\\.0\\.1:${taken} .*Elija otro puerto con --port\\.\n$`),
    ])
  })
})
