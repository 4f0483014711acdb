import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import type { Check } from '#simulator/certify/Checks.ts'

/** What stands once in the example, and what stands in its place in the copy. */
type Piece = readonly [from: string, to: string]

export interface Copy {
  readonly pieces: ReadonlyArray<Piece>
  /** The attacks that are made: those that it fails, and others that it withstands. Null makes all. */
  readonly attacks: ReadonlyArray<string> | null
  /** What must be said of it, and nothing else. */
  readonly fails: ReadonlyArray<Check>
  /** It never does what is waited for, as long as the certification is patient. */
  readonly never?: true
  /** How many times as fast as real time its clocks run; 60 when absent. */
  readonly speed?: number
  /** How long its answers may take; as long as the certification is patient when absent. */
  readonly answerMs?: number
  /** It mixes up its applicants, so that more goes wrong than is told here. */
  readonly mixesUp?: true
}

const create = "learn(await cotejo.create(application.request, { signal: AbortSignal.timeout(10_000) }), 'POST')"
const isNew = 'if (!events.has(eventId)) {'
const client = 'new Cotejo({ baseUrl: COTEJO_URL, apiKey: COTEJO_KEY })'

/** Without the job, whose minute is short here: nothing happens besides what the copy is there for. */
const noJob: Piece = ['\nreconcileAgain()', '']
/** However long a busy machine takes. */
const patiently: Piece = ['AbortSignal.timeout(10_000)', 'AbortSignal.timeout(600_000)']

/** Repeats by itself what `attempt` does, with the waits that are asked for. */
const repeating = (attempt: string, next: string): ReadonlyArray<Piece> => [
  noJob,
  [client, client.replace(' })', ', maxRetries: 0 })')],
  [
    create,
    `for (;;) {
      try {
        ${attempt}
        break
      } catch (failure) {
        if (!failure.retryable) throw failure
        await new Promise((resolve) => setTimeout(resolve, 50 + 1_100 * (failure.retryAfterSeconds ?? 0)))
        ${next}
      }
    }`,
  ],
]

const deaf = `fetch: async (url, init) => {
  const answer = await fetch(url, init)
  const get = (name) => (name === 'retry-after' ? null : answer.headers.get(name))
  return { status: answer.status, headers: { get }, text: () => answer.text() }
}`

/** Of a verification, as the contract declares it. */
const declared = (): string =>
  JSON.stringify(
    Object.keys(
      JSON.parse(readFileSync('docs/openapi.json', 'utf8')).components.schemas.RespuestaDeVerificacion.properties,
    ),
  )

const wrongKey: Piece = [client, client.replace('COTEJO_KEY', "COTEJO_KEY + '0'")]

/** Copies of `examples/partner-backend.ts`, and what must be said of each. */
export const copies: Readonly<Record<string, Copy>> = {
  // Slower than the others: its 11 minutes are to be longer than a busy machine takes for what comes before.
  'the example as it is': { pieces: [], attacks: null, fails: [], speed: 10 },
  'no signature check': {
    pieces: [
      ['if (!verdict.valid) return 401\n  const { event } = verdict', 'const event = JSON.parse(String(rawBody))'],
    ],
    attacks: ['webhooks_falsos', 'webhooks_viejos', 'otros_bytes'],
    fails: ['firma_no_verificada', 'firma_vieja_aceptada'],
  },
  'any t is good': {
    pieces: [["split(',') })", "split(','), toleranceSeconds: 1e9 })"]],
    attacks: ['webhooks_falsos', 'webhooks_viejos'],
    fails: ['firma_vieja_aceptada'],
  },
  'the parsed body is signed': {
    pieces: [
      [
        'const rawBody = await bodyOf(request)',
        'const rawBody = JSON.stringify(JSON.parse(String(await bodyOf(request))))',
      ],
    ],
    attacks: ['webhooks_falsos', 'otros_bytes', 'webhooks_repetidos'],
    fails: ['cuerpo_reserializado'],
  },
  'no deduplication': {
    pieces: [
      [isNew, "if (eventId !== '') {"],
      ['undefined || isOver(application)', "undefined || (isOver(application) && from !== 'webhook')"],
    ],
    attacks: ['webhooks_repetidos', 'webhook_perdido', 'sin_webhook'],
    fails: ['resultado_repetido'],
  },
  'a repeated webhook is an error': {
    pieces: [[isNew, `if (events.has(eventId)) return 409\n  ${isNew}`]],
    attacks: ['webhooks_falsos', 'webhooks_repetidos'],
    fails: ['duplicado_rechazado'],
  },
  'one secret': {
    pieces: [["COTEJO_WEBHOOK_SECRETS.split(',')", "COTEJO_WEBHOOK_SECRETS.split(',').slice(0, 1)"]],
    attacks: ['rotacion_en_curso', 'rotacion_hecha'],
    fails: ['secreto_siguiente_rechazado'],
  },
  'the answer overwrites the webhook': {
    pieces: [
      noJob,
      [create, 'application.verification = await cotejo.create(application.request)'],
      ['application.told += 1', 'application.told = 1'],
    ],
    attacks: ['webhook_antes_de_la_respuesta', 'webhooks_repetidos'],
    fails: ['resultado_perdido'],
  },
  'a new key at each retry': {
    pieces: repeating(
      "learn(await cotejo.create(application.request), 'POST')",
      `application.request = { ...application.request, solicitud_id: randomUUID() }
      applications.set(application.request.solicitud_id, application)`,
    ),
    attacks: ['respuesta_perdida', 'tormenta', 'conflicto'],
    fails: ['llave_nueva_al_repetir'],
  },
  'another body at each retry': {
    pieces: repeating(
      `const consentimiento = { ...application.request.consentimiento, evidencia_id: randomUUID() }
      learn(await cotejo.create({ ...application.request, consentimiento }), 'POST')`,
      '',
    ),
    attacks: ['respuesta_perdida', 'tormenta', 'conflicto'],
    fails: ['cuerpo_cambiado_al_repetir'],
  },
  'one key for all': {
    pieces: [noJob, ['const solicitud_id = randomUUID()', "const solicitud_id = 'solicitud'"]],
    attacks: ['webhooks_repetidos', 'otros_bytes'],
    fails: ['llave_reutilizada'],
    mixesUp: true,
    never: true,
  },
  'nothing is repeated': {
    pieces: [noJob, [client, client.replace(' })', ', maxRetries: 0 })')]],
    attacks: ['respuesta_perdida', 'tormenta'],
    fails: ['respuesta_perdida_sin_repetir', 'abandona_tras_errores'],
    never: true,
  },
  'Retry-After is not read': {
    pieces: [noJob, patiently, [client, client.replace(' })', `, ${deaf} })`)]],
    attacks: ['respuesta_perdida', 'tormenta', 'conflicto'],
    fails: ['retry_after_ignorado'],
  },
  'a refusal is repeated': {
    pieces: [
      [
        'if (isRefused) applications.delete(solicitud_id)',
        'if (isRefused) setTimeout(() => cotejo.create(application.request).catch(report), 500)',
      ],
    ],
    attacks: ['conflicto', 'fin_tardio'],
    fails: ['rechazo_repetido'],
  },
  'unknown fields are refused': {
    pieces: [
      [
        'const { event } = verdict',
        `const { event } = verdict
        if (event !== null && !Object.keys(event).every((name) => ${declared()}.includes(name))) return 400`,
      ],
    ],
    attacks: ['campo_nuevo', 'webhooks_repetidos'],
    fails: ['campo_nuevo_rechazado'],
  },
  'nothing is asked after': {
    pieces: [noJob, patiently],
    attacks: ['webhook_perdido', 'sin_webhook'],
    fails: ['webhook_perdido_sin_consulta', 'no_concluyente_no_visto'],
    never: true,
  },
  'polling without end': {
    pieces: [
      [
        create,
        `${create}
        const id = application.verification.verificacion_id
        setInterval(() => cotejo.retrieve(id).then((document) => learn(document, 'GET'), () => {}), minute / 6)`,
      ],
    ],
    attacks: ['webhooks_repetidos', 'fin_tardio'],
    fails: ['sondeo_sin_fin'],
  },
  'polling far too often': {
    pieces: [
      [
        create,
        `${create}
        const url = COTEJO_URL + '/v1/verificaciones/' + application.verification.verificacion_id
        const headers = { authorization: 'Bearer ' + COTEJO_KEY }
        const read = () => fetch(url, { headers }).then((answer) => answer.json())
        const wait = () => new Promise((resolve) => setTimeout(resolve, 300))
        const poll = async () => { while ((await read()).estado === 'en_proceso') await wait() }
        for (let index = 0; index < 3; index++) poll().catch(() => {})`,
      ],
    ],
    attacks: ['fin_tardio'],
    fails: ['sondeo_excesivo'],
    // It asks at the pace of the machine, which may be a busy one: so there is ten times as long for it.
    speed: 6,
  },
  'given up while it goes on': {
    pieces: [
      ['Date.now() - one.since > 11 * minute', 'Date.now() - one.since > 3 * minute'],
      [
        'if (!underWay.has(application.request.solicitud_id)) await ask(application).catch(report)',
        "application.verification = { ...application.verification, estado: 'no_concluyente' }",
      ],
    ],
    attacks: ['fin_tardio'],
    fails: ['abandona_antes_del_fin'],
    never: true,
  },
  'always the same action': {
    pieces: [['accion: verification?.recomendacion?.accion ?? null', "accion: 'puede_continuar'"]],
    attacks: ['webhooks_repetidos', 'webhook_perdido', 'otros_bytes'],
    fails: ['accion_distinta'],
    never: true,
  },
  'only the state is told': {
    pieces: [['  accion: verification?.recomendacion?.accion ?? null,\n  avisos: told,\n', '']],
    attacks: ['webhooks_repetidos', 'webhook_antes_de_la_respuesta'],
    fails: ['contrato_de_certificacion'],
  },
  'what is told is wrapped': {
    pieces: [['JSON.stringify(tell(known))', 'JSON.stringify({ data: tell(known) })']],
    attacks: ['webhooks_repetidos', 'sin_webhook'],
    fails: ['contrato_de_certificacion'],
  },
  'a t to come is good': {
    pieces: [
      [
        "split(',') })",
        "split(','), toleranceSeconds: Number(header.slice(2, 12)) > Date.now() / 1_000 ? 1e9 : 300 })",
      ],
    ],
    attacks: ['webhooks_viejos'],
    fails: ['firma_vieja_aceptada'],
  },
  'a wrong key': {
    pieces: [wrongKey],
    attacks: ['respuesta_perdida', 'conflicto', 'tormenta'],
    fails: ['no_crea'],
    never: true,
  },
  'a request that is not valid': {
    pieces: [["version_aviso: '2026-01',", '']],
    attacks: ['respuesta_perdida', 'conflicto'],
    fails: ['no_crea'],
    never: true,
  },
  'events are noted before their signature is verified': {
    pieces: [
      [
        'const verdict =',
        "const eventId = String(request.headers['service-event-id'])\n  const isFirst = !events.has(eventId)\n  events.add(eventId)\n  await new Promise((resolve) => setTimeout(resolve, 2_000))\n  const verdict =",
      ],
      ["  const eventId = String(request.headers['service-event-id'])\n  if (!events", '  if (!events'],
      [isNew, 'if (isFirst) {'],
    ],
    attacks: ['webhooks_falsos'],
    fails: ['evento_anotado_sin_verificar'],
    never: true,
    // While it takes its time its job, after 11 minutes, asks again and again: that is not to make up for what was missed.
    speed: 600,
  },
  'too slow to answer': {
    pieces: [['return 204', 'await new Promise(() => {})\n  return 204']],
    attacks: ['rotacion_hecha', 'campo_nuevo', 'otros_bytes', 'webhooks_repetidos'],
    fails: ['webhook_rechazado'],
    answerMs: 15_000,
  },
}

const example = (): string =>
  readFileSync('examples/partner-backend.ts', 'utf8')
    .replace('@cotejo/client/webhook', pathToFileURL('src/client/verifyWebhook.ts').href)
    .replace('@cotejo/client', pathToFileURL('src/client/Client.ts').href)

/** The text of a copy. */
export const textOf = ({ pieces }: Copy): string =>
  pieces.reduce((text, [from, to]) => {
    expect(text.split(from), from).toHaveLength(2)
    return text.replace(from, () => to)
  }, example())
