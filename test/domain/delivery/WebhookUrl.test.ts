import { Option } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalized, parse } from '#domain/delivery/WebhookUrl.ts'
import { parseNetwork } from '#domain/network/Network.ts'
import { forbiddenUrls } from '#test/adapters/webhooks/forbiddenUrls.ts'

const hostOf = (text: string) => Option.getOrNull(Option.map(parse(text), ({ host }) => host))
const label63 = 'a'.repeat(63)
/** 253 characters: three labels of 63, one of 58, `com`. */
const longest = `${[label63, label63, label63, 'a'.repeat(57)].join('.')}.com`

describe('a webhook_url', () => {
  it.each([
    ['https://example.com/hooks', 'example.com'],
    ['https://example.com', 'example.com'],
    ['HTTPS://EXAMPLE.COM/Hooks', 'example.com'],
    ['https://api.socio.mx:8443/v1/avisos?canal=7', 'api.socio.mx'],
    ['https://example.com:443/', 'example.com'],
    ['https://example.com:/', 'example.com'],
    ['https://example.com:1024/', 'example.com'],
    ['https://example.com:8080/', 'example.com'],
    ['https://example.com:65535/', 'example.com'],
    ['https://example.com./a', 'example.com'],
    ['https://example.com?x=1', 'example.com'],
    ['https://example.com#a', 'example.com'],
    ['https://example.com/a@b:c', 'example.com'],
    ['https://example.com/?next=https://localhost/', 'example.com'],
    ['https://españa.mx/ñandú', 'xn--espaa-rta.mx'],
    ['https://xn--espaa-rta.mx/', 'xn--espaa-rta.mx'],
    ['https://例え.jp/', 'xn--r8jz45g.jp'],
    ['https://ex%61mple.com/', 'example.com'],
    ['https://localhost.mx/', 'localhost.mx'],
    ['https://mylocal.mx/', 'mylocal.mx'],
    ['https://notlocal.notlocal/', 'notlocal.notlocal'],
    ['https://test.com/', 'test.com'],
    ['https://example.com/न\u093f/①', 'example.com'],
    ['https://nas.home-arpa.mx/', 'nas.home-arpa.mx'],
    ['https://nas.homexarpa/', 'nas.homexarpa'],
    ['https://arpa.home.com/', 'arpa.home.com'],
    ['https://1and1.com/', '1and1.com'],
    ['https://123.mx/', '123.mx'],
    ['https://a.b-c.d--e.mx/', 'a.b-c.d--e.mx'],
    [`https://${label63}.mx/`, `${label63}.mx`],
    [`https://${longest}/`, longest],
    ['https://8.8.8.8/x', '8.8.8.8'],
    ['https://134744072/', '8.8.8.8'],
    ['https://0x8.0x8.0x8.0x8/', '8.8.8.8'],
    ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
    ['https://[2606:4700:4700:0:0:0:0:1111]:8443/x', '2606:4700:4700::1111'],
  ])('is accepted: %s', (text, host) => {
    expect(hostOf(text)).toBe(host)
  })

  it.each<readonly [text: string, what: string]>([
    ...forbiddenUrls.map(([url, what]) => [url.replace('{port}', '8443'), what] as const),
    ['example.com/hooks', 'no scheme'],
    ['wss://example.com/', 'wss'],
    ['javascript:alert(1)', 'script'],
    ['xhttps://example.com/', 'not https'],
    ['https:/example.com', 'one slash'],
    ['https://', 'no host'],
    ['https:///', 'no host'],
    ['https://?x', 'no host'],
    ['https://:443/', 'no host'],
    ['https://user:pass@example.com/', 'userinfo'],
    ['https://user@example.com/', 'user'],
    ['https://@example.com/', 'empty userinfo'],
    ['https://:@example.com/', 'empty userinfo'],
    ['https://user%40example.com/', 'an escaped at sign'],
    ['https://example.com:1/', 'a port of the system'],
    ['https://example.com:22/', 'SSH'],
    ['https://example.com:25/', 'mail'],
    ['https://example.com:80/', 'plain HTTP'],
    ['https://example.com:444/', 'a port of the system beside that of https'],
    ['https://example.com:465/', 'mail over TLS'],
    ['https://example.com:636/', 'LDAP over TLS'],
    ['https://example.com:853/', 'DNS over TLS'],
    ['https://example.com:993/', 'mail over TLS'],
    ['https://example.com:1023/', 'the last port of the system'],
    ['https://example.com:1433/', 'a database'],
    ['https://example.com:3306/', 'a database'],
    ['https://example.com:5432/', 'a database'],
    ['https://example.com:05432/', 'a database, with a zero in front'],
    ['https://example.com:27017/', 'a database'],
    ['https://example.com:6379/', 'a cache'],
    ['https://example.com:11211/', 'a cache'],
    ['https://example.com:2525/', 'mail'],
    ['https://example.com:9200/', 'a search engine'],
    ['https://8.8.8.8:5432/', 'a database at an address'],
    ['https://example.com:00/', 'port 00'],
    ['https://example.com:a/', 'port not a number'],
    ['https://example.com:８０/', 'port in full width'],
    ['https://%6c%6f%63alhost.%6c%6f%63al/', 'escaped letters'],
    ['https://a.localhost./', '.localhost with its dot'],
    ['https://printer.LOCAL./', '.local with its dot'],
    ['https://x.corp/', '.corp'],
    ['https://x.home/', '.home'],
    ['https://x.intranet/', '.intranet'],
    ['https://x.private/', '.private'],
    ['https://x.localdomain/', '.localdomain'],
    ['https://x.alt/', '.alt'],
    ['https://x.arpa/', '.arpa'],
    ['https://nas.lan./', '.lan with its dot'],
    ['https://nas.home.arpa./', '.home.arpa with its dot'],
    ['https://home.arpa/', 'home.arpa'],
    ['https://socio.test./', '.test with its dot'],
    ['https://socio.example./', '.example with its dot'],
    ['https://socio.invalid./', '.invalid with its dot'],
    ['https://socio.onion./', '.onion with its dot'],
    ['https://intranet./', 'one label with its dot'],
    ['https://com/', 'one label'],
    ['https://./', 'only a dot'],
    ['https://../', 'only dots'],
    ['https://.example.com/', 'empty first label'],
    ['https://example..com/', 'empty label'],
    ['https://example.com../', 'two dots at the end'],
    ['https://-a.mx/', 'hyphen first'],
    ['https://a-.mx/', 'hyphen last'],
    ['https://a_b.mx/', 'underscore'],
    ['https://a!b.mx/', 'a sign that DNS names do not have'],
    ['https://*.socio.mx/', 'wildcard'],
    [`https://a${label63}.mx/`, 'label of 64'],
    [`https://b.${longest}/`, 'name of 255'],
    [`https://${longest.replace('.com', 'a.com')}/`, 'name of 254'],
    ['https://socio.123/', 'numeric last label'],
    ['https://socio.0x1f/', 'numeric last label'],
    ['https://socio.09/', 'numeric last label'],
    ['https://1.2.3.4.5/', 'five numbers'],
    ['https://256.1.1.1/', 'no address'],
    ['https://[::ffff:8.8.8.8]/', 'IPv4-mapped'],
    ['https://[2606:4700::1%25eth0]/', 'zone on a public address'],
    ['https://[2606:4700::1/', 'bracket not closed'],
    ['https://2606:4700::1/', 'no brackets'],
    ['https://[8.8.8.8]/', 'IPv4 in brackets'],
    ['https://example.com/ ', 'trailing blank'],
    ['https://example.com/a b', 'blank'],
    ['https://example.com/\u00a0', 'no-break space'],
    ['https://example.com/\u3000', 'ideographic space'],
    ['https://example.com/\u2800', 'Braille blank'],
    ['https://example.com/\u3164', 'Hangul filler'],
    ['https://exam\nple.com/', 'line feed'],
    ['https://example.com/\r', 'carriage return'],
    ['https://example.com/\u007f', 'delete'],
    ['https://example.com/\u0085', 'a C1 control'],
    ['https://exam\u00adple.com/', 'soft hyphen'],
    ['https://example.com/\u200d', 'zero-width joiner'],
    ['https://example.com/\u2060', 'word joiner'],
    ['https://example.com/\ufeff', 'byte order mark'],
    ['https://example.com/\u202e', 'direction override'],
    ['https://example.com/a\ufe0f', 'variation selector'],
    ['https://example.com/a\u034f', 'grapheme joiner'],
    ['https://example.com/\ud83d', 'unpaired high surrogate'],
    ['https://example.com/\ude00', 'unpaired low surrogate'],
    ['https://example.com/😀', 'emoji'],
    ['https://example。com/', 'ideographic full stop'],
    ['https://example.com/#\u200b', 'zero-width space in the fragment'],
    [`https://example.com/${'a'.repeat(2_000)} `, 'a late blank, without backtracking'],
  ])('is refused: %j (%s) [peticion_invalida]', (text) => {
    expect(parse(text)).toStrictEqual(Option.none())
  })
})

describe('the ports to which no webhook goes', () => {
  const portOf = (text: string, denied: ReadonlyArray<number>) =>
    Option.getOrNull(Option.map(parse(text, { ports: new Set(denied), networks: [], names: [] }), ({ port }) => port))

  it('are a setting, which never closes 443 and never opens the ports of the system', () => {
    expect(portOf('https://socio.mx:5432/', [9_000])).toBe(5_432)
    expect(portOf('https://socio.mx:9000/', [9_000])).toBeNull()
    expect(portOf('https://socio.mx:8443/', [8_443])).toBeNull()
    expect(portOf('https://socio.mx/', [443])).toBe(443)
    expect(portOf('https://socio.mx:25/', [])).toBeNull()
  })
})

describe('where no webhook goes although it is public', () => {
  const networks = ['93.184.216.0/24', '2606:2800:220::/48', '2a00:64:ff9b::/96'].map((text) =>
    Option.getOrThrow(parseNetwork(text)),
  )
  const denied = { ports: new Set<number>(), networks, names: ['corp.socio.mx', 'localidad.mx', 'xn--caf-dma.mx'] }

  it.each([
    ['https://93.184.216.34/', 'an address of a denied network'],
    ['https://0x5db8d822/', 'the same in another writing'],
    ['https://[2606:2800:220:1::34]/', 'one of IPv6'],
    ['https://[2a00:64:ff9b::10.0.0.1]/', 'one that leads into the own network, translated'],
    ['https://corp.socio.mx/', 'a denied name'],
    ['https://CORP.socio.mx./', 'the same in another writing'],
    ['https://avisos.corp.socio.mx:8443/', 'a name under it'],
    ['https://café.mx/', 'one that is not ASCII'],
  ])('is a setting: %s, %s [peticion_invalida]', (url) => {
    expect(Option.isSome(parse(url))).toBe(true)
    expect(Option.isSome(parse(url, denied))).toBe(false)
  })

  it.each(['https://93.184.217.34/', 'https://[2606:2800:221::1]/', 'https://socio.mx/', 'https://mi-corp.socio.mx/'])(
    'is not %s',
    (url) => {
      expect(Option.isSome(parse(url, denied))).toBe(true)
    },
  )
})

describe('what is read from a webhook_url', () => {
  it('keeps host, path and parameters as they were written and requests no fragment', () => {
    expect(parse('https://Socio.MX:8443/a/../b/%6Eota/ñ?x=%20&y=1?2#secreto?z')).toStrictEqual(
      Option.some({
        href: 'https://socio.mx:8443/b/%6Eota/%C3%B1?x=%20&y=1?2',
        host: 'socio.mx',
        port: 8443,
        writtenHost: 'Socio.MX',
        pathAndQuery: '/a/../b/%6Eota/ñ?x=%20&y=1?2',
        fragment: 'secreto?z',
      }),
    )
  })

  it('has empty parts, and the port of https, when none are written', () => {
    expect(parse('https://socio.mx.#')).toStrictEqual(
      Option.some({
        href: 'https://socio.mx/',
        host: 'socio.mx',
        port: 443,
        writtenHost: 'socio.mx.',
        pathAndQuery: '',
        fragment: '',
      }),
    )
  })

  it('tells parameters without a path', () => {
    expect(Option.map(parse('https://socio.mx?a/b'), ({ pathAndQuery }) => pathAndQuery)).toStrictEqual(
      Option.some('?a/b'),
    )
  })

  it('tells the literal of an IPv6 host without its brackets', () => {
    expect(
      Option.map(parse('https://[2606:4700::1]:4443/'), ({ href, host, port }) => [href, host, port]),
    ).toStrictEqual(Option.some(['https://[2606:4700::1]:4443/', '2606:4700::1', 4443]))
  })
})

const pieces = fc.constantFrom(
  ...['https://', 'HTTPS://', 'http://', '@', ':', '/', '//', '\\', '?', '#', '.', '..', '%', '%2e', '%00', '[', ']'],
  ...['example', 'com', 'mx', 'localhost', 'local', '127.0.0.1', '8.8.8.8', '::1', '2606:4700::1', '0x7f', '443', '0'],
  ...['ñ', 'ß', '①', '\u200b', '\u00ad', '\ud800', ' ', '\t', 'xn--', '-', '_', 'a'],
)
const hostile = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  hostile,
  hostile.map((text) => `https://example.com${text}`),
  hostile.map((text) => `https://${text}.mx/`),
  fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
)

describe('any text', () => {
  it('is judged without throwing; what is accepted is requested by https, without userinfo and fragment', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = parse(text)
        if (Option.isNone(read)) return
        const url = new URL(read.value.href)
        expect([url.protocol, url.username, url.password, url.hash]).toStrictEqual(['https:', '', '', ''])
        expect(url.hostname.replace(/^\[|\]$/g, '')).toBe(read.value.host)
        expect(read.value.host).toMatch(/^(?:[a-z\d-]+(?:\.[a-z\d-]+)+|[\da-f:]+)$/)
        expect(read.value.port).toBe(Number(url.port || 443))
        expect(read.value.port).toBeGreaterThan(0)
      }),
      { numRuns: 5_000 },
    )
  })

  it('that is accepted is stored as it is requested', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { href } of Option.toArray(parse(text))) expect(normalized(text)).toBe(href)
      }),
      { numRuns: 2_000 },
    )
  })

  it('that is accepted reads the same when it is read again from what is requested', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { href, host, port } of Option.toArray(parse(text))) {
          expect(parse(href)).toMatchObject(Option.some({ href, host, port }))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('of a plain https address is accepted with its own path and query', () => {
    const urls = fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true })
    fc.assert(
      fc.property(urls, (text) => {
        const [, rest] = /^https:\/\/[^/?#]+([^#]*)/.exec(text) ?? []
        expect(Option.map(parse(text), (read) => read.pathAndQuery)).toStrictEqual(Option.some(rest))
      }),
    )
  })
})
