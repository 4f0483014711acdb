import { describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { started, startedSimulator } from '#test/support/childProcess.ts'

describe('examples/mcp-client.ts', () => {
  it('lists the five tools, creates a verification and follows it to its end', async () => {
    const COTEJO_URL = await startedSimulator('--speed', '60')
    const { code, out, err } = await started(process.execPath, ['examples/mcp-client.ts'], { env: { COTEJO_URL } })
      .ended
    expect([code, err]).toEqual([0, ''])
    const told = /^tools: (.*)\ncreated: (ver_\w+) en_proceso\nended: ([\s\S]*)\naccount: (.*)\n$/.exec(out)
    const [, tools = '', verificacion_id, document = '', account = ''] = told ?? []
    expect(tools.split(' ').toSorted()).toEqual([
      'consultar_consumo',
      'consultar_salud',
      'consultar_verificacion',
      'crear_verificacion',
      'listar_verificaciones',
    ])
    expect(JSON.parse(document)).toMatchObject({ verificacion_id, estado: 'emitida', cobro: { estatus: 'cargada' } })
    expect(JSON.parse(account)).toMatchObject({ tenant: 'demo-consumo', saldo: 9_900 })
  })

  it('shows the error of a tool, and fails: consumo_agotado', async () => {
    const COTEJO_URL = await startedSimulator()
    const { apiKey: COTEJO_KEY } = credentialsOf('demo-sin-saldo')
    const env = { COTEJO_URL, COTEJO_KEY }
    const { code, err } = await started(process.execPath, ['examples/mcp-client.ts'], { env }).ended
    expect(code).toBe(1)
    expect(err).toContain('crear_verificacion: {"codigo":"consumo_agotado"')
  })
})
