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
const none = ({ body }: Asked) => ({ body: { resultado: 'no_disponible', consulta_id: body['consulta_id'] } })
const good: Script = (asked) => {
  if (isStranger(asked)) return { status: 401, body: '' }
  if (asked.body['curp'] === 'NADIE') return { status: 400, body: '' }
  return asked.body['curp'] === nobody ? missing(asked) : { body: found(asked.body) }
}
const courts: Script = (asked) => {
  if (isStranger(asked)) return { status: 403, body: '' }
  if (asked.body['curp'] === 'NADIE') return { status: 422, body: '' }
  const juicios = [
    { materia: 'civil', estado: 'concluido' },
    { materia: 'penal', estado: 'en_curso' },
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
  'findings of no given person: give more people: baja, no_valida, no_coincide, no_localizada: null',
]
const replaced = (at: number, line: string) => [...theFirst, ...rest.with(at, line)]

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
      'known person 1: civil concluido, penal en_curso: null',
      'the same consultation repeated, known person 1: consultada: null',
      'person that does not exist: no juicios: null',
      '8 consultations at once: each its own: null',
      'another key: 403: null',
      'malformed question: 422: null',
      'findings of no given person: give more people: mercantil, familiar, laboral, administrativa: null',
    ])
    expect(server?.asked[0]).toMatchObject({
      path: '/judicial/consultas',
      body: { curp: someone, nombres: 'PERSONA', primer_apellido: 'FICTICIA', segundo_apellido: null },
    })
  })

  it('of courts that have no answer about somebody of whom they have nothing', async () => {
    const script: Script = (asked) => (asked.body['curp'] === nobody ? none(asked) : courts(asked))
    expect(shown(await checking(script, { source: 'judicial' }))[2]).toBe(
      'person that does not exist: no_disponible: Answer 200 with empty juicios: the courts have none for this name.',
    )
  })

  it('names no findings when everything was found', async () => {
    const all = ['civil', 'mercantil', 'familiar', 'laboral', 'penal', 'administrativa']
    const juicios = all.map((materia) => ({ materia, estado: materia === 'civil' ? 'en_curso' : 'concluido' }))
    const script: Script = (asked) => {
      const answer = courts(asked)
      return answer?.status === undefined ? { body: searched(asked.body, { juicios }) } : answer
    }
    const checked = await checking(script, { source: 'judicial' })
    expect(checked.map(({ check }) => check)).toEqual([
      'known person 1',
      'the same consultation repeated, known person 1',
      'person that does not exist',
      '8 consultations at once',
      'another key',
      'malformed question',
    ])
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

  const isForNobody = ({ body }: Asked) => body['curp'] === nobody
  let calls = 0
  it.each<readonly [string, Script, ReadonlyArray<string>]>([
    [
      'that fails',
      () => ({ status: 500, body: '' }),
      [
        'known person 1: estado_inesperado: The status is not in the contract. Use 200 or 202; 400 or 422 if malformed; 503 if temporary. (500)',
      ],
    ],
    ['that has nothing', none, ['known person 1: no_disponible: The person is known: answer with the findings.']],
    [
      'that knows nobody',
      missing,
      [
        'known person 1: no_existe: The person is known, but the answer was no_existe.',
        'the same consultation repeated, known person 1: consultada: null',
      ],
    ],
    [
      'that fails when it is asked again',
      (asked) => {
        calls += 1
        return calls === 1 ? good(asked) : { status: 422, body: '' }
      },
      [
        `known person 1: ${standing}: null`,
        'the same consultation repeated, known person 1: peticion_rechazada: Store the answer by consulta_id, and repeat it when asked again.',
      ],
    ],
    [
      'that answers otherwise when it is asked again',
      (asked) => {
        calls += 1
        return calls % 2 === 1 ? good(asked) : { body: found(asked.body, { validacion: 'no_valida' }) }
      },
      [
        `known person 1: ${standing}: null`,
        'the same consultation repeated, known person 1: consultada: Store the answer by consulta_id, and repeat it when asked again.',
      ],
    ],
    [
      'that knows nobody who does not exist',
      (asked) => (isForNobody(asked) ? { body: found(asked.body) } : good(asked)),
      replaced(
        0,
        `person that does not exist: ${standing}: Answer 200 with resultado no_existe, without data of a person.`,
      ),
    ],
    [
      'that has nothing of who does not exist',
      (asked) => (isForNobody(asked) ? none(asked) : good(asked)),
      replaced(
        0,
        'person that does not exist: no_disponible: Answer 200 with resultado no_existe, without data of a person.',
      ),
    ],
    [
      'that refuses who does not exist',
      (asked) => (isForNobody(asked) ? { status: 422, body: '' } : good(asked)),
      replaced(0, 'person that does not exist: peticion_rechazada: A valid request was refused (422).'),
    ],
    [
      'that fails under load',
      (asked) => {
        calls += 1
        return calls >= 4 && calls <= 11 && calls !== 5 ? { status: 400, body: '' } : good(asked)
      },
      replaced(1, '8 consultations at once: peticion_rechazada: A valid request was refused (400).'),
    ],
    [
      'that lets every key in',
      (asked) => (isStranger(asked) ? { body: found(asked.body) } : good(asked)),
      replaced(2, 'another key: consultada: Answer 401 to a key that is not ours.'),
    ],
    [
      'that answers another key with a fault',
      (asked) => (isStranger(asked) ? { status: 500, body: '' } : good(asked)),
      replaced(2, 'another key: 500: Answer 401 to a key that is not ours.'),
    ],
    [
      'that refuses another key as malformed',
      (asked) => (isStranger(asked) ? { status: 400, body: '' } : good(asked)),
      replaced(2, 'another key: peticion_rechazada: Answer 401 to a key that is not ours.'),
    ],
    [
      'that answers what is malformed',
      (asked) => (asked.body['curp'] === 'NADIE' && !isStranger(asked) ? { status: 500, body: '' } : good(asked)),
      replaced(3, 'malformed question: estado_inesperado: Answer 400 or 422 to a request that violates the contract.'),
    ],
  ])('of one %s', async (_, script, report) => {
    calls = 0
    expect(shown(await checking(script))).toEqual(report)
  })
})

describe('a consultation that is pending', () => {
  it.each([
    [1, 'known person 1: consultada'],
    [19, 'known person 1: consultada'],
    [20, 'known person 1: pendiente'],
  ])('%i times, is asked again each time when the provider says', async (times, result) => {
    let asked = 0
    const waits: Array<number> = []
    const script: Script = (one) => {
      asked += 1
      return asked <= times
        ? { status: 202, body: { consulta_id: one.body['consulta_id'], reintentar_en_segundos: 7 } }
        : { body: found(one.body, { curp: one.body['curp'] }) }
    }
    const [first] = await checking(script, {
      wait: (length) => Effect.sync(() => void waits.push(Duration.toSeconds(length))),
    })
    expect(`${first?.check}: ${first?.action === null ? 'consultada' : first?.finding}`).toBe(result)
    expect(waits).toEqual(Array(Math.min(times, 19)).fill(7))
  })
})
