import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { started, startedSimulator } from '#test/support/childProcess.ts'

const curlIsMissing = spawnSync('curl', ['--version']).status !== 0

describe('examples/curl.sh', () => {
  it('creates a verification, waits for its end, lists it and reads the account', async ({ skip }) => {
    skip(curlIsMissing, 'curl is not installed on this machine')
    const COTEJO_URL = await startedSimulator('--speed', '600')
    const { code, out, err } = await started('sh', ['examples/curl.sh'], { env: { COTEJO_URL } }).ended
    expect([code, err]).toEqual([0, ''])
    const [requesting, created, waiting, ended, document, , list, , account, ...rest] = out.split('\n')
    const solicitud_id = /^Requesting a verification \(([\da-f-]{36})\)$/.exec(requesting ?? '')?.[1]
    const verificacion_id = /^It was created: (ver_\w+)$/.exec(created ?? '')?.[1]
    expect([waiting, ended, rest]).toEqual(['Waiting 5 s', 'It is emitida', ['']])
    expect(JSON.parse(document ?? '')).toMatchObject({ verificacion_id, solicitud_id, estado: 'emitida' })
    expect(JSON.parse(list ?? '')).toEqual({ verificaciones: [JSON.parse(document ?? '')] })
    expect(JSON.parse(account ?? '')).toMatchObject({ tenant: 'demo-consumo', saldo: 9_900 })
  })

  it('says what was refused, and fails: 401 llave_invalida', async ({ skip }) => {
    skip(curlIsMissing, 'curl is not installed on this machine')
    const env = { COTEJO_URL: await startedSimulator(), COTEJO_KEY: 'avs_test_1' }
    const { code, err } = await started('sh', ['examples/curl.sh'], { env }).ended
    expect([code, err]).toEqual([1, expect.stringMatching(/^It was refused: \{"codigo":"llave_invalida",.*\}\n$/)])
  })
})
