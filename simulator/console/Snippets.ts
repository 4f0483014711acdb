/** A lever that is pulled before the request is sent. */
export interface Pull {
  /** As `hallazgos`. */
  readonly path: string
  readonly body: unknown
}

/** A request as a partner's developer would write it, ready to be pasted. */

interface Sending {
  readonly base: string
  readonly apiKey: string
  readonly peticion: { readonly solicitud_id: string }
  /** With the whole path of each. */
  readonly pulls: ReadonlyArray<Pull>
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** For a shell. */
export const asCurl = ({ base, apiKey, peticion, pulls }: Sending): string => {
  const levers = pulls.map(({ path, body }) => `curl -s ${base}${path} -d ${quoted(JSON.stringify(body))}`)
  const request = [
    `curl -s ${base}/v1/verificaciones`,
    `-H ${quoted(`Authorization: Bearer ${apiKey}`)}`,
    `-H ${quoted(`Idempotency-Key: ${peticion.solicitud_id}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(peticion, null, 2))}`,
  ].join(' \\\n  ')
  return [...levers, request].join('\n')
}

/** A GET for a shell. */
export const readingAsCurl = (url: string, apiKey: string): string =>
  `curl -s ${url} -H ${quoted(`Authorization: Bearer ${apiKey}`)}`

/** JSON in the usual style of TypeScript: bare names, single quotes. */
const literal = (value: unknown, indent = ''): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${indent}  ${name}: ${literal(member, `${indent}  `)},\n`,
  )
  return `{\n${members.join('')}${indent}}`
}

const asFetch = (address: string, { body }: Pull): string =>
  `await fetch(${literal(address)}, {
  method: 'POST',
  body: ${literal(JSON.stringify(body))},
})
`

/** For a module, with `@cotejo/client`. */
export const asTypeScript = ({ base, apiKey, peticion, pulls }: Sending): string =>
  `import { Cotejo } from '@cotejo/client'

${pulls.map((pull) => asFetch(`${base}${pull.path}`, pull)).join('')}const cotejo = new Cotejo({
  baseUrl: ${literal(base)},
  apiKey: ${literal(apiKey)},
})
const verificacion = await cotejo.create(${literal(peticion)})
console.log(await cotejo.waitFor(verificacion))
`
