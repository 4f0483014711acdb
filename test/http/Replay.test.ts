import { afterAll, describe, expect, it } from 'vitest'
import { Cotejo } from '#client/Client.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)

const header = 'idempotent-replayed'

describe('Idempotent-Replayed', () => {
  it('is on a POST that repeats one that was accepted, in progress and ended, and on no other answer', async () => {
    const { llave } = await sandbox.account()
    const sent = validBody()
    const first = await sandbox.create(llave, sent)
    expect(first.headers.get(header)).toBeNull()
    const again = await sandbox.create(llave, sent)
    expect([again.headers.get(header), again.text]).toEqual(['true', first.text])
    await sandbox.advance(600)
    expect((await sandbox.create(llave, sent)).headers.get(header)).toBe('true')
    expect((await sandbox.read(llave, first.body['verificacion_id'])).headers.get(header)).toBeNull()
    const conflict = await sandbox.create(llave, { ...sent, propiedad_id: 'otra' })
    expect([summaryOf(conflict), conflict.headers.get(header)]).toEqual(['409 conflicto_idempotencia', null])
    expect((await sandbox.create(llave)).headers.get(header)).toBeNull()
  })

  it('is told by the client as `replayed`, which is no part of the document', async () => {
    const { llave: apiKey } = await sandbox.account()
    const cotejo = new Cotejo({ baseUrl: sandbox.base, apiKey })
    const sample = sampleRequest('sol-repetida')
    const request = { ...sample, consentimiento: { ...sample.consentimiento, otorgado: true as const } }
    const first = await cotejo.create(request)
    const again = await cotejo.create(request)
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    expect(Object.keys(again)).not.toContain('replayed')
  })
})
