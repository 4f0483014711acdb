/** A proxy between one replica and Postgres, which passes everything through the replica's gate. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { answers, askedRounds } from './Frames.ts'
import type { Gate, Point } from './Gate.ts'

type Step = Omit<Point, 'side'>

/** Passes rounds and answers one after the other, each when the gate allows it. */
const join = (client: Socket, server: Socket, gate: Gate, kindOf: (sql: string) => string): void => {
  const [asked, said] = [askedRounds(), answers()]
  /** The steps of each round whose answer is pending. */
  const due: Array<ReadonlyArray<Step>> = []
  let isReady = false
  let kept: Array<Buffer> = []
  let [out, back] = [Promise.resolve(), Promise.resolve()]

  const drop = () => {
    client.destroy()
    server.destroy()
  }
  /** Continues when all steps may, and drops the connection if one is lost. */
  const whenOpen = async (steps: ReadonlyArray<Step>, side: Point['side'], goOn: () => void): Promise<void> => {
    await gate.open()
    const passed = await Promise.all(steps.map((step) => gate.pass({ ...step, side })))
    if (passed.every(Boolean)) goOn()
    else drop()
  }

  client.on('data', (chunk) => {
    for (const { bytes, statements, isAnswered } of asked(chunk)) {
      out = out.then(() => {
        const steps = statements.map(kindOf).map((kind) => ({ kind, number: gate.begin(kind) }))
        return whenOpen(steps, 'before', () => {
          if (isAnswered) due.push(steps)
          server.write(bytes)
        })
      })
    }
  })
  server.on('data', (chunk) => {
    for (const { bytes, isLast } of said(chunk)) {
      kept.push(bytes)
      // During authentication, a client sends more before its answer is complete.
      if (isReady && due.length > 0 && !isLast) continue
      const steps = isLast ? (due.shift() ?? []) : []
      const message = Buffer.concat(kept)
      kept = []
      isReady ||= isLast
      back = back.then(() => whenOpen(steps, 'after', () => void client.write(message)))
    }
  })
  gate.onDeath(drop)
  for (const socket of [client, server]) socket.setNoDelay().on('error', drop).on('close', drop)
}

/**
 * Opens a proxy to the Postgres at this URL, and returns the URL of the same database through the proxy. It closes with
 * the replica.
 *
 * @param kindOf names a statement
 */
export const postgresGate = async (url: string, gate: Gate, kindOf: (sql: string) => string): Promise<string> => {
  const target = new URL(url)
  const listener = createServer((client) => join(client, connect(Number(target.port), target.hostname), gate, kindOf))
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  gate.onDeath(() => listener.close())
  const address = listener.address()
  const gated = new URL(url)
  gated.port = String(typeof address === 'object' ? address?.port : '')
  return gated.href
}
