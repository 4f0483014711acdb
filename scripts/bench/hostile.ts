/** Request bodies that are designed to be slow. */
import { shortTextLength, webhookUrlLength } from '#domain/Limits.ts'

interface HostileBody {
  readonly name: string
  /** Members of a request that match its schema; null if the body does not. */
  readonly texts: Record<string, unknown> | null
  /** Any JSON of up to this many bytes. */
  readonly filled: ((bytes: number) => string) | null
}

/** Fragments for slow texts. */
const fragments = (
  'rata- aB3- A1b2C3- m0r0s0- 4l4l1a- a- 1- 12b- e8- a1 1a Ab aaaa no- de-la- con- mal- es-de- tres-hijos- 3- hijo ' +
  'clientede enfermedadesenfermeda viudaviuda calle-de-la- 550e8400- %41 %2541 %C3%A1 % %2 ñ é ﷺ ㏙ ｍ м x=1& a= abc= ' +
  '"a": @a. a@b tel-1- ine-12- rfc curp- eyJ sk_ sk- :// ghp_aaaaaaaaaaaaaaaaaaa LIMP90010 AAAA111111H 9999999 ; . .. ' +
  'anaana anapaz juanpere sinhijosinhijo para-depto-para- mayor-de- # & $ $a @ aA1$'
).split(' ')

const repeated = (fragment: string, length: number): string =>
  [...fragment.repeat(Math.ceil(length / fragment.length))].slice(0, length).join('')

/** Texts of the maximum length, made of these fragments. */
const hostileTexts = (url: string, id: string, name: string) => {
  const short = repeated(id, shortTextLength)
  const start = 'https://a.mx/'
  const webhook_url = start + repeated(url, webhookUrlLength - start.length)
  const names = { nombre: repeated(name, shortTextLength), apellido_paterno: repeated(`${name}a`, shortTextLength) }
  return { solicitud_id: short, propiedad_id: short, webhook_url, names }
}

/** As many repetitions as fit between two ends. */
const many =
  (begin: string, one: (at: number) => string, end: string) =>
  (bytes: number): string => {
    const parts: Array<string> = []
    let left = bytes - begin.length - end.length
    for (let at = 0; ; at++) {
      const part = one(at)
      left -= part.length + 1
      if (left < 0) break
      parts.push(part)
    }
    return begin + parts.join(',') + end
  }

const short = (at: number) => at.toString(36)

/** Shapes of JSON, most of which never occur in requests. */
const shapes: Record<string, (bytes: number) => string> = {
  'opening brackets': (bytes) => '['.repeat(bytes),
  'brackets that close': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'nested objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'distinct members': many('{', (at) => `"${short(at)}":0`, '}'),
  'distinct members of numbers': many('{', (at) => `"${at}":0`, '}'),
  'members of escapes': many('{', (at) => `"\\u00${((at % 90) + 16).toString(16)}${short(at)}":0`, '}'),
  'members that differ at the end': many('{', (at) => `"${'a'.repeat(40)}${short(at)}":0`, '}'),
  'a duplicate at the end': many('{', (at) => `"${short(at)}":0`, ',"0":1}'),
  'distinct members one level down': many('{"solicitante":{', (at) => `"${short(at)}":0`, '}}'),
  'small objects': many('{"a":[', (at) => `{"${short(at)}":0}`, ']}'),
  'empty objects': many('{"a":[', () => '{}', ']}'),
  'empty arrays': many('{"a":[', () => '[]', ']}'),
  zeros: many('{"a":[', () => '0', ']}'),
  'long numbers': many('{"a":[', () => '1.7976931348623157e308', ']}'),
  'one number': (bytes) => `{"a":${'1'.repeat(bytes - 6)}}`,
  'one text': (bytes) => `{"a":"${'a'.repeat(bytes - 8)}"}`,
  'one text of escapes': (bytes) => `{"a":"${'\\u0061'.repeat((bytes - 8) / 6)}"}`,
  'one text of backslashes': (bytes) => `{"a":"${'\\\\'.repeat((bytes - 8) / 2)}"}`,
  'one text of quotes': (bytes) => `{"a":"${'\\"'.repeat((bytes - 8) / 2)}"}`,
  'short texts': many('{"a":[', () => '""', ']}'),
  'a name of escapes': (bytes) => `{"${'\\u0061'.repeat((bytes - 8) / 6)}":1}`,
  blanks: (bytes) => `{${' '.repeat(bytes - 2)}}`,
  'blanks and commas': many('{"a":[', () => ' 0 ', ']}'),
  'wide characters': (bytes) => `{"a":"${'\u{1f600}'.repeat((bytes - 8) / 4)}"}`,
  'a long document': (bytes) => `{"documento":{"tipo":"${'a'.repeat(bytes - 26)}"}}`,
  'a long solicitud_id': (bytes) => `{"solicitud_id":"${'a'.repeat(bytes - 20)}"}`,
}

/** Texts of each fragment, and plain ones. */
const texts: ReadonlyArray<readonly [url: string, id: string, name: string]> = [
  ['a', 'a', 'ana '],
  ...fragments.map((fragment) => [fragment, fragment, 'ana '] as const),
]

export const hostileBodies = (): ReadonlyArray<HostileBody> => [
  ...Object.entries(shapes).map(([name, filled]) => ({ name, texts: null, filled })),
  ...texts.map(([url, id, name]) => {
    const { names, ...others } = hostileTexts(url, id, name)
    return {
      name: `texts of ${url}`,
      texts: { ...others, solicitante: { curp: 'LIMP900101HDFRRS03', ...names } },
      filled: null,
    }
  }),
]
