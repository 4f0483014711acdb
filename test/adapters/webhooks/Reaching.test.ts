import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Effect, Fiber } from 'effect'
import { TestClock } from 'effect/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { internet } from '#adapters/webhooks/Internet.ts'
import { addresses, type DnsServer, dnsServer } from '#test/support/dnsServer.ts'
import { seenAs } from '#test/support/loopbackInternet.ts'
import { standingClock } from '#tools/service/testTime.ts'

const v4 = ['93.184.216.1', '93.184.216.2', '93.184.216.3', '93.184.216.4']
const v6 = ['2606:2800:220:1::1', '2606:2800:220:1::2']

let server: DnsServer
beforeAll(async () => {
  const both = (question: Parameters<ReturnType<typeof addresses>>[0]) =>
    addresses(...(question.family === 'A' ? v4 : v6))(question)
  server = await dnsServer(
    new Map([
      ['cuatro.socio.mx', addresses(...v4)],
      ['ambas.socio.mx', both],
    ]),
  )
})
afterAll(() => server.stop())

const mute = () => new Socket()
/** Is accepted at once, by somebody who seems to be at this address. */
const acceptedBy = (remoteAddress: string | undefined) => () => {
  const socket = seenAs(new Socket(), remoteAddress)
  process.nextTick(() => socket.emit('connect'))
  return socket
}

/** What is dialled, second by second, until it is known how it ended. */
const reaching = (host: string, open: (address: string) => Socket) =>
  Effect.gen(function* () {
    const dialled: Array<string> = []
    const connect = internet({
      dnsServers: [server.address],
      dial: (address, port) => {
        dialled.push(`${address}:${port}`)
        return open(address)
      },
    })
    const under = yield* Effect.forkChild(Effect.flip(Effect.scoped(connect({ host, port: 8443 }))))
    const settle = Effect.promise(async () => {
      while (dialled.length === 0 && under.pollUnsafe() === undefined) await setImmediate()
      await setImmediate()
    })
    yield* settle
    let waited = 0
    while (under.pollUnsafe() === undefined) {
      yield* TestClock.adjust(1_500)
      waited += 1.5
      yield* settle
    }
    return { dialled, waited, end: yield* Fiber.join(under) }
  }).pipe(Effect.provide(standingClock), Effect.runPromise)

it('three addresses have three seconds each to accept, and no other one is tried', async () => {
  expect(await reaching('cuatro.socio.mx', mute)).toEqual({
    dialled: v4.slice(0, 3).map((address) => `${address}:8443`),
    waited: 9,
    end: 'conexion_fallida',
  })
})

it('of two families the addresses take turns, IPv4 first', async () => {
  const { dialled } = await reaching('ambas.socio.mx', acceptedBy(undefined))
  expect(dialled).toEqual([`${v4[0]}:8443`, `${v6[0]}:8443`, `${v4[1]}:8443`])
})

it.each([
  ['93.184.216.9', 'another public address'],
  ['10.0.0.1', 'a private one'],
])('whoever answers from %s, %s, is not spoken to, and no other address is tried', async (remote) => {
  expect(await reaching('cuatro.socio.mx', acceptedBy(remote))).toEqual({
    dialled: ['93.184.216.1:8443'],
    waited: 0,
    end: 'direccion_no_publica',
  })
})
