import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { started, startedSimulator } from '#test/support/childProcess.ts'
import { answer, type Step, scriptedService } from '#test/support/scriptedService.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

const curlIsMissing = spawnSync('curl', ['--version']).status !== 0

/** Where the script finds a curl that notes down its command line, and a sleep that takes no time. */
const watchedTools = async () => {
  const folder = temporaryDirectory('curl')
  const commandLines = join(folder, 'commandLines')
  const curl = `#!/bin/sh\nprintf '%s\\n' "$*" >>'${commandLines}'\nPATH=\${PATH#*:} exec curl "$@"\n`
  await writeFile(join(folder, 'curl'), curl, { mode: 0o755 })
  await writeFile(join(folder, 'sleep'), '#!/bin/sh\n', { mode: 0o755 })
  return { PATH: `${folder}:${process.env['PATH']}`, commandLines: () => readFile(commandLines, 'utf8') }
}

/** The script, with a service that does these steps in turn. */
const scripted = async (...steps: ReadonlyArray<Step>) => {
  const service = await scriptedService(...steps)
  onTestFinished(service.stop)
  const { PATH, commandLines } = await watchedTools()
  const { ended } = started('sh', ['examples/curl.sh'], { env: { PATH, COTEJO_URL: service.base } })
  return { ...(await ended), seen: service.seen, commandLines: await commandLines() }
}

const created = answer(200, { verificacion_id: 'ver_1', estado: 'en_proceso' })
const emitted = answer(200, { verificacion_id: 'ver_1', estado: 'emitida' })
const refused = (codigo: string) => ({ codigo, mensaje: '…' })

describe('examples/curl.sh', () => {
  beforeEach(({ skip }) => skip(curlIsMissing, 'curl is not installed on this machine'))

  it('creates a verification, waits for its end, lists it and reads the account', async () => {
    const COTEJO_URL = await startedSimulator('--speed', '60')
    const { code, out, err } = await started('sh', ['examples/curl.sh'], { env: { COTEJO_URL } }).ended
    expect([code, err]).toEqual([0, ''])
    const [requesting, creation, waiting, ended, document, , list, , account, ...rest] = out.split('\n')
    const solicitud_id = /^Requesting a verification \(([\da-f-]{36})\)$/.exec(requesting ?? '')?.[1]
    const verificacion_id = /^It was created: (ver_\w+)$/.exec(creation ?? '')?.[1]
    expect([waiting, ended, rest]).toEqual(['Waiting 5 s', 'It is emitida', ['']])
    expect(JSON.parse(document ?? '')).toMatchObject({ verificacion_id, solicitud_id, estado: 'emitida' })
    expect(JSON.parse(list ?? '')).toEqual({ verificaciones: [JSON.parse(document ?? '')] })
    expect(JSON.parse(account ?? '')).toMatchObject({ tenant: 'demo-consumo', saldo: 9_900 })
  })

  it('shows neither the key nor the request on a command line, which everybody on the machine can read', async () => {
    const { code, seen, commandLines } = await scripted(created, emitted)
    expect([code, JSON.parse(seen[0]?.body ?? '')]).toMatchObject([0, { solicitante: { curp: 'LIMP900101HDFRRS03' } }])
    expect(seen[0]?.headers).toMatchObject({ authorization: `Bearer ${credentialsOf('demo-consumo').apiKey}` })
    expect(commandLines.trim().split('\n')).toHaveLength(4)
    expect(commandLines).not.toMatch(/avs_test|LIMP|curp/)
  })

  it('does not wait for days, as for a monthly quota: 429 limite_excedido', async () => {
    const { code, err, seen } = await scripted(answer(429, refused('limite_excedido'), { 'retry-after': '864000' }))
    expect([code, seen.length]).toEqual([1, 1])
    expect(err).toContain('It was refused: {"codigo":"limite_excedido"')
  })

  it('asks on after failures that may pass', async () => {
    const failures = [(response) => void response.destroy(), answer(503, ''), answer(429, '')] satisfies Array<Step>
    const { code, out, seen } = await scripted(created, ...failures, emitted)
    expect([code, seen.length]).toEqual([0, 7])
    expect(out).toContain('It is emitida\n{"verificacion_id":"ver_1","estado":"emitida"}\n')
  })

  it.each([
    [401, 'llave_invalida'],
    [404, 'verificacion_no_encontrada'],
  ])('asks no more once it is refused: %i %s', async (status, codigo) => {
    const { code, err, seen } = await scripted(created, answer(status, refused(codigo)))
    expect([code, seen.length]).toEqual([1, 2])
    expect(err).toBe(`It was refused: ${JSON.stringify(refused(codigo))}\n`)
  })

  it('says what was refused, and fails: 401 llave_invalida', async () => {
    const env = { COTEJO_URL: await startedSimulator(), COTEJO_KEY: 'avs_test_1' }
    const { code, err } = await started('sh', ['examples/curl.sh'], { env }).ended
    expect([code, err]).toEqual([1, expect.stringMatching(/^It was refused: \{"codigo":"llave_invalida",.*\}\n$/)])
  })
})
