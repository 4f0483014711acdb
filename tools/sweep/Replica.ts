/** A replica of the service in this process, with all its connections through a gate. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { ConfigProvider, Effect, Fiber, Layer, Logger } from 'effect'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { loopback } from '#simulator/webhooks/Loopback.ts'
import { serverSettings } from '#src/Config.ts'
import { duties } from '#src/Replica.ts'
import { environmentOf } from '#tools/service/server.ts'
import { type Gate, makeGate, type Turn } from './Gate.ts'
import { references, sourcesThrough, standby } from './Inside.ts'
import { postgresGate } from './PostgresGate.ts'

/**
 * A proxy between one replica and an HTTP server of this machine, which passes everything through the replica's gate.
 */

/** The name of a request: method and path, without identifiers. */
const kindOf = (what: string, { method, url = '' }: IncomingMessage): string =>
  `${what}: ${method} ${url.replace(/\?.*$/, '').replace(/\b[a-z]{2,3}_\w+/g, '…')}`

/** The server's answer to the same request. */
const carriedOut = async (port: number, { method, url, headers }: IncomingMessage, body: Buffer) => {
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
  outgoing.end(body)
  const [answer]: Array<IncomingMessage> = await once(outgoing, 'response')
  if (answer === undefined) throw new Error('no answer')
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(await answer.toArray()) }
}

/**
 * Opens a proxy to the server at this port, and returns the proxy's port. It closes with the replica.
 *
 * @param what the server's name in the names of the steps
 */
const httpGate = async (port: number, gate: Gate, what: string): Promise<number> => {
  const listener = createServer(async (incoming, outgoing) => {
    try {
      const body = Buffer.concat(await incoming.toArray())
      const kind = kindOf(what, incoming)
      const number = gate.begin(kind)
      if (!(await gate.pass({ kind, number, side: 'before' }))) return void outgoing.destroy()
      const answer = await carriedOut(port, incoming, body)
      if (!(await gate.pass({ kind, number, side: 'after' }))) return void outgoing.destroy()
      outgoing.writeHead(answer.status, answer.headers).end(answer.body)
    } catch {
      // The client or the server is disconnected, so no answer is possible.
      outgoing.destroy()
    }
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  gate.onDeath(() => {
    listener.close()
    listener.closeAllConnections()
  })
  const address = listener.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The peers of a replica. */
export interface Surroundings {
  readonly databaseUrl: string
  readonly processorPort: number
  readonly receiverPort: number
  /** The consultations that were pending once. The next time they are answered. */
  readonly putOff: Set<string>
  readonly kindOf: (sql: string) => string
  /** Decides each step's turn; at once if left out. */
  readonly turn?: Turn
}

export interface Replica {
  readonly base: string
  readonly gate: Gate
  /** Ends its standby, so that it takes work. */
  readonly takeUpWork: () => void
  /** Kills its process now: from then on it has no effect on its peers. */
  readonly kill: () => void
  /** Stops its process until `resume`. */
  readonly stall: () => void
  readonly resume: () => void
  /** Shuts it down cleanly. */
  readonly stop: () => Promise<void>
}

/** A replica in this process, whose machine's clock can be changed. */
export interface ReplicaWithin extends Replica {
  /** Sets how far its machine's clock is behind. */
  readonly setBehind: (millis: number) => void
}

export type Start = (around: Surroundings, isStandby: boolean) => Promise<Replica>

/** All connections of a replica, through one gate, and the settings that use them. */
export const makeWays = async (around: Surroundings) => {
  const gate = makeGate(around.turn)
  const [databaseUrl, processorPort, receiverPort] = await Promise.all([
    postgresGate(around.databaseUrl, gate, around.kindOf),
    httpGate(around.processorPort, gate, 'processor'),
    httpGate(around.receiverPort, gate, 'receiver'),
  ])
  const environment = environmentOf(databaseUrl, {
    COTEJO_LAST_CALL: '0 millis',
    // Many replicas share one small server.
    COTEJO_API_CONNECTIONS: '2',
    COTEJO_WORK_CONNECTIONS: '3',
    COTEJO_DISPATCH_CONNECTIONS: '2',
    COTEJO_PROCESSOR_URL: `http://127.0.0.1:${processorPort}`,
  })
  return { gate, environment, receiverPort }
}

/** Starts a replica. On standby it runs and answers, but takes no work yet. */
export const startReplica = async (around: Surroundings, isStandby: boolean): Promise<ReplicaWithin> => {
  const { gate, environment, receiverPort } = await makeWays(around)
  let behind = isStandby ? standby : 0
  const listening = Promise.withResolvers<string>()
  const hearing = Logger.make(({ message }) => {
    const [what, facts] = Array.isArray(message) ? message : []
    if (what === 'api listening') listening.resolve(facts.address)
  })
  const sender = Sender.layer({ connector: loopback(receiverPort) })
  const serving = serverSettings.pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.flatMap((settings) => Layer.launch(duties(settings, sourcesThrough(gate, around.putOff), sender))),
    Effect.provide(Logger.layer([hearing])),
    Effect.provide(references(() => behind)),
    Effect.runFork,
  )
  serving.addObserver((exit) => listening.reject(new Error(`the replica has ended: ${exit}`)))
  const stop = () => Effect.runPromise(Effect.asVoid(Fiber.interrupt(serving)))
  return {
    base: await listening.promise,
    gate,
    takeUpWork: () => {
      behind = 0
    },
    setBehind: (millis) => {
      behind = millis
    },
    kill: () => {
      gate.kill()
      void stop()
    },
    stall: gate.stall,
    resume: gate.resume,
    stop: async () => {
      await stop()
      gate.kill()
    },
  }
}
