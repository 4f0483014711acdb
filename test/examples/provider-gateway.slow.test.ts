import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { started } from '#test/support/childProcess.ts'
import { providerKey } from '#test/support/realSources.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { cotejo } from '#tools/service/server.ts'

const known = 'LIMP900101HDFRRS03'
const unknown = 'NOEX900101HDFRRS04'
const luis = {
  ...{ folio: 'A-1', estatus: 'AN', nombre: 'LUIS', apellidos: ['MARTINEZ', 'PEREZ'], nacimiento: '01/01/1990' },
  ...{ sexo: 'HOMBRE', valida: true, ine: 'OK' },
}

/** A vendor of reports, and how often it was asked. */
const vendor = async () => {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    if (request.url?.endsWith(known)) response.writeHead(200).end(JSON.stringify(luis))
    else response.writeHead(404).end()
  })
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, asked: () => asked }
}

const checked = async (url: string, key = providerKey) => {
  const people = ['--known', known, '--unknown', unknown]
  const args = ['sources', 'check', '--source', 'identidad', '--url', url, '--key-file', temporaryFile(key), ...people]
  const { code, out } = await cotejo('postgres://127.0.0.1/none', [...args, '--json'])
  return { code, rows: JSON.parse(out) }
}

it('the gateway of the examples passes the check of providers, and asks its vendor once for each consultation', async () => {
  const { url, asked } = await vendor()
  const env = { PORT: '0', PROVIDER_KEY: providerKey, VENDOR_URL: url }
  const [, port] = await started(process.execPath, ['examples/provider-gateway.ts'], { env }).says(/listens on (\d+)/)
  const { code, rows } = await checked(`http://127.0.0.1:${port}`)
  expect(rows.filter(({ result }: { result: string }) => result !== 'ok')).toEqual([])
  expect(code).toBe(0)
  // One known, one unknown and eight at once; again, with another key and malformed it was not asked.
  expect(asked()).toBe(10)
})

it('cotejo sources check ends with exit code 1 and says what has to be mended', async () => {
  const { url } = await vendor()
  expect(await checked(url)).toEqual({
    code: 1,
    rows: [
      {
        check: 'known person 1',
        result: 'fault',
        finding: 'estado_inesperado',
        action: expect.stringContaining('The status is not in the contract'),
      },
    ],
  })
})
