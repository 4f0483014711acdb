import { connect } from 'node:net'
import { range } from 'effect/Array'
import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addresses, alias, type Family, fails, type Host } from '#test/support/dnsServer.ts'
import { type End, type LoopbackInternet, loopbackInternet, seenAs, webhook } from '#test/support/loopbackInternet.ts'
import { otherCertificate } from '#test/support/receiverCertificates.ts'
import { answers, type Behaviour, onRequest, type Receiver, receiver } from '#test/support/receivers.ts'
import { forbiddenUrls } from './forbiddenUrls.ts'

/** Leads to a receiver that answers 204. */
const v4 = '93.184.216.34'
const v6 = '2606:2800:220:1::34'
/** Lead to nobody. */
const closed = ['93.184.217.1', '93.184.217.2'] as const
/** Lead elsewhere than they say: to loopback, to another public address. */
const detour = '93.184.219.1'
const strayed = '93.184.219.2'
/** Leads to a receiver that is gone as soon as it has accepted. */
const fleeting = '93.184.219.3'
/** Leads to the receiver, whose address is written otherwise. */
const longForm = '2606:2800:220:1::35'

let internet: LoopbackInternet
let honest: Receiver
let elsewhere: Receiver

beforeAll(async () => {
  internet = await loopbackInternet()
  honest = await receiver(answers('HTTP/1.1 204 No Content\r\n\r\n'))
  elsewhere = await receiver(answers('HTTP/1.1 204 No Content\r\n\r\n'))
  const freed = await receiver(() => {})
  await freed.stop()
  const to = (port: number) => connect(port, '127.0.0.1')
  for (const address of [v4, v6]) internet.route(address, honest.port)
  for (const address of closed) internet.route(address, freed.port)
  internet.route(detour, () => to(elsewhere.port))
  internet.route(strayed, () => seenAs(to(elsewhere.port), '93.184.216.35'))
  internet.route(fleeting, () => seenAs(to(elsewhere.port), undefined))
  internet.route(longForm, () => seenAs(to(honest.port), '2606:2800:0220:0001:0:0:0:0035'))
})
afterAll(async () => {
  await Promise.all([internet.stop(), honest.stop(), elsewhere.stop()])
})

/** One attempt so many seconds later, and which addresses it dialled and which questions it asked. */
const attempt = async (url: string, later = 60) => {
  await internet.wait(later)
  const [dialled, asked] = [internet.dialled.length, internet.questions.length]
  const end = await internet.attempt(webhook(url))
  return { end, dialled: internet.dialled.slice(dialled), questions: internet.questions.slice(asked) }
}

describe('by its URL', () => {
  it.each(forbiddenUrls)('%j is neither resolved nor dialled (%s)', async (url) => {
    const { end, dialled, questions } = await attempt(url.replaceAll('{port}', String(internet.canaryPort)))
    expect([end, dialled, questions]).toEqual(['direccion_no_publica', [], []])
  })

  it.each([
    [`https://${v4}/`, v4],
    ['https://1572395042/', v4],
    ['https://0x5d.0270.216.34:8443/', v4],
    [`https://[${v6}]/`, v6],
    ['https://[2606:2800:0220:0001:0000:0000:0.0.0.52]/', v6],
  ])('%s is delivered without asking a name server', async (url, address) => {
    const { end, dialled, questions } = await attempt(url)
    expect([end, dialled, questions]).toEqual([204, [address], []])
  })
})

type Row = readonly [what: string, end: End, dialled: ReadonlyArray<string>, host: Host]

/** One host for A, another for AAAA. */
const split =
  (hosts: Record<Family, Host>): Host =>
  (question) =>
    hosts[question.family](question)
const recordOf =
  (name: string, data: string): Host =>
  () => ({ records: [{ type: 'A', name, data }] })
const overTcp =
  (host: Host): Host =>
  (question) =>
    question.overTcp ? host(question) : 'cut'
const many = range(0, 98).map((index) => `93.184.1.${index}`)

describe('by its name', () => {
  it.each<Row>([
    ['with a public address', 204, [v4], addresses(v4)],
    ['with IPv6 alone', 204, [v6], addresses(v6)],
    ['with both', 204, [v4], addresses(v6, v4)],
    ['with an alias', 204, [v4], alias(['a.mx', 'b.mx', 'c.mx'], v4)],
    ['with 100 public addresses', 204, [v4], addresses(v4, ...many)],
    ['with public addresses over TCP', 204, [v4], overTcp(addresses(v4, ...many))],
    ['whose AAAA fails', 204, [v4], split({ A: addresses(v4), AAAA: fails(2) })],
    ['whose A fails', 204, [v6], split({ A: fails(2), AAAA: addresses(v6) })],
    ['whose A does not exist', 204, [v6], split({ A: fails(3), AAAA: addresses(v6) })],
    ['with a private address', 'direccion_no_publica', [], addresses('10.0.0.1')],
    ['with loopback', 'direccion_no_publica', [], addresses('127.0.0.1')],
    ['with this host', 'direccion_no_publica', [], addresses('0.0.0.0')],
    ['with the metadata address', 'direccion_no_publica', [], addresses('169.254.169.254')],
    ['with loopback over IPv6', 'direccion_no_publica', [], addresses('::1')],
    ['with a unique local address', 'direccion_no_publica', [], addresses('fd00:ec2::254')],
    ['with a link local address', 'direccion_no_publica', [], addresses('fe80::1')],
    ['with an IPv4-mapped address', 'direccion_no_publica', [], addresses('::ffff:127.0.0.1')],
    ['with a public IPv4-mapped address', 'direccion_no_publica', [], addresses('::ffff:93.184.216.34')],
    ['with loopback through NAT64', 'direccion_no_publica', [], addresses('64:ff9b::7f00:1')],
    ['with metadata through 6to4', 'direccion_no_publica', [], addresses('2002:a9fe:a9fe::1')],
    ['with a public and a private address', 'direccion_no_publica', [], addresses(v4, '10.0.0.1')],
    ['with a private and a public address', 'direccion_no_publica', [], addresses('10.0.0.1', v4)],
    ['with public IPv4 and private IPv6', 'direccion_no_publica', [], addresses(v4, '::1')],
    ['with public IPv6 and private IPv4', 'direccion_no_publica', [], addresses(v6, '127.0.0.1')],
    ['with 99 public addresses and a private one', 'direccion_no_publica', [], addresses(...many, '10.0.0.1')],
    ['with these over TCP', 'direccion_no_publica', [], overTcp(addresses(...many, '10.0.0.1'))],
    ['with an alias of a private address', 'direccion_no_publica', [], alias(['a.mx', 'b.mx'], '10.0.0.1')],
    ['with an alias of localhost', 'direccion_no_publica', [], alias(['localhost'], '127.0.0.1')],
    ['that gets another name’s private address', 'direccion_no_publica', [], recordOf('otro.mx', '10.0.0.1')],
    ['with an alias that leads nowhere', 'nombre_sin_resolver', [], alias(['localhost'])],
    ['with an alias of itself', 'nombre_sin_resolver', [], alias(['ring.socio.mx'])],
    ['without addresses', 'nombre_sin_resolver', [], addresses()],
    ['that does not exist', 'nombre_sin_resolver', [], fails(3)],
    ['whose server fails', 'nombre_sin_resolver', [], fails(2)],
    ['whose server refuses', 'nombre_sin_resolver', [], fails(5)],
    ['the first of whose addresses refuses', 204, [closed[0], v4], addresses(closed[0], v4)],
    ['whose IPv4 address refuses', 204, [closed[0], v6], addresses(closed[0], v6)],
    ['whose first address accepts and is gone', 204, [fleeting, v4], addresses(fleeting, v4)],
    ['all of whose addresses refuse', 'conexion_fallida', closed, addresses(...closed)],
    ['the other end of which is loopback', 'direccion_no_publica', [detour], addresses(detour, v4)],
    ['the other end of which is another address', 'direccion_no_publica', [strayed], addresses(strayed, v4)],
    ['the other end of which is written otherwise', 204, [longForm], addresses(longForm)],
  ])('a host %s ends in %s', async (_, expected, addressesDialled, host) => {
    internet.name('ring.socio.mx', host)
    const { end, dialled } = await attempt('https://ring.socio.mx/avisos')
    expect([end, dialled]).toEqual([expected, addressesDialled])
  })

  it('a host is resolved again a minute after its connection was made: what was public may be private by then', async () => {
    internet.name('rebinds.socio.mx', ({ family, before, ...question }) =>
      addresses(before === 0 ? v4 : '127.0.0.1')({ family, before, ...question }),
    )
    const asked = ['A rebinds.socio.mx', 'AAAA rebinds.socio.mx']
    const first = await attempt('https://rebinds.socio.mx/')
    expect([first.end, first.dialled, first.questions]).toEqual([204, [v4], asked])
    const second = await attempt('https://rebinds.socio.mx/', 59.999)
    expect([second.end, second.dialled, second.questions]).toEqual([204, [], []])
    const third = await attempt('https://rebinds.socio.mx/', 0.001)
    expect([third.end, third.dialled, third.questions]).toEqual(['direccion_no_publica', [], asked])
  })
})

describe('by its connection', () => {
  const kept = '93.184.219.4'
  beforeAll(() => internet.name('kept.socio.mx', addresses(kept)))
  const good = 'HTTP/1.1 204 No Content\r\n\r\n'
  /** The first answer over each connection, and what is done at the second request. */
  const turns =
    (first: string, second: Behaviour): Behaviour =>
    (socket, raw) => {
      let requests = 0
      onRequest(() => {
        requests += 1
        if (requests === 1) socket.write(first)
        else second(socket, raw)
      })(socket, raw)
    }
  const answered =
    (text: string): Behaviour =>
    (socket) =>
      void socket.write(text)
  const bad = 'HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n'

  it.each<readonly [what: string, end: End, dialled: ReadonlyArray<string>, behaviour: Behaviour]>([
    ['that answers each request', 204, [], turns(good, answered(good))],
    ['that answers 500 the second time', 500, [], turns(good, answered(bad))],
    ['that answered the next request too', 204, [kept], turns(good + bad, answered(bad))],
    ['that began the next answer', 204, [kept], turns(`${good}HTTP/1.1 5`, answered('00 Oh\r\n\r\n'))],
    [
      'that said more than its body',
      200,
      [kept],
      turns(`HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n+${bad}`, answered(bad)),
    ],
    ['that closes at the second request', 204, [kept], turns(good, (socket) => void socket.end())],
    ['that resets at the second request', 204, [kept], turns(good, (_, raw) => void raw.resetAndDestroy())],
    ['that answers nonsense the second time', 'respuesta_invalida', [], turns(good, answered('nonsense'))],
    [
      'that begins an answer and resets',
      'respuesta_invalida',
      [],
      turns(
        good,
        (socket, raw) => void socket.write('HTTP/1.1 500 Oh\r\nContent-Length: 9\r\n\r\n', () => raw.resetAndDestroy()),
      ),
    ],
    ['that said it would close', 204, [kept], turns(`HTTP/1.1 204 No\r\nConnection: close\r\n\r\n`, answered(bad))],
    ['that failed', 500, [kept], turns(bad, answered(good))],
    [
      'whose body was too long to read',
      200,
      [kept],
      turns(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(65_537)}`, answered(bad)),
    ],
  ])('a receiver %s ends in %s', async (_, end, dialled, behaviour) => {
    const one = await receiver(behaviour)
    internet.route(kept, one.port)
    await attempt('https://kept.socio.mx/')
    const second = await attempt('https://kept.socio.mx/', 1)
    await one.stop()
    expect([second.end, second.dialled]).toEqual([end, dialled])
  })

  it('a receiver that answers while nobody has asked loses its connection', async () => {
    const one = await receiver(
      onRequest((socket) => {
        socket.write(good)
        setTimeout(() => socket.write(bad), 20)
      }),
    )
    internet.route(kept, one.port)
    await attempt('https://kept.socio.mx/')
    await expect.poll(() => one.open()).toBe(0)
    const { end, dialled } = await attempt('https://kept.socio.mx/', 1)
    await one.stop()
    expect([end, dialled]).toEqual([204, [kept]])
  })

  it('a certificate is verified again a minute later', async () => {
    const changed = await receiver(answers(good), { tls: { certificate: otherCertificate } })
    internet.route(kept, honest.port)
    expect((await attempt('https://kept.socio.mx/')).end).toBe(204)
    internet.route(kept, changed.port)
    const { end, dialled } = await attempt('https://kept.socio.mx/')
    await changed.stop()
    expect([end, dialled]).toEqual(['tls_rechazado', [kept]])
  })
})

describe('in all of this', () => {
  it('no canary heard anything, and whoever was dialled by another address got nothing', () => {
    expect(internet.canaryConnections()).toBe(0)
    expect(elsewhere.received()).toBe('')
  })

  it('every address that was dialled is a public one', () => {
    const ranges = new Set(internet.dialled.map((address) => ipaddr.parse(address).range()))
    expect(ranges).toEqual(new Set(['unicast']))
  })
})
