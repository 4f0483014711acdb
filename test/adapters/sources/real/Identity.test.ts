import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Consultation } from '#ports/Sources.ts'
import {
  consultationOf,
  providerKey,
  realSettings,
  startSources,
  subject,
  type TestSources,
} from '#test/support/realSources.ts'
import { type Asked, found, type Provider, provider, type ScriptedAnswer } from '#tools/peers/providers.ts'
import { after } from '#tools/service/verifications.ts'

let answer: (asked: Asked) => ScriptedAnswer = () => ({ body: '' })
let registry: Provider
let sources: TestSources
beforeAll(async () => {
  registry = await provider((asked) => answer(asked))
  sources = startSources(realSettings({ identidad: `${registry.url}/socio/v1/` }))
})
afterAll(async () => {
  await sources.stop()
  await registry.stop()
})

type Person = Consultation['subject']

/** Asks about somebody while the registry answers this. */
const ask = (told: (asked: Asked) => unknown, who: Partial<Person> = {}) => {
  answer = (asked) => ({ body: told(asked) })
  return sources.ask('identidad', { subject: { ...subject, ...who } })
}
const asFound = (changes: Record<string, unknown>, who: Partial<Person> = {}) =>
  ask(({ body }) => found(body, changes), who)

const findings = {
  _tag: 'existe',
  estatus: 'activa',
  nombre: 'coincide',
  validacion: 'valida',
  credencial: 'coincide',
}
const consulted = (changes: object) => ({
  _tag: 'Answered',
  answer: { outcome: { _tag: 'consultada', findings: { ...findings, ...changes } } },
})

describe('the question to the identity provider', () => {
  it('is a POST under its address with the CURP alone, the key as bearer and the consultation as Idempotency-Key', async () => {
    await asFound({})
    const { method, path, headers, body } = registry.asked.at(-1) ?? {}
    expect([method, path]).toEqual(['POST', '/socio/v1/identidad/consultas'])
    expect(body).toEqual({ consulta_id: expect.stringMatching(/^ver_\d+\/identidad$/), curp: subject.curp })
    expect(headers).toEqual({
      host: new URL(registry.url).host,
      connection: 'close',
      authorization: `Bearer ${providerKey}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': body?.['consulta_id'],
      'content-length': String(JSON.stringify(body).length),
    })
  })

  it('is the same whenever it is repeated', async () => {
    answer = () => ({ status: 503, body: '' })
    const consultation = consultationOf('identidad')
    await sources.consult(consultation)
    await sources.consult({ ...consultation, now: after(40) })
    const [first, second] = registry.asked.slice(-2)
    expect(second).toEqual(first)
  })
})

describe('the answer of the identity provider', () => {
  it.each(['AN', 'AH', 'CRA', 'RCN', 'RCC'])('with estatus_curp %s is an active CURP', async (estatus_curp) => {
    expect(await asFound({ estatus_curp })).toMatchObject(consulted({ estatus: 'activa' }))
  })

  it.each(['BDA', 'BCC', 'BCN', 'BSU', 'BDM', 'BDP', 'BJD'])(
    'with estatus_curp %s is a replaced CURP, which exists',
    async (estatus_curp) => {
      expect(await asFound({ estatus_curp })).toMatchObject(consulted({ estatus: 'reemplazada' }))
    },
  )

  it.each(['BD', 'BAP'])('with estatus_curp %s is a cancelled CURP, which exists', async (estatus_curp) => {
    expect(await asFound({ estatus_curp })).toMatchObject(consulted({ estatus: 'baja' }))
  })

  it.each([
    ['XX', 'activa'],
    ['BXX', 'reemplazada'],
  ])('with the new estatus_curp %s counts as %s, by its first letter', async (estatus_curp, estatus) => {
    expect(await asFound({ estatus_curp })).toMatchObject(consulted({ estatus }))
  })

  it('with a new word for the credential counts as one that was not found', async () => {
    expect(await asFound({ credencial: 'en_tramite' })).toMatchObject(consulted({ credencial: 'no_localizada' }))
  })

  it.each(['valida', 'no_valida'])('says validacion %s', async (validacion) => {
    expect(await asFound({ validacion })).toMatchObject(consulted({ validacion }))
  })

  it.each(['coincide', 'no_coincide', 'no_localizada'])('says credencial %s', async (credencial) => {
    expect(await asFound({ credencial })).toMatchObject(consulted({ credencial }))
  })

  it.each<readonly [nombre: string, who: Partial<Person>]>([
    ['coincide', { nombre: 'luis' }],
    ['coincide', { nombre: 'Luis Mtz.', apellidoPaterno: null }],
    ['no_concluye', { nombre: 'Lucho' }],
    ['no_coincide', { nombre: 'Ana' }],
    ['no_coincide', { nombre: 'María Luis' }],
    ['no_proporcionado', { nombre: null, apellidoPaterno: null }],
    ['no_proporcionado', { nombre: 'N/A', apellidoPaterno: 'X' }],
    ['no_proporcionado', { apellidoPaterno: null }],
  ])('is compared with the name that the partner gave: nombre %s', async (nombre, who) => {
    expect(await asFound({}, who)).toMatchObject(consulted({ nombre }))
  })

  it('gives the name that is registered, and nothing else that it says', async () => {
    expect(await asFound({ segundo_apellido: null })).toEqual({
      _tag: 'Answered',
      answer: {
        source: 'identidad',
        outcome: { _tag: 'consultada', findings },
        registeredName: { nombres: 'LUIS', primerApellido: 'MARTINEZ', segundoApellido: null },
      },
    })
  })

  it("that the CURP is another person's is believed when the registry does not validate it", async () => {
    const other = { nombres: 'ANA', fecha_nacimiento: '1985-05-05', sexo: 'M', validacion: 'no_valida' }
    const reply = await asFound(other)
    expect(reply).toMatchObject(consulted({ nombre: 'no_coincide', validacion: 'no_valida' }))
    // Nobody is searched for under that name: what is found of a stranger would be told of the applicant.
    expect(reply).not.toHaveProperty('answer.registeredName')
  })

  it('no_existe is a finding', async () => {
    expect(await ask(({ body }) => ({ resultado: 'no_existe', ...body }))).toEqual({
      _tag: 'Answered',
      answer: { source: 'identidad', outcome: { _tag: 'consultada', findings: { _tag: 'no_existe' } } },
    })
  })

  it('no_disponible is final, and asked no more', async () => {
    expect(await ask(({ body }) => ({ resultado: 'no_disponible', consulta_id: body['consulta_id'] }))).toEqual({
      _tag: 'Answered',
      answer: { source: 'identidad', outcome: { _tag: 'no_disponible' } },
    })
  })

  it.each<readonly [what: string, changes: Record<string, unknown>]>([
    ['another birth date than the CURP', { fecha_nacimiento: '1990-01-02' }],
    ['a birth date of another century', { fecha_nacimiento: '2090-01-01' }],
    ['another sex than the CURP', { sexo: 'M' }],
  ])('that calls %s valid contradicts itself, and is asked for again', async (_, changes) => {
    expect(await asFound(changes)).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('respuesta_contradictoria')
  })

  it.each<readonly [what: string, changes: Record<string, unknown>]>([
    ['an estatus_curp that is no word', { estatus_curp: '4' }],
    ['a name without a letter', { nombres: '---' }],
    ['a name with half a surrogate', { primer_apellido: 'MART\ud800' }],
    ['a name with an invisible character', { primer_apellido: 'MART\u200bINEZ' }],
    ['a name that is too long', { nombres: 'A'.repeat(201) }],
    ['a birth date in another order', { fecha_nacimiento: '01-01-1990' }],
    ['findings of another result', { resultado: 'no_existe' }],
  ])('with %s is not of the contract, and is asked for again', async (_, changes) => {
    expect(await asFound(changes)).toMatchObject({ _tag: 'NotYet' })
    expect(sources.lastResult()).toBe('respuesta_ilegible')
  })
})
