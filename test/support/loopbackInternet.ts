import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Layer, ManagedRuntime, Redacted } from 'effect'
import { TestClock } from 'effect/testing'
import { internet } from '#adapters/egress/Internet.ts'
import { layer } from '#adapters/webhooks/Sender.ts'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { type WebhookRequest, WebhookSender } from '#ports/WebhookSender.ts'
import { standingClock } from '#tools/service/testTime.ts'
import { dnsServer, type Host } from './dnsServer.ts'
import { authority } from './receiverCertificates.ts'
import { type Receiver, receiver } from './receivers.ts'

/** A webhook as the dispatcher hands it over. */
export const webhook = (url: string): WebhookRequest => ({
  url,
  eventId: 'evt_0123456789',
  body: Buffer.from('{"estado":"emitida"}'),
  secrets: { current: Redacted.make(`whsec_${Buffer.alloc(32, 7).toString('base64')}`), next: null },
})

/** How an attempt ended: the status of the answer, or why there was none. */
export type End = number | AttemptFailure

/** Where a dialled address really leads to: a port on loopback, or a socket of the test's own. */
type Way = number | (() => Socket)

/**
 * An internet that ends at this machine: production's connector with a name server and receivers of the test's
 * own. The clock of its deadlines stands: what ends by itself was not ended by one.
 */
export interface LoopbackInternet {
  /** Makes one attempt with production's sender and connector. */
  readonly attempt: (request: WebhookRequest, signal?: AbortSignal) => Promise<End>
  /** The instant at which the clock stands from the beginning, in milliseconds. */
  readonly startedAt: number
  /** Lets the time pass by which attempts have their deadlines. */
  readonly wait: (seconds: number) => Promise<void>
  /** Makes a name known. */
  readonly name: (name: string, host: Host) => void
  /** Says where an address leads to. Addresses of which nothing was said lead to a canary. */
  readonly route: (address: string, way: Way) => void
  /** Every address that was dialled, in order. */
  readonly dialled: ReadonlyArray<string>
  /** The name server's address and port. */
  readonly nameServer: string
  /** Every question that it was asked. */
  readonly questions: ReadonlyArray<string>
  /** Listens on a port of 127.0.0.1 and, where there is IPv6, of ::1; nobody is ever to connect. */
  readonly canaryPort: number
  readonly canaryConnections: () => number
  readonly stop: () => Promise<void>
}

/** A socket whose other end seems to be this address, as it would be if the address led there, or seems to be gone. */
export const seenAs = (socket: Socket, remoteAddress: string | undefined): Socket =>
  Object.defineProperty(socket, 'remoteAddress', { get: () => remoteAddress })

export const loopbackInternet = async (
  trusted: ReadonlyArray<string> = [authority],
  denied = usuallyDenied,
): Promise<LoopbackInternet> => {
  const zone = new Map<string, Host>()
  const dns = await dnsServer(zone)
  const ways = new Map<string, Way>()
  const dialled: Array<string> = []
  const canaries: Array<Receiver> = [await receiver(() => {}, { tls: null })]
  const canaryPort = canaries[0]?.port ?? 0
  const overV6 = receiver(() => {}, { tls: null, address: '::1', port: canaryPort })
  await overV6.then(
    (canary) => void canaries.push(canary),
    () => undefined,
  )

  const connector = internet({
    extraCertificates: trusted,
    dnsServers: [dns.address],
    deniedNetworks: denied.networks,
    dial: (address) => {
      dialled.push(address)
      const way = ways.get(address) ?? canaryPort
      return typeof way === 'number' ? seenAs(connect(way, '127.0.0.1'), address) : way()
    },
  })
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer({ connector, denied }), standingClock))
  const startedAt = Date.now()
  await runtime.runPromise(TestClock.setTime(startedAt))

  return {
    attempt: async (request, signal) => {
      const sent = WebhookSender.use(({ send }) => send(request))
      const outcome = await runtime.runPromise(sent, signal === undefined ? {} : { signal })
      return outcome._tag === 'Answered' ? outcome.status : outcome.reason
    },
    startedAt,
    wait: (seconds) => runtime.runPromise(TestClock.adjust({ seconds })),
    name: (name, host) => void zone.set(name, host),
    route: (address, way) => void ways.set(address, way),
    dialled,
    nameServer: dns.address,
    questions: dns.questions,
    canaryPort,
    canaryConnections: () => canaries.reduce((sum, canary) => sum + canary.connections(), 0),
    stop: async () => {
      await Promise.all([runtime.dispose(), dns.stop(), ...canaries.map((canary) => canary.stop())])
    },
  }
}

const linkOf = (fd: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

/** Sockets that this process holds; 0 where the system does not tell. */
export const openSockets = (): number =>
  process.platform === 'linux'
    ? readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).startsWith('socket:')).length
    : 0
