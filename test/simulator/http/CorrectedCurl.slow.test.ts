import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { startSandbox, validBody } from '#tools/service/sandbox.ts'

const sandbox = await startSandbox()
afterAll(sandbox.stop)
const { llave } = await sandbox.account()

describe('the corrected curl of a refused request', () => {
  it('is a command that a shell runs as it is, whatever the request holds: en_proceso', async () => {
    const body = validBody({ solicitante: { curp: 'no es una CURP' }, propiedad_id: "p-7'; exit 1; '" })
    const refused = await sandbox.create(llave, body)
    const request = refused.headers.get('service-request-id')
    const { curl_corregido } = (await sandbox.call('GET', `/_simulador/solicitudes/${request}`)).body
    const { stdout } = await promisify(execFile)('sh', ['-c', String(curl_corregido)])
    expect(JSON.parse(stdout)).toMatchObject({ solicitud_id: body['solicitud_id'], estado: 'en_proceso' })
  })
})

describe('the request that the reference shows', () => {
  it('is a command that a shell runs as it is: en_proceso', async () => {
    const { text } = await sandbox.call('GET', '/docs')
    const [, shown = ''] = /<code>(curl -s [^<]*Idempotency-Key[^<]*)<\/code>/.exec(text) ?? []
    const command = shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'")
    const { stdout } = await promisify(execFile)('sh', ['-c', command])
    expect(JSON.parse(stdout)).toMatchObject({ estado: 'en_proceso' })
  })
})
