import { readFileSync } from 'node:fs'
import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js'
import { Option, type Schema } from 'effect'
import { describe, expect, it } from 'vitest'
import * as Contract from '#adapters/sources/real/Contract.ts'
import { strictly } from '#adapters/sources/real/Question.ts'
import { variables } from '#src/Config.ts'
import { providerContractText } from '#tools/openapi/ProviderDocument.ts'

interface Media {
  readonly schema: SchemaObject
  readonly examples: Readonly<Record<string, { readonly value: Record<string, unknown> }>>
}
interface Body {
  readonly description: string
  readonly content?: { readonly 'application/json': Media }
}
interface Operation {
  readonly requestBody: Body
  readonly responses: Readonly<Record<string, Body>>
}

const committed = readFileSync('docs/providers.openapi.json', 'utf8')
const document: {
  readonly info: { readonly description: string }
  readonly security: unknown
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: { readonly schemas: Readonly<Record<string, SchemaObject>>; readonly securitySchemes: object }
} = JSON.parse(committed)

const resolvable = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"contract#/$defs/'))
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
ajv.addSchema({ $id: 'contract', $defs: resolvable(document.components.schemas) })

/** Whether the document and the adapter each take a value. */
const judged = (media: Media, form: Schema.Codec<{ readonly consulta_id: string }, unknown>) => {
  const validate = ajv.compile(resolvable(media.schema))
  const read = strictly(form)
  return (value: unknown) => ({
    document: validate(value),
    adapter: Option.isSome(read(Buffer.from(JSON.stringify(value)))),
  })
}

const mediaOf = (body: Body | undefined): Media =>
  body?.content?.['application/json'] ?? expect.unreachable('there is no such body')

const bodies = (
  [
    ['/identidad/consultas', Contract.ConsultaDeIdentidad, Contract.RespuestaDeIdentidad],
    ['/judicial/consultas', Contract.ConsultaJudicial, Contract.RespuestaJudicial],
  ] as const
).flatMap(([path, question, answer]) => {
  const { requestBody, responses } = document.paths[path]?.post ?? expect.unreachable(`${path} is not there`)
  return [
    { name: `question of ${path}`, media: mediaOf(requestBody), form: question },
    { name: `answer of ${path}`, media: mediaOf(responses[200]), form: answer },
    { name: `202 of ${path}`, media: mediaOf(responses[202]), form: Contract.ConsultaPendiente },
  ]
})
const examples = bodies.flatMap(({ name, media, form }) =>
  Object.entries(media.examples).map(([example, { value }]) => ({ name: `${name}: ${example}`, media, form, value })),
)

/** A body with something wrong. */
const spoilt = (value: Record<string, unknown>): ReadonlyArray<readonly [what: string, value: unknown]> => [
  ['a member more', { ...value, notas: null }],
  ['an array around it', [value]],
  ...Object.keys(value).flatMap((name) => {
    const { [name]: dropped, ...others } = value
    const wrongs = [`${dropped}\0`, '', 0.5, true, [], {}, ...(name === 'segundo_apellido' ? [] : [null])]
    return [
      [`without ${name}`, others] as const,
      // An empty list of lawsuits is right.
      ...wrongs
        .filter(
          (wrong) =>
            !(name === 'juicios' && Array.isArray(wrong)) && !(name === 'consulta_id' && wrong === `${dropped}\0`),
        )
        .map((wrong) => [`with ${name} = ${JSON.stringify(wrong)}`, { ...value, [name]: wrong }] as const),
    ]
  }),
]

describe('the contract of providers', () => {
  it('is committed as the adapters decode it', () => {
    expect(committed).toBe(providerContractText())
  })

  it('asks for a key, and may ask for a certificate', () => {
    expect(document.security).toEqual([{ llave: [] }, { llave: [], tls_mutuo: [] }])
    expect(document.components.securitySchemes).toMatchObject({
      llave: { type: 'http', scheme: 'bearer' },
      tls_mutuo: { type: 'mutualTLS' },
    })
  })

  it('has the two questions, each with every kind of end', () => {
    const statuses = Object.values(document.paths).map(({ post }) => Object.keys(post.responses))
    expect(Object.keys(document.paths)).toEqual(['/identidad/consultas', '/judicial/consultas'])
    expect(statuses).toEqual(statuses.map(() => ['200', '202', '400', '401', '429', '503']))
  })

  it('describes every schema and member, with an example', () => {
    for (const [name, { description, properties }] of Object.entries(document.components.schemas)) {
      expect(description, name).toMatch(/\.$/)
      for (const [member, schema] of Object.entries<SchemaObject>(properties)) {
        expect(schema.description, `${name}.${member}`).toMatch(/\.$/)
        expect(schema.examples, `${name}.${member}`).toHaveLength(1)
      }
    }
  })

  it('tells the limits that hold where nothing is set', () => {
    const fallbackOf = (name: string) => variables.find((variable) => variable.name === name)?.fallback
    expect(fallbackOf('COTEJO_PROVIDER_TIMEOUT')).toBe('20 seconds')
    expect(document.info.description).toContain('a lo más 20 segundos')
    expect(document.info.description).toContain(
      `a lo más ${fallbackOf('COTEJO_PROVIDER_CONCURRENCY')} llamadas a la vez`,
    )
  })

  it.each(examples)('$name is taken by the document and by the adapter', ({ media, form, value }) => {
    expect(judged(media, form)(value)).toEqual({ document: true, adapter: true })
  })

  it.each(examples)('$name is taken by neither when something is wrong with it', ({ media, form, value }) => {
    const judge = judged(media, form)
    const wrongs = spoilt(value)
    expect(wrongs.length).toBeGreaterThan(10)
    for (const [what, wrong] of wrongs) expect(judge(wrong), what).toEqual({ document: false, adapter: false })
  })
})
