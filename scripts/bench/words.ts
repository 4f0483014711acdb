/**
 * What it costs to judge the body of one POST (steps 6 to 15), in time of the processor: usual ones, and
 * the worst that a search finds among bodies of 65,536 bytes.
 */
import { DateTime, Result } from 'effect'
import { bodyBytes } from '#domain/Limits.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { judgeContent, judgeForm, parseBody } from '#wire/PeticionRules.ts'
import { fragments, hostileTexts } from './hostile.ts'
import { round } from './measure.ts'
import { report } from './report.ts'
import { sized } from './sized.ts'

const received = DateTime.makeUnsafe('2026-03-02T16:00:00.000Z')

type Body = Readonly<Record<string, unknown>>

const bodyOf = (changes: Body, names: Body = {}): Body => ({
  solicitud_id: `sol-${crypto.randomUUID()}`,
  solicitante: {
    curp: sampleCurp('LIMP'),
    nombre: 'María Guadalupe',
    apellido_paterno: 'Hernández',
    apellido_materno: 'Flores',
    ...names,
  },
  consentimiento: {
    otorgado: true,
    otorgado_en: '2026-03-02T09:30:00-06:00',
    version_aviso: '2026-01',
    evidencia_id: `ev-${crypto.randomUUID()}`,
  },
  webhook_url: 'https://hooks.inmobiliaria.mx/api/v1/verificaciones/avs',
  propiedad_id: 'depto-roma-norte-1204',
  ...changes,
})

const encoder = new TextEncoder()

/** The bytes of a body, filled up with blanks to the most that is read. */
const filled = (body: Body): Uint8Array => {
  const bytes = encoder.encode(JSON.stringify(body))
  const blanks = new Uint8Array(Math.max(0, bodyBytes - bytes.length)).fill(0x20)
  return Uint8Array.from([...bytes, ...blanks]).subarray(0, bodyBytes)
}

const judge = (bytes: Uint8Array): string =>
  Result.match(
    Result.flatMap(parseBody(bytes), (body) =>
      Result.flatMap(judgeForm(body, String(body['solicitud_id']), received), (accepted) => judgeContent(accepted)),
    ),
    { onSuccess: () => 'aceptada', onFailure: ({ codigo }) => codigo },
  )

/** Milliseconds of this thread on the processor: other processes do not count. */
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Microseconds for one of these, in turn. */
const measure = (bodies: ReadonlyArray<Uint8Array>, times: number): number => {
  for (let at = 0; at < times / 2; at++) judge(bodies[at % bodies.length] ?? new Uint8Array())
  const before = processorTime()
  for (let at = 0; at < times; at++) judge(bodies[at % bodies.length] ?? new Uint8Array())
  return ((processorTime() - before) / times) * 1_000
}

const usualBodies = [
  {},
  { solicitud_id: 'FOL-2026-000123', propiedad_id: null },
  { webhook_url: 'https://a1b2c3.execute-api.us-east-1.amazonaws.com/prod/hooks/cotejo?ref=42&canal=avs' },
  { webhook_url: 'https://hooks.zapier.com/hooks/catch/1234567/b2x9k1/', propiedad_id: 'EB-AB1234' },
  { propiedad_id: 'departamento-en-renta-col-del-valle-2-recamaras-1204' },
]

/** A body whose texts are as long as they may be, and made of these fragments. */
const hostile = (url: string, id: string, name: string): Body => {
  const { names, ...texts } = hostileTexts(url, id, name)
  return bodyOf(texts, names)
}

interface Measured {
  readonly parts: readonly [url: string, id: string, name: string]
  readonly microseconds: number
  readonly answer: string
}

const measured = (parts: Measured['parts'], times: number): Measured => {
  const bytes = filled(hostile(...parts))
  return { parts, microseconds: measure([bytes], times), answer: judge(bytes) }
}

const slowest = (all: ReadonlyArray<Measured>): ReadonlyArray<Measured> =>
  all.toSorted((one, other) => other.microseconds - one.microseconds)

const tries = sized(60, 2)
const finalTries = sized(400, 4)
const kept = 8

/** The slowest fragments, and then two of them mixed. */
const search = (): ReadonlyArray<Measured> => {
  const single = slowest(fragments.map((fragment) => measured([fragment, fragment, 'ana '], tries)))
  const best = single.slice(0, kept).map(({ parts: [fragment] }) => fragment)
  const mixed = best.flatMap((one) => best.map((other) => measured([one + other, one, 'aa a '], tries)))
  const candidates = slowest([...single, ...mixed]).slice(0, kept)
  return slowest(candidates.map(({ parts }) => measured(parts, finalTries)))
}

export const words = async (): Promise<void> => {
  const usual = measure(
    usualBodies.map((changes) => encoder.encode(JSON.stringify(bodyOf(changes)))),
    sized(20_000, 200),
  )
  const blank = measure([filled(bodyOf({}))], finalTries)
  const found = search()
  const row = (microseconds: number) => ({
    microseconds: round(microseconds),
    'times usual': round(microseconds / usual),
  })
  report('judging the body of one POST, time of the processor', {
    usual: row(usual),
    'usual, with blanks up to 65,536 bytes': row(blank),
    ...Object.fromEntries(
      found.map(({ parts, microseconds, answer }) => [`${parts.join(' | ')} (${answer})`, row(microseconds)]),
    ),
  })
  const [worst] = found
  console.log(
    `usual ${round(usual)} us, worst found ${round(worst?.microseconds ?? 0)} us: ${round((worst?.microseconds ?? 0) / usual)} times`,
  )
}
