import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { started, startedSimulator } from '#test/support/childProcess.ts'
import { partnerProject } from '#test/support/partnerProject.ts'

const run = promisify(execFile)

let scratch: string
beforeAll(async () => {
  scratch = await partnerProject()
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const installed = (file: string): Promise<string> =>
  readFile(join(scratch, 'node_modules/@cotejo/client', file), 'utf8')

describe('the package', () => {
  it('holds the client, the checker of webhooks, their types, and nothing else', async () => {
    const modules = [
      'Client',
      'Clock',
      'Contract',
      'CotejoError',
      'Pace',
      'PrivateHost',
      'Retries',
      'Settings',
      'Shapes',
      'Transport',
      'Verification',
      'Waits',
    ]
    const built = [
      ...[...modules, 'TestDocuments', 'signWebhook', 'testing', 'verifyWebhook'].map((name) => `client/${name}`),
      'domain/helpers/ErrorCode',
      'domain/network/Loopback',
      'wire/SignatureHeader',
    ]
    const expected = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      ...built.flatMap((name) => [`${name}.d.ts`, `${name}.js`]),
    ]
    const entries = await readdir(join(scratch, 'node_modules/@cotejo/client'), {
      recursive: true,
      withFileTypes: true,
    })
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    const names = files.map((file) => file.slice(join(scratch, 'node_modules/@cotejo/client/').length))
    expect(names.toSorted()).toEqual(expected.toSorted())
    for (const name of names) {
      expect(await installed(name)).not.toMatch(
        /\beffect\b|#wire|#domain|\.ts'|avs_(?:test|live)_\w{20}|whsec_[\w+/]{20}/i,
      )
    }
  })

  it('brings nothing along', async () => {
    const {
      dependencies,
      peerDependencies,
      private: isPrivate,
      scripts,
      ...manifest
    } = JSON.parse(await installed('package.json'))
    expect([dependencies, peerDependencies, isPrivate, scripts]).toEqual([undefined, undefined, undefined, undefined])
    expect(manifest).toMatchObject({
      name: '@cotejo/client',
      version: packageJson.version,
      license: 'MIT',
      type: 'module',
      engines: { node: '>=20' },
      sideEffects: false,
      exports: {
        '.': { types: './client/Client.d.ts', default: './client/Client.js' },
        './testing': { types: './client/testing.d.ts', default: './client/testing.js' },
        './webhook': { types: './client/verifyWebhook.d.ts', default: './client/verifyWebhook.js' },
        './package.json': './package.json',
      },
    })
    expect(await readdir(join(scratch, 'node_modules'))).toEqual(['.package-lock.json', '@cotejo'])
  })
})

const partner = `
import { createServer } from 'node:http'
import { once } from 'node:events'
import { Cotejo } from '@cotejo/client'
import { verifyWebhook } from '@cotejo/client/webhook'

let cotejo
const server = createServer(async (request, response) => {
  const rawBody = Buffer.concat(await request.toArray())
  const header = request.headers['service-signature'] ?? null
  const verdict = await verifyWebhook({ rawBody, header, secrets: process.env.SECRET })
  response.writeHead(verdict.valid ? 204 : 401).end()
  console.log('webhook', verdict.valid, verdict.valid && cotejo.webhookArrived(JSON.parse(rawBody)))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
console.log('port', server.address().port)

const [base] = await once(process.stdin, 'data')
// At the pace of the service, so that the webhook comes first.
cotejo = new Cotejo({ baseUrl: String(base), apiKey: process.env.KEY, timeScale: 1 })
const created = await cotejo.create({
  solicitud_id: 'sol-0001',
  solicitante: { curp: 'LIMP900101HDFRRS03' },
  consentimiento: { otorgado: true, otorgado_en: '2026-01-15T10:30:00Z', version_aviso: '1', evidencia_id: 'ev-1' },
  webhook_url: 'https://partner.example.com/webhooks/avs',
})
console.log('created', created.estado)
const ended = await cotejo.waitFor(created)
console.log('ended', ended.estado, ended.recomendacion?.accion)
process.exit()
`

const typed = `
import { Cotejo, CotejoError, type Verificacion } from '@cotejo/client'
import { verifyWebhook, type WebhookVerdict } from '@cotejo/client/webhook'

const cotejo = new Cotejo({ baseUrl: 'https://api.example.com', apiKey: 'avs_test_1', fetch })
export const consentimiento = { otorgado: true, otorgado_en: '', version_aviso: '', evidencia_id: '' } as const
const rest = { solicitud_id: '', consentimiento, webhook_url: '' }
export const created: Promise<Verificacion> = cotejo.create({ ...rest, solicitante: { curp: '' } })
// @ts-expect-error: the CURP is required
cotejo.create({ ...rest, solicitante: {} })
// @ts-expect-error: the schema is closed
cotejo.create({ ...rest, solicitante: { curp: '', edad: 1 } })
export const nivel: 'alto' | 'medio' | 'bajo' | undefined = (await cotejo.waitFor(await created, {
  signal: AbortSignal.timeout(1_000),
})).recomendacion?.sustento_documental.nivel
export const verdict: WebhookVerdict = await verifyWebhook({ rawBody: new Uint8Array(), header: null, secrets: [''] })
export const isOut = (failure: unknown) => failure instanceof CotejoError && failure.codigo === 'consumo_agotado'
const ended = await cotejo.retrieve('ver_1')
// @ts-expect-error: there may be none
export const perhaps = ended.recomendacion.accion
if (ended.estado === 'emitida') ended.recomendacion.accion.slice()
const received = await verifyWebhook({ rawBody: '', header: null, secrets: '' })
export const accion = received.valid ? received.event?.recomendacion.accion : null
// Codes of a later version can be told apart.
export const isOver = (failure: CotejoError) => failure.codigo === 'codigo_de_una_version_posterior'
// @ts-expect-error: a code is a text
export const isNumber = (failure: CotejoError) => failure.codigo === 402
`

describe('a scratch project that installed it', () => {
  it('creates a verification, receives its webhook and verifies it', async () => {
    await writeFile(join(scratch, 'partner.mjs'), partner)
    const { apiKey: KEY, signingSecret: SECRET } = credentialsOf('demo-consumo')
    const child = started(process.execPath, ['partner.mjs'], { cwd: scratch, env: { KEY, SECRET } })
    const [, port] = await child.says(/^port (\d+)$/m)
    child.tell(await startedSimulator('--speed', '60', '--forward-webhooks', `http://127.0.0.1:${port}/`))
    const { code, out, err } = await child.ended
    expect([code, err]).toEqual([0, ''])
    expect(out).toBe(`port ${port}\ncreated en_proceso\nwebhook true true\nended emitida puede_continuar\n`)
  })

  const node = { types: ['node'], typeRoots: [resolve('node_modules/@types')] }
  it.each([
    ['nodenext', { module: 'nodenext', lib: ['es2022'], ...node }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }],
  ])('is typed, by module resolution %s', async (name, options) => {
    const compilerOptions = { ...options, target: 'es2022', strict: true, skipLibCheck: false, noEmit: true }
    await writeFile(join(scratch, 'typed.ts'), typed)
    await writeFile(join(scratch, `${name}.json`), JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
    const checked = run(resolve('node_modules/.bin/tsc'), ['--project', `${name}.json`], { cwd: scratch })
    await expect(checked.catch(({ stdout }) => stdout)).resolves.toEqual({ stdout: '', stderr: '' })
  })
})
