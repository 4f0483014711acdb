import { Option } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '#domain/person/Curp.ts'
import { arbitraryCurp } from '#test/support/arbitraryCurp.ts'
import { committed, misfits, type Operation, openApi, operations, ownMisfits } from '#test/support/openApi.ts'
import { Codigo, errorBody } from '#wire/Errores.ts'
import { openApiText } from '#wire/OpenApi.ts'
import { parse as parseSignature } from '#wire/SignatureHeader.ts'
import { knownValues } from '#wire/SimplifySchema.ts'
import { answers, errors, limits, requested, required, resources } from './OpenApi.contract.ts'

const schemas = Object.entries(openApi.components.schemas)
const fields = schemas.flatMap(([name, { properties = {} }]) =>
  Object.entries<Record<string, unknown>>(properties).map(([field, schema]) => ({ name: `${name}.${field}`, schema })),
)
const propertiesOf = (name: string) => openApi.components.schemas[name]?.properties ?? {}
const routes = operations.filter(([name]) => name in errors)
const operation = (name: string): Operation => {
  const found = operations.find(([one]) => one === name)
  if (found === undefined) throw new Error(`no operation ${name}`)
  return found[1]
}
const mediaOf = ({ requestBody, responses }: Operation) =>
  [requestBody, ...Object.values(responses)].flatMap((body) => body?.content?.['application/json'] ?? [])

describe('the OpenAPI document', () => {
  it('is committed as src/wire declares it', () => {
    expect(committed).toBe(openApiText())
  })

  it('is OpenAPI 3.1.0 of the API 1.0.0', () => {
    expect(openApi).toMatchObject({ openapi: '3.1.0', info: { title: 'Cotejo', version: '1.0.0' } })
  })

  it('has no enum with a null, which generators of clients do not compile', () => {
    expect(committed).toContain('"enum": [')
    expect(committed).not.toMatch(/"enum": \[[^\]]*\bnull\b/)
  })

  it('names its schemas as the contract names the resources', () => {
    expect(schemas.map(([name]) => name).toSorted()).toEqual(resources.toSorted())
  })

  it('has the five routes and the webhook', () => {
    expect(operations.map(([name]) => name).toSorted()).toEqual(
      [...Object.keys(errors), 'POST verificacion.emitida'].toSorted(),
    )
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(6)
  })
})

describe('a route of the document', () => {
  it.each(Object.entries(errors))('%s has the errors of its route and no other', (name, expected) => {
    const { 200: ok, ...others } = operation(name).responses
    const codes = Object.entries(others).map(([status, { content }]) => {
      const { schema } = content?.['application/json'] ?? expect.unreachable(`${status} has no body`)
      const [base, { properties }] = schema.allOf
      expect(base).toEqual({ $ref: '#/components/schemas/RespuestaDeError' })
      return [status, properties.codigo[knownValues].toSorted()]
    })
    expect(Object.fromEntries(codes)).toEqual(expected)
    expect(ok).toBeDefined()
  })

  it.each(Object.entries(answers))('%s answers %s', (name, resource) => {
    expect(operation(name).responses[200]?.content?.['application/json'].schema).toEqual({
      $ref: `#/components/schemas/${resource}`,
    })
  })

  it.each(routes)('%s explains each code and shows its body', (_, { responses }) => {
    for (const [status, { description, content }] of Object.entries(responses)) {
      if (status === '200') continue
      const { schema, examples } = content?.['application/json'] ?? expect.unreachable(`${status} has no body`)
      const codes: ReadonlyArray<string> = schema.allOf[1].properties.codigo[knownValues]
      expect(Object.keys(examples)).toEqual(codes)
      for (const codigo of Codigo.literals.filter((one) => codes.includes(one))) {
        expect(description).toContain(`- \`${codigo}\`: `)
        expect(examples[codigo]?.value).toEqual(errorBody(codigo))
      }
    }
  })

  it.each(routes)('%s tells what comes with 401, 429 and 503, and with a POST', (route, { responses }) => {
    const rate = ['RateLimit-Policy', 'RateLimit']
    const headers = Object.entries(responses).flatMap(([status, { headers = {} }]) =>
      Object.keys(headers).map((header) => `${status} ${header}`),
    )
    const expected = [
      ...(route === 'POST /v1/verificaciones' ? ['Idempotent-Replayed', ...rate].map((name) => `200 ${name}`) : []),
      ...(401 in responses ? ['401 WWW-Authenticate'] : []),
      ...(429 in responses ? ['429 Retry-After'] : []),
      ...(route === 'POST /v1/verificaciones' ? rate.map((name) => `429 ${name}`) : []),
      '503 Retry-After',
    ]
    expect(headers.filter((header) => !/Service-(Request-Id|Refusal)$/.test(header))).toEqual(expected)
  })

  it.each(routes)('%s tells where the sandbox says why: on what the request itself caused', (_, { responses }) => {
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      expect([status, 'Service-Refusal' in headers]).toEqual([status, !['200', '401', '500', '503'].includes(status)])
    }
  })

  it.each(routes)('%s tells of the id that comes with every answer', (_, { responses }) => {
    for (const { headers } of Object.values(responses)) expect(headers).toHaveProperty('Service-Request-Id')
  })

  it('asks for a Bearer key, but for /_salud', () => {
    expect(openApi.components.securitySchemes).toMatchObject({ llave: { type: 'http', scheme: 'bearer' } })
    const open = routes.filter(([, { security }]) => security.length === 0).map(([name]) => name)
    expect(open).toEqual(['GET /_salud'])
    for (const [name, { security }] of routes) {
      if (name !== 'GET /_salud') expect(security).toEqual([{ llave: [] }])
    }
  })

  it('has the headers and parameters of its route', () => {
    const told = routes.flatMap(([name, { parameters }]) =>
      parameters.map(({ name: parameter, in: place, required, schema }) => [name, parameter, place, required, schema]),
    )
    const text = { type: 'string', maxLength: 200 }
    const states = ['en_proceso', 'emitida', 'no_concluyente']
    const limite = { type: 'integer', minimum: 1, maximum: 100, default: 20 }
    expect(told).toEqual([
      ['POST /v1/verificaciones', 'Idempotency-Key', 'header', true, { ...text, minLength: 1 }],
      ['POST /v1/verificaciones', 'X-Canal', 'header', false, { type: 'string', enum: ['api', 'mcp'], default: 'api' }],
      ['GET /v1/verificaciones', 'solicitud_id', 'query', false, text],
      ['GET /v1/verificaciones', 'estado', 'query', false, { type: 'string', enum: states }],
      ['GET /v1/verificaciones', 'limite', 'query', false, limite],
      ['GET /v1/verificaciones/{verificacion_id}', 'verificacion_id', 'path', true, { ...text, minLength: 1 }],
    ])
  })
})

describe('a schema of the document', () => {
  it.each(schemas)('%s is closed when it is of a request, and open when it is of an answer', (name, schema) => {
    expect(schema.type).toBe('object')
    expect(schema.additionalProperties).toBe(requested.includes(name) ? false : undefined)
    expect('unevaluatedProperties' in schema).toBe(false)
  })

  it.each(schemas)('%s needs what the contract needs', (name, schema) => {
    expect(schema.required).toEqual(required[name])
  })

  it.each(Object.entries(limits))('%s has the limits of contract 8.1', (name, expected) => {
    expect(propertiesOf(name)).toMatchObject(expected)
  })

  it('has a documento that is a DocumentoEntrada or null, and a consentimiento that may be null', () => {
    const { documento, consentimiento } = propertiesOf('PeticionDeVerificacion')
    expect(documento.anyOf).toEqual([{ $ref: '#/components/schemas/DocumentoEntrada' }, { type: 'null' }])
    expect(consentimiento.anyOf).toEqual([{ $ref: '#/components/schemas/Consentimiento' }, { type: 'null' }])
    expect(documento.description).toContain('no debe enviarse')
    expect(consentimiento.description).toContain('`consentimiento_faltante`')
  })

  it('takes an answer with fields of a later version, and without those that need not be there', () => {
    const { emitida } =
      operation('GET /v1/verificaciones/{verificacion_id}').responses[200]?.content?.['application/json'].examples ?? {}
    const schema = { $ref: '#/components/schemas/RespuestaDeVerificacion' }
    const { recomendacion: _, environment: __, ...fewer } = Object(emitida?.value)
    expect(misfits(schema, { ...fewer, cobro: { ...fewer.cobro, nuevo: 1 }, nuevo: 1 })).toEqual([])
    const { cobro: ___, ...tooFew } = fewer
    expect(misfits(schema, tooFew)).not.toEqual([])
  })

  it('takes an answer with a codigo of a later version, which an answer of ours does not have', () => {
    const { emitida } =
      operation('GET /v1/verificaciones/{verificacion_id}').responses[200]?.content?.['application/json'].examples ?? {}
    const later = (code: string) => JSON.parse(JSON.stringify(emitida?.value).replaceAll(`"${code}"`, '"NUEVO"'))
    const schema = { $ref: '#/components/schemas/RespuestaDeVerificacion' }
    expect(ownMisfits(schema, emitida?.value)).toEqual([])
    // A factor that determines the level, and a step.
    for (const code of ['IDENTIDAD_CONFIRMADA', 'DECISION_DEL_ARRENDADOR']) {
      expect(misfits(schema, later(code))).toEqual([])
      expect(ownMisfits(schema, later(code))).not.toEqual([])
    }
    const error = operation('GET /_salud').responses[503]?.content?.['application/json'].schema ?? {}
    const body = { codigo: 'base_nueva', mensaje: 'Otro.' }
    expect(misfits(error, body)).toEqual([])
    expect(ownMisfits(error, body)).not.toEqual([])
  })

  it.each(fields)('$name has a text, and an example or fields of its own', ({ schema }) => {
    expect(schema['description']).toMatch(/^\S.+\.$/)
    const isOurs = JSON.stringify(schema).includes('#/components/schemas/')
    expect('examples' in schema).toBe(!isOurs)
  })

  it('takes every CURP of the official form', () => {
    const { curp } = propertiesOf('SolicitanteEntrada')
    const pattern = new RegExp(curp.pattern, 'u')
    fc.assert(fc.property(arbitraryCurp, ({ text }) => pattern.test(text)))
    const nearly = fc
      .tuple(arbitraryCurp, fc.nat(17), fc.constantFrom(...'0139AEXÑa-'))
      .map(([{ text }, at, other]) => {
        const changed = [...text]
        changed[at] = other
        return changed.join('')
      })
    // The pattern does not know how many days a month has.
    const withoutDay = (text: string) => `${text.slice(0, 8)}01${text.slice(10)}`
    const dayExists = (text: string) => /^(?:0[1-9]|[12]\d|3[01])$/.test(text.slice(8, 10))
    fc.assert(
      fc.property(nearly, (text) => pattern.test(text) === (Option.isSome(parse(withoutDay(text))) && dayExists(text))),
    )
  })
})

describe('an example of the document', () => {
  it.each(fields)('of $name fits its schema', ({ schema }) => {
    for (const example of [schema['examples'] ?? []].flat()) expect(misfits(schema, example)).toEqual([])
  })

  it.each(operations)('of %s fits its schema', (_, one) => {
    const headers = Object.values(one.responses).flatMap(({ headers = {} }) => Object.values(headers))
    for (const { schema, example } of [...one.parameters, ...headers]) expect(misfits(schema, example)).toEqual([])
    for (const { schema, examples } of mediaOf(one)) {
      expect(Object.keys(examples).length).toBeGreaterThan(0)
      for (const { value } of Object.values(examples)) expect(misfits(schema, value)).toEqual([])
    }
  })
})

describe('the webhook of the document', () => {
  const webhook = operation('POST verificacion.emitida')

  it('carries the three headers of contract 6.2', () => {
    expect(webhook.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['Service-Event', 'header', true],
      ['Service-Event-Id', 'header', true],
      ['Service-Signature', 'header', true],
    ])
    const [, , signature] = webhook.parameters
    expect(signature?.schema).toEqual({ type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' })
    expect(parseSignature(String(signature?.example))).not.toBeNull()
  })

  it('carries an emitted verification, and no other', () => {
    const [media] = mediaOf(webhook)
    const { en_proceso, emitida, no_concluyente } =
      operation('GET /v1/verificaciones/{verificacion_id}').responses[200]?.content?.['application/json'].examples ?? {}
    expect(misfits(media?.schema ?? {}, emitida?.value)).toEqual([])
    expect(misfits(media?.schema ?? {}, en_proceso?.value)).not.toEqual([])
    expect(misfits(media?.schema ?? {}, no_concluyente?.value)).not.toEqual([])
  })

  it('is taken with 2XX, and tried again after anything else', () => {
    expect(Object.keys(webhook.responses)).toEqual(['2XX', 'default'])
    for (const delay of ['30 s', '2 min', '10 min', '1 h', '6 h']) expect(webhook.description).toContain(delay)
  })
})
