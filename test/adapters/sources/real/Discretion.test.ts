import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Consultation } from '#ports/Sources.ts'
import { type Canary, canaries, tracesIn } from '#test/support/canaries.ts'
import { providerKey, realSettings, startSources, type TestSources } from '#test/support/realSources.ts'
import { answersAndEnds, type Receiver, receiver } from '#test/support/receivers.ts'
import {
  type Asked,
  found,
  jsonHeaders,
  type Provider,
  provider,
  type ScriptedAnswer,
  searched,
} from '#tools/peers/providers.ts'

/** What is said while people pass through the adapter of whom every trace can be found again. */

const nameOf = ({ nombre, apellido_paterno, apellido_materno }: Canary) => ({
  nombres: nombre.toUpperCase(),
  primer_apellido: apellido_paterno.toUpperCase(),
  segundo_apellido: apellido_materno.toUpperCase(),
})

const good = ({ path, body }: Asked, person: Canary) =>
  path.startsWith('/identidad')
    ? found(body, { ...nameOf(person), fecha_nacimiento: '1977-07-07', sexo: 'M', validacion: 'no_valida' })
    : searched(body)
const text = (person: Canary) => JSON.stringify({ ...person, llave: providerKey })

/** Providers that repeat what they were asked, in every place that an answer has. */
const scripts: ReadonlyArray<(asked: Asked, person: Canary) => ScriptedAnswer> = [
  (asked, person) => ({ body: good(asked, person) }),
  (asked, person) => ({ body: { ...good(asked, person), notas: text(person) } }),
  (asked, person) => ({ body: { ...good(asked, person), [text(person)]: 1 } }),
  (asked, person) => ({ body: { ...good(asked, person), validacion: text(person), juicios: [text(person)] } }),
  (asked, person) => ({ body: { ...good(asked, person), validacion: 'valida', fecha_nacimiento: '1901-01-01' } }),
  (asked, person) => ({ body: { ...good(asked, person), curp: person.curp.replace('7', '6') } }),
  (asked, person) => ({ body: { ...good(asked, person), consulta_id: text(person) } }),
  (_, person) => ({ body: text(person).slice(0, -2) }),
  ({ body }, person) => ({ status: 202, body: { ...body, reintentar_en_segundos: text(person) } }),
  (_, person) => ({ status: 400, body: text(person) }),
  (_, person) => ({ status: 422, headers: { ...jsonHeaders, 'x-error': person.curp }, body: text(person) }),
  (_, person) => ({ status: 500, body: text(person).repeat(1_000) }),
  (_, person) => ({ status: 429, headers: { 'retry-after': person.curp }, body: text(person) }),
  (_, person) => ({ status: 307, headers: { location: `/${person.curp}` }, body: text(person) }),
  (_, person) => ({ headers: { 'content-type': person.curp }, body: text(person) }),
  (_, person) => ({ headers: { ...jsonHeaders, 'x-big': person.curp.repeat(2_000) }, body: '' }),
]

const people = new Map(canaries.map((person) => [person.curp, person]))
const heard = { '/identidad/consultas': 0, '/judicial/consultas': 0 }
const script = (asked: Asked): ScriptedAnswer => {
  const turn = asked.path === '/identidad/consultas' ? heard[asked.path]++ : heard['/judicial/consultas']++
  const person = people.get(String(asked.body['curp']))
  const speak = scripts[turn % scripts.length]
  return person === undefined || speak === undefined ? { body: '' } : speak(asked, person)
}

let server: Provider
let raw: Receiver
let sources: TestSources
let brokenSources: TestSources
let metricsBefore: string
beforeAll(async () => {
  server = await provider(script)
  const [{ curp } = { curp: '' }] = canaries
  raw = await receiver(answersAndEnds(`HTTP/1.1 200 ${curp}\r\n${curp}: ${curp}\r\n${curp}\r\n\r\n${curp}`), {
    tls: null,
  })
  sources = startSources(realSettings({ identidad: server.url, judicial: server.url }))
  const broken = `http://127.0.0.1:${raw.port}`
  brokenSources = startSources(realSettings({ identidad: broken, judicial: broken }))
  metricsBefore = await sources.metrics()
})
afterAll(() => Promise.all([sources, brokenSources, server, raw].map((each) => each.stop())))

const callsIn = (metrics: string): number =>
  [...metrics.matchAll(/^cotejo_source_calls_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)

const consultationOf = (person: Canary): Partial<Consultation> => {
  const { nombres, primer_apellido: primerApellido, segundo_apellido: segundoApellido } = nameOf(person)
  const { nombre, apellido_paterno: apellidoPaterno, apellido_materno: apellidoMaterno } = person
  return {
    subject: { curp: person.curp, nombre, apellidoPaterno, apellidoMaterno },
    registeredName: { nombres, primerApellido, segundoApellido },
  }
}

describe('what is logged and measured', () => {
  it('holds no trace of 200 people, nor the key, whatever providers answer about them', async () => {
    expect(canaries.length).toBe(200)
    for (const person of canaries) {
      await Promise.all(
        (['identidad', 'judicial'] as const).map((source) => sources.ask(source, consultationOf(person))),
      )
    }
    for (const person of canaries.slice(0, 10)) await brokenSources.ask('identidad', consultationOf(person))

    const said = [...sources.log(), ...brokenSources.log(), await sources.metrics()]
    expect(said.length).toBe(2 * canaries.length + 11)
    expect(tracesIn(said.join('\n'))).toEqual([])
    expect(said.join('\n')).not.toContain(providerKey)
    // Each script was heard by both, and said what it could.
    for (const word of [
      'consultada',
      'respuesta_ilegible',
      'respuesta_ajena',
      'respuesta_contradictoria',
      'peticion_rechazada',
      'respuesta_excesiva',
      'estado_inesperado',
    ]) {
      expect(said.join('\n')).toContain(`result: '${word}'`)
    }
  })

  it('is source, verification, result and duration', () => {
    for (const line of sources.log()) {
      expect(line).toMatch(
        /^(?:Info|Warn|Error) \[ \[ 'source asked', \{ verificacion_id: 'ver_\d{22}', source: '(?:identidad|judicial)', result: '\w+',(?: code: '\w+',)?(?: unfamiliar: true,)? ms: \d+ \} \]/,
      )
    }
  })

  it('counts every call by source and result', async () => {
    const metrics = await sources.metrics()
    // What is measured is the process's: other tests may have been counted before.
    expect(callsIn(metrics) - callsIn(metricsBefore)).toBe(2 * canaries.length + 10)
    expect(metrics).toMatch(/^cotejo_source_calls_total\{(?=.*source="judicial")(?=.*result="consultada").*\} \d+$/m)
    expect(metrics).toMatch(/^cotejo_source_call_seconds_count\{.*source="identidad".*\} \d+$/m)
    expect(metrics).toMatch(/^cotejo_source_circuit_open\{.*source="identidad".*\} 0$/m)
  })
})
