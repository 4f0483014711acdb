import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { realSettings, startSources, subject, type TestSources } from '#test/support/realSources.ts'
import {
  type Asked,
  found,
  jsonHeaders,
  type Provider,
  provider,
  type ScriptedAnswer,
  searched,
} from '#tools/peers/providers.ts'

/** What either provider may answer that is not believed, and is therefore asked for again. */

let answer: (asked: Asked) => ScriptedAnswer = () => ({ body: '' })
let server: Provider
let sources: TestSources
beforeAll(async () => {
  server = await provider((asked) => answer(asked))
  sources = startSources(realSettings({ identidad: server.url, judicial: server.url }))
})
afterAll(async () => {
  await sources.stop()
  await server.stop()
})

const good = { identidad: found, judicial: searched }
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** What is made of the text of a good answer. */
type Spoil = (text: string) => string | Buffer
/** A good answer of another type, or with another status. */
type Change = Omit<ScriptedAnswer, 'body'>

const spoilt: ReadonlyArray<readonly [what: string, spoil: Spoil]> = [
  ['nothing', () => ''],
  ['half of an answer', (text) => text.slice(0, text.length / 2)],
  ['an answer in an array', (text) => `[${text}]`],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['NUL in a string', (text) => text.replace('"resultado":"', '"resultado":"\0')],
  ['gzip', (text) => gzipSync(text)],
  ['a member twice', (text) => text.replace('{', '{"curp":"XEXX010101HNEXXXA4",')],
  ['an undeclared member, very deep', (text) => text.replace('{', `{"notas":${deep(30_000)},`)],
  ['a declared member, very deep', (text) => text.replace(/"curp":"\w+"/, `"curp":${deep(30_000)}`)],
  ['a curp in lower case', (text) => text.replace(subject.curp, subject.curp.toLowerCase())],
]

const changed: ReadonlyArray<readonly [what: string, result: string, change: Change]> = [
  ['text/html', 'respuesta_ilegible', { headers: { 'content-type': 'text/html' } }],
  ['text/json', 'respuesta_ilegible', { headers: { 'content-type': 'text/json' } }],
  ['application/jsonp', 'respuesta_ilegible', { headers: { 'content-type': 'application/jsonp' } }],
  ['application/problem+json', 'respuesta_ilegible', { headers: { 'content-type': 'application/problem+json' } }],
  ['no type', 'respuesta_ilegible', { headers: {} }],
  ['status 201', 'estado_inesperado', { status: 201 }],
  ['status 203', 'estado_inesperado', { status: 203 }],
  ['status 206', 'estado_inesperado', { status: 206 }],
  ...[301, 302, 303, 307, 308].map(
    (status) =>
      [
        `a redirect (${status})`,
        'estado_inesperado',
        { status, headers: { ...jsonHeaders, location: '/elsewhere' } },
      ] as const,
  ),
  ...[401, 403, 404, 405, 408, 409, 410, 418, 425, 429, 500, 501, 502, 503, 504, 599].map(
    (status) => [`status ${status}`, 'estado_inesperado', { status }] as const,
  ),
  ['status 202', 'respuesta_ilegible', { status: 202 }],
]

const others: ReadonlyArray<readonly [what: string, changes: Record<string, unknown>]> = [
  ['another consultation', { consulta_id: 'ver_9/identidad' }],
  ['the verification without its source', { consulta_id: 'ver_9' }],
  ['another person', { curp: 'LIMP900101HDFRRS11' }],
]

describe.each(['identidad', 'judicial'] as const)('an answer of the source %s', (source) => {
  const ask = (told: (asked: Asked) => ScriptedAnswer) => {
    answer = told
    return sources.ask(source)
  }

  it('is believed as it should be', async () => {
    const reply = await ask(({ body }) => ({ body: good[source](body) }))
    expect(reply).toMatchObject({ _tag: 'Answered', answer: { source, outcome: { _tag: 'consultada' } } })
  })

  it('is believed with blanks, escapes, a charset, and a colon in a string', async () => {
    const reply = await ask(({ body }) => ({
      headers: { 'content-type': 'Application/JSON ; charset=utf-8' },
      body: JSON.stringify(good[source](body), null, 4).replace('LUIS', 'LU\\u0049S: \\"'),
    }))
    expect(reply).toMatchObject({ _tag: 'Answered', answer: { outcome: { _tag: 'consultada' } } })
  })

  it.each(['notas', 'toString', '__proto__'])(
    'is believed with the undeclared member %s, which is counted',
    async (name) => {
      const reply = await ask(({ body }) => ({
        body: JSON.stringify(good[source](body)).replace('{', `{"${name}":null,`),
      }))
      expect(reply).toMatchObject({ _tag: 'Answered', answer: { outcome: { _tag: 'consultada' } } })
      expect(await sources.metrics()).toMatch(
        new RegExp(`cotejo_source_unfamiliar_answers_total\\{.*source="${source}".*\\} [1-9]`),
      )
    },
  )

  it.each(spoilt)('is not believed with %s', async (_, spoil) => {
    const reply = await ask(({ body }) => ({ body: spoil(JSON.stringify(good[source](body))) }))
    expect(reply).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('respuesta_ilegible')
  })

  it.each(changed)('is not believed with %s: %s', async (_, result, change) => {
    const reply = await ask(({ body }) => ({ ...change, body: good[source](body) }))
    expect(reply).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe(result)
    expect(server.asked.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  it.each(others)('is not believed about %s: respuesta_ajena, for an operator to look at', async (_, changes) => {
    const reply = await ask(({ body }) => ({ body: good[source](body, changes) }))
    expect(reply).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('respuesta_ajena')
    expect(sources.log().at(-1)).toMatch(/^Error/)
  })

  it('that nothing will come is not believed about another consultation', async () => {
    const reply = await ask(() => ({ body: { resultado: 'no_disponible', consulta_id: 'ver_9/identidad' } }))
    expect(reply).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('respuesta_ajena')
  })

  it.each([400, 422])('that the request is wrong (%i) ends it: no_disponible', async (status) => {
    const reply = await ask(() => ({ status, body: 'sobre LIMP900101HDFRRS03' }))
    expect(reply).toEqual({ _tag: 'Answered', answer: { source, outcome: { _tag: 'no_disponible' } } })
    expect(sources.log().at(-1)).toMatch(/^Error.*peticion_rechazada/)
    expect(sources.told()).toBe(`peticion_rechazada ${status}`)
  })

  it.each([401, 403, 404])('that somebody has to do something about (%i) is logged as an error', async (status) => {
    await ask(() => ({ status, body: '' }))
    expect(sources.log().at(-1)).toMatch(new RegExp(`^Error.*code: '${status}'`))
  })
})
