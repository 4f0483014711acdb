import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { Effect, Layer, ManagedRuntime, Stream } from 'effect'
import { TestClock } from 'effect/testing'
import { internet } from '#adapters/egress/Internet.ts'
import * as Reader from '#adapters/lists/Reader.ts'
import * as MemoryLists from '#adapters/memory/Lists.ts'
import * as Publisher from '#adapters/publishers/Publisher.ts'
import { type Fetched, FetchLists } from '#application/FetchLists.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import type { ListName } from '#domain/screening/ListEntry.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { standingClock, testTime } from '#tools/service/testTime.ts'
import { addresses, dnsServer } from './dnsServer.ts'
import { seenAs } from './loopbackInternet.ts'
import { authority, receiverCertificate, receiverKey } from './receiverCertificates.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

const publicAddress = '93.184.216.34'

/** A publisher at `https://listas.socio.mx`, which is on this machine, and the program of production that asks it. */
export const startPublisher = async () => {
  const answers = new Map<string, Answer>()
  const asked: Array<string> = []
  const server = createServer({ cert: receiverCertificate, key: receiverKey }, (request, response) => {
    asked.push(`${request.url} ${request.headers['if-none-match'] ?? '-'}`)
    const answer = answers.get(request.url ?? '')
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  const dns = await dnsServer(
    new Map([
      ['listas.socio.mx', addresses(publicAddress)],
      ['dentro.socio.mx', addresses('127.0.0.1')],
    ]),
  )
  const connector = internet({
    extraCertificates: [authority],
    dnsServers: [dns.address],
    dial: (address) => seenAs(connect(port, '127.0.0.1'), address),
  })
  const { pass, layer: time } = testTime()
  const program = () =>
    ManagedRuntime.make(
      FetchLists.layer.pipe(
        Layer.provide([Publisher.layer(connector, usuallyDenied), Reader.layer, time]),
        Layer.provideMerge(MemoryLists.layer),
        Layer.provideMerge(standingClock),
      ),
    )
  let runtime = program()
  return {
    asked,
    /** What is answered at a path from now on. */
    serves: (path: string, answer: Answer) => void answers.set(path, answer),
    fetch: (list: ListName, paths: ReadonlyArray<string>, force = false): Promise<Fetched> => {
      const files = paths.map((path) => (path.startsWith('https:') ? path : `https://listas.socio.mx${path}`))
      return runtime.runPromise(FetchLists.use(({ fetch }) => fetch(list, files, force)))
    },
    history: (list: ListName) => runtime.runPromise(ListAdministration.use(({ history }) => history(list))),
    /** Leaves of a list what a program imported whose keys were others. */
    keyOtherwise: (list: ListName) =>
      runtime.runPromise(
        ListAdministration.use(({ history, replace }) =>
          Effect.flatMap(history(list), (versions) =>
            Effect.forEach(versions, (one) =>
              replace({ ...one, entries: 0, names: 0, keyRevision: one.keyRevision - 1 }, Stream.empty, true),
            ),
          ),
        ),
      ),
    pass,
    /** Lets the real time pass by which downloads have their deadline. */
    wait: (minutes: number) => runtime.runPromise(TestClock.adjust({ minutes })),
    /** Back to the beginning: nothing is served, and nothing imported. */
    reset: async () => {
      answers.clear()
      asked.length = 0
      await runtime.dispose()
      runtime = program()
    },
    stop: async () => {
      await runtime.dispose()
      await dns.stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Serves bytes under an `ETag`, and 304 to who knows it. */
export const file =
  (bytes: Buffer, etag?: string): Answer =>
  (request, response) => {
    if (etag !== undefined && request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { 'content-length': bytes.length, ...(etag && { etag }) }).end(bytes)
  }
