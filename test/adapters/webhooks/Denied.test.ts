import { connect } from 'node:net'
import { Option } from 'effect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { parseNetwork } from '#domain/network/Network.ts'
import { addresses } from '#test/support/dnsServer.ts'
import { type LoopbackInternet, loopbackInternet, seenAs, webhook } from '#test/support/loopbackInternet.ts'
import { answers, type Receiver, receiver } from '#test/support/receivers.ts'

const networks = ['93.184.216.0/24', '2606:2800:220::/48'].map((text) => Option.getOrThrow(parseNetwork(text)))
/** Public, the first two and the name denied. */
const [ownV4, ownV6, other, detour] = ['93.184.216.34', '2606:2800:220:1::34', '93.184.217.34', '93.184.217.35']

let internet: LoopbackInternet
let honest: Receiver
beforeAll(async () => {
  internet = await loopbackInternet(undefined, { ...usuallyDenied, networks, names: ['corp.socio.mx'] })
  honest = await receiver(answers('HTTP/1.1 204 No Content\r\n\r\n'))
  internet.route(other, honest.port)
  internet.route(detour, () => seenAs(connect(honest.port, '127.0.0.1'), ownV4))
  internet.name('own.socio.mx', addresses(ownV4))
  internet.name('own6.socio.mx', addresses(other, ownV6))
  internet.name('corp.socio.mx', addresses(other))
  internet.name('a.corp.socio.mx', addresses(other))
  internet.name('detour.socio.mx', addresses(detour))
  internet.name('ring.socio.mx', addresses(other))
})
afterAll(() => Promise.all([internet.stop(), honest.stop()]))

it.each([
  [`https://${ownV4}/`, []],
  [`https://[${ownV6}]/`, []],
  ['https://own.socio.mx/', []],
  ['https://own6.socio.mx/', []],
  ['https://corp.socio.mx/', []],
  ['https://a.corp.socio.mx/', []],
  ['https://detour.socio.mx/', [detour]],
])('a webhook to %s, which the operator denies, ends in direccion_no_publica', async (url, dialled) => {
  const before = internet.dialled.length
  expect(await internet.attempt(webhook(url))).toBe('direccion_no_publica')
  expect(internet.dialled.slice(before)).toEqual(dialled)
})

it('a webhook to anybody else is sent', async () => {
  expect(await internet.attempt(webhook('https://ring.socio.mx/'))).toBe(204)
  expect(internet.canaryConnections()).toBe(0)
})
