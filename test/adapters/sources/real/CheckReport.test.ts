import { createSecureContext } from 'node:tls'
import { Duration, Effect, Redacted } from 'effect'
import { afterEach, describe, expect, it } from 'vitest'
import { type Checked, type CheckSettings, checkProvider } from '#adapters/sources/real/Check.ts'
import { providerKey } from '#test/support/realSources.ts'
import { type Asked, found, type Provider, provider, type Script, searched } from '#tools/peers/providers.ts'

/** Every line of what an integrator is told, and everything that a provider is asked for it. */

const someone = 'LIMP900101HDFRRS03'
const another = 'MARC900101HDFRRS07'
const nobody = 'NOEX900101HDFRRS04'

let server: Provider | null = null
afterEach(async () => {
  await server?.stop()
  server = null
})

const checking = async (script: Script, changes: Partial<CheckSettings> = {}): Promise<ReadonlyArray<Checked>> => {
  server = await provider(script)
  const line = { url: new URL(server.url), key: Redacted.make(providerKey), secureContext: createSecureContext() }
  const name = { nombres: 'PERSONA', primerApellido: 'FICTICIA', segundoApellido: null }
  const usual = { source: 'identidad', line, known: [someone], unknown: nobody, name } as const
  return Effect.runPromise(
    checkProvider({ ...usual, timeout: Duration.seconds(20), wait: () => Effect.void, ...changes }),
  )
}
const shown = (checked: ReadonlyArray<Checked>) =>
  checked.map(({ check, finding, action }) => `${check}: ${finding}: ${action}`)

const isStranger = ({ headers }: Asked) => headers.authorization !== `Bearer ${providerKey}`
const missing = ({ body }: Asked) => ({
  body: { resultado: 'no_existe', consulta_id: body['consulta_id'], curp: body['curp'] },
})
const good: Script = (asked) => {
  if (isStranger(asked)) return { status: 401, body: '' }
  if (asked.body['curp'] === 'NADIE') return { status: 400, body: '' }
  return asked.body['curp'] === nobody ? missing(asked) : { body: found(asked.body) }
}
const courts: Script = (asked) => {
  if (isStranger(asked)) return { status: 403, body: '' }
  if (asked.body['curp'] === 'NADIE') return { status: 422, body: '' }
  const juicios = [
    { materia: 'civil', estado: 'concluido', certeza: 'persona' },
    { materia: 'penal', estado: 'en_curso', certeza: 'persona' },
    { materia: 'familiar', estado: 'en_curso' },
  ]
  return { body: searched(asked.body, asked.body['curp'] === nobody ? {} : { juicios }) }
}

const standing = 'estatus activa, nombre no_proporcionado, validacion valida, credencial coincide'
const theFirst = [
  `known person 1: ${standing}: null`,
  'the same consultation repeated, known person 1: consultada: null',
]
const rest = [
  'person that does not exist: no_existe: null',
  '8 consultations at once: each its own: null',
  'another key: 401: null',
  'malformed question: 400: null',
  'findings of no given person: give more people: reemplazada, baja, no_valida, no_coincide, no_localizada: null',
]

describe('the report', () => {
  it('of a registry as it should be', async () => {
    expect(shown(await checking(good))).toEqual([...theFirst, ...rest])
    const asked = server?.asked.map(({ path, body, headers }) => ({
      path,
      curp: body['curp'],
      isOurs: headers.authorization === `Bearer ${providerKey}`,
      hasKey: headers['idempotency-key'] === body['consulta_id'],
    }))
    const one = { path: '/identidad/consultas', curp: someone, isOurs: true, hasKey: true }
    expect(asked).toEqual([
      ...[one, one, { ...one, curp: nobody }],
      ...Array.from({ length: 8 }, () => one),
      ...[
        { ...one, isOurs: false },
        { ...one, curp: 'NADIE' },
      ],
    ])
    const ids = server?.asked.map(({ body }) => body['consulta_id']) ?? []
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).toMatch(/^ver_[\da-f-]{36}\/identidad$/)
    expect(new Set(ids).size).toBe(12)
    expect(server?.asked.at(-2)?.headers.authorization).toMatch(/^Bearer no-[\da-f-]{36}$/)
  })

  it('of courts as they should be, which are asked by the name', async () => {
    expect(shown(await checking(courts, { source: 'judicial' }))).toEqual([
      'known person 1: concluido, penal_en_curso: null',
      'the same consultation repeated, known person 1: consultada: null',
      'person that does not exist: no juicios with an effect: null',
      '8 consultations at once: each its own: null',
      'another key: 403: null',
      'malformed question: 422: null',
      'findings of no given person: give more people: posible, en_curso, arrendamiento_en_curso: null',
    ])
    expect(server?.asked[0]).toMatchObject({
      path: '/judicial/consultas',
      body: { curp: someone, nombres: 'PERSONA', primer_apellido: 'FICTICIA', segundo_apellido: null },
    })
  })

  it('of several people tells each, and asks them all at once by turns', async () => {
    const checked = await checking(good, { known: [someone, another] })
    expect(shown(checked).slice(0, 4)).toEqual([
      ...theFirst,
      `known person 2: ${standing}: null`,
      'the same consultation repeated, known person 2: consultada: null',
    ])
    const asked = server?.asked.map(({ body }) => body['curp']) ?? []
    expect(asked.slice(0, 5)).toEqual([someone, someone, another, another, nobody])
    expect(asked.slice(5, 13).toSorted()).toEqual([...Array(4).fill(someone), ...Array(4).fill(another)])
    expect(asked.slice(13)).toEqual([someone, 'NADIE'])
  })
})
