import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { started } from '#test/support/childProcess.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { until } from '#tools/service/server.ts'

/** A server on loopback that notes what it is asked for, and answers an empty list. As a proxy, it only notes. */
const server = async () => {
  const asked: Array<string> = []
  const listening = createServer((request, response) => {
    asked.push(String(request.url))
    response.setHeader('content-type', 'application/json')
    response.end('{"verificaciones":[],"cursor_siguiente":null,"pagos":[]}')
  })
  listening.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    const target = new URL(`http://${request.url}`)
    const onward = connect(Number(target.port), target.hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => void listening.close().closeAllConnections())
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : null
  return { asked, url: `http://127.0.0.1:${port}` }
}

it.each([
  ['listen', ['src/client/cotejo.ts', 'listen', '--to', 'http://127.0.0.1:9/']],
  ['a control', ['simulator/main.ts', 'payment', 'list']],
])('of the commands, %s asks an installation on this machine without the proxy', async (_, args) => {
  const [installation, proxy] = [await server(), await server()]
  const state = join(temporaryDirectory('proxied'), 'position.json')
  const more = args[1] === 'listen' ? ['--state', state] : []
  started(process.execPath, [...args, '--url', installation.url, ...more], {
    env: {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy.url,
      NO_PROXY: 'example.com',
      COTEJO_KEY: 'avs_test_1',
      COTEJO_WEBHOOK_SECRETS: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
  })
  await until(async () => installation.asked.length > 0)
  expect(proxy.asked).toEqual([])
})
