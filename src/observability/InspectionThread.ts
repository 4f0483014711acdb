import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, Page, ThreadSettings, ToThread } from './Inspection.ts'

/**
 * A thread that listens for those who look at a process from inside, so that they are answered however busy the
 * thread is that does the work. That thread makes the pages; its beats show whether it still does anything.
 */

const settings: ThreadSettings = workerData
const tell = (message: FromThread): void => parentPort?.postMessage(message)

const write = (response: ServerResponse, { status, type, body }: Page): void => {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
const text = (status: number, body: string): Page => ({ status, type: 'text/plain', body })

/** Who waits for each page that is being made, by path: the thread of work makes one at a time, however many ask. */
const waiting = new Map<string, Set<(page: Page) => void>>()
let beatAt = performance.now()

const live = (): Page =>
  performance.now() - beatAt <= settings.stillMillis ? text(200, 'ok') : text(503, 'the process stands still')

/** Those whose request is under way. */
const asking = new Set<Socket>()

const server = createServer({ keepAliveTimeout: 5_000, requestTimeout: 10_000 }, (request, response) => {
  const { socket } = request
  // Nobody who looks asks again before the answer; pages that nobody reads would fill the memory.
  if (asking.has(socket)) return void socket.destroy()
  asking.add(socket)
  response.once('close', () => asking.delete(socket))
  const [path = ''] = (request.url ?? '').split('?')
  if (path === '/livez') return write(response, live())
  const unanswered = settings.unanswered[path]
  if (unanswered === undefined) return write(response, text(404, ''))
  const end = (page: Page) => {
    clearTimeout(timer)
    waiting.get(path)?.delete(end)
    write(response, page)
  }
  const timer = setTimeout(() => end(unanswered), settings.answerMillis)
  const others = waiting.get(path)
  if (others !== undefined) return void others.add(end)
  waiting.set(path, new Set([end]))
  tell({ _tag: 'Asked', path })
})
/** The one that is open longest first. */
const open = new Set<Socket>()
server.on('connection', (socket) => {
  open.add(socket)
  socket.once('close', () => open.delete(socket))
  const [oldest] = open
  // A client that only connects keeps nobody out.
  if (open.size > settings.connections) oldest?.destroy()
})

server.once('error', (error: NodeJS.ErrnoException) => tell({ _tag: 'Refused', code: error.code ?? error.message }))
server.listen(settings.port, settings.host, () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) {
    tell({ _tag: 'Listening', host: address.address, port: address.port, isV6: address.family === 'IPv6' })
  }
})

parentPort?.on('message', (message: ToThread) => {
  beatAt = performance.now()
  if (message._tag === 'Beat') return
  const ends = waiting.get(message.path) ?? []
  waiting.delete(message.path)
  for (const end of ends) end(message.page)
})
