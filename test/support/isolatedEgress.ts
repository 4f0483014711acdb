import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, isIPv6 } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { Effect } from 'effect'
import { internet } from '#adapters/egress/Internet.ts'
import { layer } from '#adapters/webhooks/Sender.ts'
import { WebhookSender } from '#ports/WebhookSender.ts'
import { addresses, dnsServer, type Host } from './dnsServer.ts'
import { webhook } from './loopbackInternet.ts'
import { receiverCertificate, receiverKey } from './receiverCertificates.ts'
import { answers } from './receivers.ts'

/**
 * A program for a network namespace of its own, whose loopback has every address of its argument: whatever
 * is connected to is reached, without a packet that leaves the machine. Makes attempts with production's
 * sender, connector and dialling, and writes how they ended and which addresses were connected to.
 */

export interface Task {
  /** All that loopback is to have. */
  readonly addresses: ReadonlyArray<string>
  readonly urls: ReadonlyArray<string>
  /** What names resolve to. */
  readonly names: Readonly<Record<string, ReadonlyArray<string>>>
  /** Connected to directly at the end, to show that they could be. */
  readonly control: ReadonlyArray<string>
}

export interface Result {
  readonly ends: ReadonlyArray<string | number>
  /** The addresses that attempts connected to, in order. */
  readonly connected: ReadonlyArray<string>
  readonly controlled: ReadonlyArray<string>
}

export const ports = [443, 8443] as const

const listen = async (heard: (address: string) => void): Promise<void> => {
  const secureContext = createSecureContext({ cert: receiverCertificate, key: receiverKey })
  for (const port of ports) {
    const server = createServer((raw) => {
      heard((raw.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, ''))
      raw.on('error', () => raw.destroy())
      const socket = new TLSSocket(raw, { isServer: true, secureContext })
      socket
        .on('error', () => raw.destroy())
        .once('secure', () => answers('HTTP/1.1 204 No Content\r\n\r\n')(socket, raw))
    })
    await once(server.listen(port, '::'), 'listening')
  }
}

const run = async (task: Task): Promise<Result> => {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  for (const address of task.addresses) {
    execFileSync('ip', ['address', 'add', `${address}/${isIPv6(address) ? 128 : 32}`, 'dev', 'lo'])
  }
  const heard: Array<string> = []
  await listen((address) => heard.push(address))
  const zone = Object.entries(task.names).map(([name, all]): [string, Host] => [name, addresses(...all)])
  const dns = await dnsServer(new Map(zone))

  const sender = layer({ connector: internet({ dnsServers: [dns.address] }) })
  const ends = await Effect.runPromise(
    Effect.forEach(task.urls, (url) => WebhookSender.use(({ send }) => send(webhook(url)))).pipe(
      Effect.map((outcomes) => outcomes.map((end) => (end._tag === 'Answered' ? end.status : end.reason))),
      Effect.provide(sender),
    ),
  )
  const connected = heard.splice(0)
  for (const address of task.control) {
    const socket = connect(ports[0], address)
    await once(socket, 'connect')
    socket.destroy()
  }
  return { ends, connected, controlled: heard }
}

if (import.meta.main) {
  const result = await run(JSON.parse(process.argv[2] ?? ''))
  process.stdout.write(JSON.stringify(result), () => process.exit(0))
}
