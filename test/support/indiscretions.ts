import { validBody } from '#tools/service/sandbox.ts'
import type { Canary } from './canaries.ts'

/** A request as it is written. */
export interface Written {
  readonly method: string
  readonly path: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: string | Uint8Array
}

const path = '/v1/verificaciones'

/** Requests that hold a person's CURP or a name of theirs where neither belongs. */
export const indiscretions = (person: Canary, key: string): ReadonlyArray<Written> => {
  const authorization = ['authorization', `Bearer ${key}`] as const
  const get = (target: string): Written => ({ method: 'GET', path: target, headers: [authorization] })
  const post = (changes: Record<string, unknown>, headers: Record<string, string> = {}): Written => {
    const body = validBody({ solicitante: person, ...changes })
    const fields = {
      'content-type': 'application/json',
      'idempotency-key': String(body['solicitud_id']),
      ...headers,
    }
    return { method: 'POST', path, headers: [authorization, ...Object.entries(fields)], body: JSON.stringify(body) }
  }
  const { curp } = person
  // One name alone may be a street's: two are a person's.
  const nombre = `${person.nombre}-${person.apellido_paterno}`
  return [
    // Whoever a name belongs to, only the request that holds it can tell; a CURP is known anywhere.
    ...[curp, nombre, `${curp}\u0000`, nombre.repeat(100)].flatMap((text) => [
      ...['propiedad_id', 'webhook_url', 'cobro', 'documento', 'solicitante'].map((member) => post({ [member]: text })),
      post({ solicitante: { ...person, [text]: text } }),
      post({ solicitante: { ...person, curp: text } }),
      post({ [text]: text }),
      post({ webhook_url: `https://partner.example.com/${encodeURIComponent(text)}` }),
      { ...post({}), body: `{"solicitante": ${text}` },
      get(`/${encodeURIComponent(text)}`),
      { ...get('/v1/cuenta/consumo'), headers: [['authorization', `Bearer ${encodeURIComponent(text)}`] as const] },
    ]),
    post({ solicitud_id: curp }),
    post({ solicitud_id: `sol-${curp.toLowerCase()}` }),
    get(`${path}/${curp}`),
    get(`${path}?solicitud_id=${curp}`),
    get(`${path}?estado=${curp}&limite=${encodeURIComponent(nombre)}`),
    ...['idempotency-key', 'x-canal', 'content-type', 'traceparent', 'user-agent'].map((name) =>
      post({}, { [name]: curp }),
    ),
  ]
}
