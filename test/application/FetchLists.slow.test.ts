import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, file, startPublisher } from '#test/support/publishers.ts'

const fixture = (name: string): Buffer => readFileSync(new URL(`../adapters/lists/fixtures/${name}`, import.meta.url))
const un = fixture('consolidated.xml')
const ofac = { '/SDN.CSV': 'sdn.csv', '/ALT.CSV': 'alt.csv', '/ADD.CSV': 'add.csv' } as const
const ofacPaths = Object.keys(ofac)

describe('a list that is fetched from its publisher', () => {
  let publisher: Awaited<ReturnType<typeof startPublisher>>
  beforeAll(async () => {
    publisher = await startPublisher()
  })
  afterAll(() => publisher.stop())
  afterEach(() => publisher.reset())
  const fetchUn = (force = false) => publisher.fetch('onu', ['/un.xml'], force)
  const versions = async () => (await publisher.history('onu')).map(({ cutOff, entries }) => [cutOff, entries])

  it('is imported, and afterwards asked for by its ETag: 304 confirms it', async () => {
    publisher.serves('/un.xml', file(un, '"v1"'))
    expect(await fetchUn()).toMatchObject({ _tag: 'importada', version: { cutOff: '2026-01-31', entries: 3 } })
    const [imported] = await publisher.history('onu')
    publisher.pass(3_600)
    expect(await fetchUn()).toMatchObject({ _tag: 'sin_cambios' })
    expect(publisher.asked).toEqual(['/un.xml -', '/un.xml "v1"'])
    const [confirmed, ...others] = await publisher.history('onu')
    expect(others).toEqual([])
    expect(confirmed?.importedAt).toEqual(imported?.importedAt)
    expect(confirmed?.confirmedAt).not.toEqual(imported?.confirmedAt)
  })

  it('that has the same bytes is not imported again, whatever its ETag', async () => {
    publisher.serves('/un.xml', file(un, '"v1"'))
    await fetchUn()
    publisher.serves('/un.xml', file(un, '"v2"'))
    expect(await fetchUn()).toMatchObject({ _tag: 'sin_cambios', version: { origin: [{ etag: '"v2"' }] } })
    publisher.serves('/un.xml', file(un))
    expect(await fetchUn()).toMatchObject({ _tag: 'sin_cambios', version: { origin: [{ etag: null }] } })
    expect(await versions()).toEqual([['2026-01-31', 3]])
  })

  it('that is meant to be taken is had whole, and imported again', async () => {
    publisher.serves('/un.xml', file(un, '"v1"'))
    await fetchUn()
    expect(await fetchUn(true)).toMatchObject({ _tag: 'importada', version: { cutOff: '2026-01-31', entries: 3 } })
    expect(publisher.asked).toEqual(['/un.xml -', '/un.xml -'])
  })

  it('that was keyed by other rules is had whole, and imported again', async () => {
    publisher.serves('/un.xml', file(un, '"v1"'))
    await fetchUn()
    await publisher.keyOtherwise('onu')
    expect(await fetchUn()).toMatchObject({ _tag: 'importada', version: { cutOff: '2026-01-31', entries: 3 } })
    expect(publisher.asked).toEqual(['/un.xml -', '/un.xml -'])
  })

  it('of several files is had whole when one of them is another one', async () => {
    for (const [path, name] of Object.entries(ofac)) publisher.serves(path, file(fixture(name), `"${name}"`))
    expect(await publisher.fetch('ofac_sdn', ofacPaths)).toMatchObject({ _tag: 'importada', version: { entries: 6 } })
    expect(await publisher.fetch('ofac_sdn', ofacPaths)).toMatchObject({ _tag: 'sin_cambios' })
    publisher.asked.length = 0
    const others = Buffer.concat([Buffer.from('9000005,9,"aka","OTRO, Nombre",-0- \n'), fixture('alt.csv')])
    publisher.serves('/ALT.CSV', file(others, '"other"'))
    expect(await publisher.fetch('ofac_sdn', ofacPaths)).toMatchObject({ _tag: 'importada' })
    expect(publisher.asked).toEqual([
      ...['/SDN.CSV "sdn.csv"', '/ALT.CSV "alt.csv"', '/ADD.CSV "add.csv"'],
      ...['/SDN.CSV -', '/ADD.CSV -'],
    ])
  })

  const cases: ReadonlyArray<readonly [string, Answer, RegExp]> = [
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': un.length })
        response.write(un.subarray(0, 1_000), () => response.destroy())
      },
      /^listas\.socio\.mx: cortada$/,
    ],
    [
      'breaks off between chunks',
      (_, response) => {
        response.writeHead(200)
        response.write(un, () => response.destroy())
      },
      /: cortada$/,
    ],
    [
      'calls itself shorter than it is',
      (_, response) => {
        response.socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n'), un]))
      },
      /is cut off|: cortada$/,
    ],
    [
      'calls itself larger than any list',
      (_, response) => void response.writeHead(200, { 'content-length': 2 ** 40 }).flushHeaders(),
      /: excesiva$/,
    ],
    [
      'tells no length',
      (_, response) => {
        response.socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'), un]))
      },
      /: sin_longitud$/,
    ],
    ['is a web page', file(Buffer.from('<!DOCTYPE html><title>Mantenimiento</title>')), /is a web page/],
    ['is empty', file(Buffer.alloc(0)), /is no/],
    [
      'is compressed',
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(un),
      /comprimida/,
    ],
    ...[
      ['content-digest', 'sha-256=:AAAA:'],
      ['repr-digest', 'sha-512=:x:, sha-256=:AAAA:'],
      ['digest', 'SHA-256=AAAA,MD5=x'],
      ['content-md5', 'AAAA'],
    ].map(([header = '', digest]): readonly [string, Answer, RegExp] => [
      `is not of the digest that ${header} tells`,
      (_, response) => void response.writeHead(200, { 'content-length': un.length, [header]: digest }).end(un),
      /: digesto_distinto$/,
    ]),
    ['is not there', (_, response) => void response.writeHead(404).end(), /: estado_404$/],
    ['is unchanged, to who knows none', (_, response) => void response.writeHead(304).end(), /: estado_304$/],
    ['is no HTTP', (_, response) => void response.socket?.end('SSH-2.0-prueba\r\n'), /: respuesta_invalida$/],
    [
      'is on this machine',
      (_, response) => void response.writeHead(302, { location: 'https://dentro.socio.mx/un.xml' }).end(),
      /^listas\.socio\.mx: direccion_no_publica$/,
    ],
    [
      'is behind plain HTTP',
      (_, response) => void response.writeHead(302, { location: 'http://listas.socio.mx/other.xml' }).end(),
      /: direccion_no_publica$/,
    ],
    [
      'leads in a circle',
      (_, response) => void response.writeHead(301, { location: '/un.xml' }).end(),
      /: demasiados_redireccionamientos$/,
    ],
  ]

  it.each(cases)('that %s is refused, and the current version stays', async (_, answer, reason) => {
    publisher.serves('/un.xml', file(un))
    await fetchUn()
    publisher.serves('/un.xml', answer)
    const fetched = await fetchUn(true)
    expect(fetched).toEqual({ _tag: 'rechazada', reason: expect.stringMatching(reason) })
    expect(await versions()).toEqual([['2026-01-31', 3]])
  })

  it('that is replaced by another one while its publisher is asked is not confirmed', async () => {
    publisher.serves('/un.xml', file(un, '"v1"'))
    await fetchUn()
    publisher.serves('/other.xml', file(Buffer.from(un.toString().replace('2026-01-31T', '2026-02-01T'))))
    publisher.serves('/un.xml', async (_, response) => {
      await publisher.fetch('onu', ['/other.xml'])
      response.writeHead(304).end()
    })
    expect(await fetchUn()).toEqual({ _tag: 'rechazada', reason: 'en_curso' })
    const [current] = await publisher.history('onu')
    expect(current?.cutOff).toBe('2026-02-01')
    expect(current?.confirmedAt).toEqual(current?.importedAt)
  })

  it.each([301, 302, 303, 307, 308])(
    'that is elsewhere is fetched from there, also after three times %i',
    async (status) => {
      for (const [from, to] of [
        ['/3.xml', '/2.xml'],
        ['/2.xml', '/1.xml'],
        ['/1.xml', '/un.xml'],
      ] as const) {
        publisher.serves(from, (_, response) => void response.writeHead(status, { location: to }).end())
      }
      publisher.serves('/un.xml', file(un))
      expect(await publisher.fetch('onu', ['/3.xml'])).toMatchObject({ _tag: 'importada' })
    },
  )

  it('that is older than the current version, or whose files do not belong together, is taken by force alone', async () => {
    publisher.serves('/un.xml', file(un))
    await fetchUn()
    publisher.serves('/un.xml', file(Buffer.from(un.toString().replace('2026-01-31T', '2025-01-31T'))))
    expect(await fetchUn()).toEqual({ _tag: 'rechazada', reason: 'anterior' })
    expect(await fetchUn(true)).toMatchObject({ _tag: 'importada', version: { cutOff: '2025-01-31' } })
    publisher.serves('/CONS_PRIM.CSV', file(fixture('cons_prim.csv')))
    publisher.serves('/ALT.CSV', file(fixture('alt.csv')))
    const mixed = await publisher.fetch('ofac_consolidada', ['/CONS_PRIM.CSV', '/ALT.CSV'])
    expect(mixed).toEqual({ _tag: 'rechazada', reason: expect.stringContaining('without an entry') })
  })
})
