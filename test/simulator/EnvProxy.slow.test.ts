import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { started } from '#test/support/childProcess.ts'
import { until } from '#tools/service/server.ts'

/** A server on loopback that notes what it is asked for, and answers an empty list. As a proxy, it only notes. */
const server = async () => {
  const asked: Array<string> = []
  const listening = createServer((request, response) => {
    asked.push(String(request.url))
    response.setHeader('content-type', 'application/json')
    response.end('{"pagos":[]}')
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

it('a command of a control asks a simulator on this machine without the proxy', async () => {
  const [simulator, proxy] = [await server(), await server()]
  started(process.execPath, ['simulator/main.ts', 'payment', 'list', '--url', simulator.url], {
    env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, NO_PROXY: 'example.com' },
  })
  await until(async () => simulator.asked.length > 0)
  expect(proxy.asked).toEqual([])
})
