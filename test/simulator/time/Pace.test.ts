import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ speed: 60 })
})
afterAll(() => sandbox.stop())

describe('an answer of the simulator', () => {
  it('says how fast time runs in the world of its key, errors too: Simulador-Velocidad', async () => {
    const { body } = await sandbox.call('POST', '/_simulador/mundos', { body: { velocidad: 600 } })
    const [account] = Object(body['cuentas'])
    const speedFor = async (key: string) => {
      const { status, headers } = await sandbox.call('GET', '/v1/cuenta/consumo', { key })
      return [status, headers.get('simulador-velocidad')]
    }
    expect(await speedFor(account.llave)).toEqual([200, '600'])
    expect(await speedFor(credentialsOf('demo-consumo').apiKey)).toEqual([200, '60'])
    expect(await speedFor('avs_test_de-nadie')).toEqual([401, '60'])
  })
})
