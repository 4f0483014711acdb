import type { PeticionDeVerificacion } from '#client/Contract.ts'

/** A request as a partner's developer would write it, ready to be pasted. */

interface Sending {
  readonly base: string
  readonly apiKey: string
  readonly peticion: PeticionDeVerificacion
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** For a shell. */
export const asCurl = ({ base, apiKey, peticion }: Sending): string =>
  [
    `curl -s ${base}/v1/verificaciones`,
    `-H ${quoted(`Authorization: Bearer ${apiKey}`)}`,
    `-H ${quoted(`Idempotency-Key: ${peticion.solicitud_id}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(peticion, null, 2))}`,
  ].join(' \\\n  ')

/** JSON as TypeScript is written by hand: bare names, single quotes. */
const literal = (value: unknown, indent = ''): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([name, member]) => `${indent}  ${name}: ${literal(member, `${indent}  `)},\n`,
  )
  return `{\n${members.join('')}${indent}}`
}

/** For a module, with `@cotejo/client`. */
export const asTypeScript = ({ base, apiKey, peticion }: Sending): string =>
  `import { Cotejo } from '@cotejo/client'

const cotejo = new Cotejo({
  baseUrl: ${literal(base)},
  apiKey: ${literal(apiKey)},
})
const verificacion = await cotejo.create(${literal(peticion)})
console.log(await cotejo.waitFor(verificacion))
`
