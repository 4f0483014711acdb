/** A thread that floods a server: pipelined bodies that are too large, over connections that are opened again. */
import { connect } from 'node:net'
import { workerData } from 'node:worker_threads'
import { written } from './lines.ts'

export interface Flood {
  readonly base: string
  /** Null without a key; `guess` for another unknown key with each connection. */
  readonly key: string | null
  readonly connections: number
  readonly millis: number
}

const { base, key, connections, millis }: Flood = workerData
const port = Number(new URL(base).port)
const bodyBytes = 73_728
const until = performance.now() + millis

const posted = Buffer.from(written('POST', '/v1/verificaciones', key ?? '', 'flood', 'x'.repeat(bodyBytes)))

const flood = (): void => {
  if (performance.now() >= until) return
  const socket = connect({ port, host: '127.0.0.1' })
  const push = () => {
    while (performance.now() < until && socket.writable && socket.write(posted));
    if (performance.now() > until) socket.destroy()
  }
  socket.on('connect', push)
  socket.on('drain', push)
  socket.on('error', () => undefined)
  socket.resume()
  // What is not sent yet would keep it open.
  socket.on('end', () => socket.destroy())
  socket.once('close', () => setImmediate(flood))
  const ending = setTimeout(() => socket.destroy(), until - performance.now())
  socket.once('close', () => clearTimeout(ending))
}

for (let count = 0; count < connections; count++) flood()
