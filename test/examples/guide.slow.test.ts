import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { started, startedSimulator } from '#test/support/childProcess.ts'

/** Where the examples have the simulator. */
const written = 'http://127.0.0.1:4010'

describe('what the guides show for a shell', () => {
  it('works when pasted, in their order', async () => {
    const base = await startedSimulator()
    const script = readFileSync('examples/guide.sh', 'utf8').replaceAll(written, base)
    const { code, out, err } = await started('sh', ['-c', script]).ended
    expect([code, err]).toEqual([0, ''])
    const answers = out.split('\n').filter((line) => line.startsWith('{'))
    const [
      created,
      clock,
      found,
      webhooks,
      underWay,
      order,
      refusal,
      without,
      why,
      balance,
      payment,
      paid,
      check,
      receiver,
      world,
    ] = answers.map((line) => JSON.parse(line))
    expect(created).toMatchObject({ solicitud_id: 'sol-0001', estado: 'en_proceso' })
    expect(clock).toMatchObject({ velocidad: 60 })
    expect(found.verificaciones).toMatchObject([{ estado: 'emitida', recomendacion: { accion: 'puede_continuar' } }])
    expect(webhooks.entregas).toMatchObject([{ verificacion_id: created.verificacion_id, estatus: 200 }])
    expect(underWay.verificaciones).toEqual([])
    expect(order).toEqual({ codigo: 'limite_excedido', veces: 1 })
    expect(refusal).toMatchObject({ codigo: 'limite_excedido' })
    expect(out).toMatch(/^HTTP\/1\.1 429 /m)
    expect(out).toMatch(/^retry-after: 1/im)
    expect(without).toMatchObject({ codigo: 'consentimiento_faltante' })
    expect(why).toMatchObject({ codigo: 'consentimiento_faltante', motivo: { campo: 'consentimiento' } })
    expect(balance).toMatchObject({ modo: 'consumo', saldo: 9_900 })
    expect(payment).toMatchObject({ payment_intent_id: expect.stringMatching(/^pi_\w+$/), estado: 'succeeded' })
    expect(paid).toMatchObject({ solicitud_id: 'sol-0003', estado: 'en_proceso', cobro: { modo: 'connect' } })
    expect(check).toMatchObject({ valida: false, motivo: 'firma' })
    expect(receiver).toMatchObject({ tenant: 'demo-consumo', destino: 'http://127.0.0.1:3000/hook' })
    expect(world).toMatchObject({ mundo: 'prueba', reloj: { velocidad: 60 } })

    const { mcpServers } = JSON.parse(readFileSync('examples/mcp.json', 'utf8').replaceAll(written, base))
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (const { url, headers } of Object.values<{ url: string; headers?: Record<string, string> }>(mcpServers)) {
      const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...accept, ...headers },
        body: JSON.stringify(list),
      })
      expect([url, answer.status]).toEqual([url, 200])
    }
  })
})
