import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Option, Predicate } from 'effect'
import { verifyWebhook } from '#client/verifyWebhook.ts'
import type { KnownAccount } from '#simulator/storage/AccountNote.ts'
import { parse, type SignatureHeader } from '#wire/SignatureHeader.ts'
import type { Received } from './Inbox.ts'

/** A webhook that a receiver does not trust, as its developer has it. */
export interface Doubt {
  readonly secret: string
  readonly header: string | null
  readonly body: string
  readonly now: Date
}

/** What the simulator knows and a receiver does not. */
export interface Knowledge {
  readonly accounts: ReadonlyArray<KnownAccount>
  readonly arrivals: ReadonlyArray<Received>
}

type Motivo = 'forma' | 'reloj' | 'cuerpo_reserializado' | 'secreto_equivocado' | 'firma'

/** Whether a signature is good and, if not, why and what to do. It never shows a secret. */
export interface Advice {
  readonly valida: boolean
  readonly motivo: Motivo | null
  readonly explicacion: string
}

/** Something that may have been signed, or signed with, and how the receiver came to have something else. */
interface Reading {
  readonly bytes: Buffer
  readonly mistake: string
}

const rule =
  'La firma es HMAC-SHA256, en hexadecimal, de t, un punto y el cuerpo tal como llegó; la clave es el secreto completo, con whsec_ y sin decodificar.'
const keepBytes =
  "Verifique los bytes tal como llegaron, antes de analizarlos: express.raw({ type: 'application/json' }) en Express, request.arrayBuffer() con fetch."

/**
 * Says whether a signature is good and, if not, which mistake explains it. It undoes each mistake that the receiver
 * may have made with the secret or the body, until the signature fits.
 */
export const advise = async (doubt: Doubt, { accounts, arrivals }: Knowledge): Promise<Advice> => {
  const { secret, header, body, now } = doubt
  const verdict = await verifyWebhook({ rawBody: body, header, secrets: secret, now })
  if (verdict.valid) {
    const explicacion = `La firma es buena. Si su receptor la rechaza con estos mismos datos, revise cómo la calcula. ${rule}`
    return { valida: true, motivo: null, explicacion }
  }
  const signature = parse(header ?? '')
  if (verdict.reason === 'form' || signature === null) return wrong('forma', await aboutForm(doubt))
  if (verdict.reason === 'clock') return wrong('reloj', aboutClock(Number(signature.t), now))
  const { sent, related } = seen(doubt, arrivals)
  return (
    mistaken(signature, keysOf(secret, accounts), bodiesOf(body, related)) ??
    wrong(
      'firma',
      sent
        ? `El simulador envió este encabezado, pero con un secreto que ya no conoce. ${rule}`
        : `El simulador no envió este encabezado: cópielo entero, o vea los que llegaron en GET /_simulador/webhooks. Si firma usted mismo: ${lowered(rule)}`,
    )
  )
}

/** What arrived with this header or of this verification, and whether the header was among it. */
const seen = ({ header, body }: Doubt, arrivals: Knowledge['arrivals']) => {
  const verification = verificationOf(body)
  const sent = arrivals.filter(({ encabezados }) => encabezados['service-signature'] === header)
  const ofSame = arrivals.filter(({ verificacion_id }) => verificacion_id !== null && verificacion_id === verification)
  return { sent: sent.length > 0, related: [...sent, ...ofSame] }
}

const wrong = (motivo: Motivo, explicacion: string): Advice => ({ valida: false, motivo, explicacion })
const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const aboutForm = async ({ header, body, secret }: Doubt): Promise<string> => {
  if (header === null || header === '') {
    return 'Falta el encabezado Service-Signature: vea que ningún proxy lo quite, y que el receptor lo lea sin distinguir mayúsculas.'
  }
  const form = 'La forma es t=<dígitos>,v1=<64 dígitos hexadecimales en minúsculas>, y nada más.'
  const tidied = header.replace(/^service-signature:/i, '').replace(/[\s'"]/g, '')
  const again = await verifyWebhook({ rawBody: body, header: tidied.toLowerCase(), secrets: secret })
  return again.valid || again.reason !== 'form'
    ? `${form} Aquí sobran espacios, comillas, mayúsculas o el nombre del encabezado: déjelo tal como llegó.`
    : `${form} Tómelo entero y tal como llegó, una sola vez.`
}

const aboutClock = (t: number, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000) - t
  return [
    `La firma es buena, pero t está ${Math.abs(seconds)} s ${seconds > 0 ? 'antes' : 'después'} del reloj, y se admiten 300.`,
    'Ponga en hora el reloj del receptor; t lleva la hora real, no la simulada.',
    'Si comprueba un webhook guardado, dé en ahora la hora real a la que llegó.',
  ].join(' ')
}

/** The first pair that was signed; nothing when none was. */
const mistaken = (
  signature: SignatureHeader,
  keys: readonly [Reading, ...ReadonlyArray<Reading>],
  bodies: readonly [Reading, ...ReadonlyArray<Reading>],
): Advice | undefined => {
  for (const key of keys) {
    const body = bodies.find(({ bytes }) => signs(key.bytes, bytes, signature))
    if (body === undefined) continue
    const aboutBody = body === bodies[0] ? [] : [body.mistake, difference(bodies[0].bytes, body.bytes), keepBytes]
    return key === keys[0]
      ? wrong('cuerpo_reserializado', aboutBody.join(' '))
      : wrong('secreto_equivocado', [key.mistake, ...aboutBody].join(' '))
  }
  return undefined
}

/** A constant-time comparison is not needed, because the result is reported outright. */
const signs = (key: Buffer, body: Buffer, { t, v1 }: SignatureHeader): boolean =>
  createHmac('sha256', key).update(`${t}.`).update(body).digest('hex') === v1

/** The key as it was given, and what it may have been mistaken for. */
const keysOf = (secret: string, accounts: Knowledge['accounts']): readonly [Reading, ...ReadonlyArray<Reading>] => {
  const bare = secret.replace(/^whsec_/, '')
  const trimmed = secret.trim().replace(/^"(.*)"$|^'(.*)'$/, '$1$2')
  return [
    reading(secret, ''),
    reading(trimmed, 'Al secreto le sobran espacios, un salto de línea o comillas alrededor.'),
    reading(`whsec_${trimmed}`, `Al secreto le falta el prefijo whsec_. ${rule}`),
    reading(bare, `Quien firmó le quitó al secreto el prefijo whsec_. ${rule}`),
    { bytes: Buffer.from(bare, 'base64'), mistake: `Quien firmó decodificó el secreto de base64. ${rule}` },
    ...accounts.map(({ account, signingSecret }) =>
      reading(
        signingSecret,
        `Firmó la cuenta ${account.id}, y ${ownerOf(secret, accounts)}: use el secreto_firma de la cuenta que creó la verificación (GET /_simulador/cuentas).`,
      ),
    ),
  ]
}

const ownerOf = (secret: string, accounts: Knowledge['accounts']): string => {
  const owner = accounts.find(({ signingSecret, apiKey }) => signingSecret === secret || apiKey === secret)
  if (owner === undefined) return 'el secreto que dio no es de ninguna cuenta de este simulador'
  return owner.apiKey === secret
    ? `lo que dio es la llave de API de ${owner.account.id}, no un secreto de firma`
    : `el secreto que dio es el de ${owner.account.id}`
}

/** The body as it was given, and what it may have been when it was sent. */
const bodiesOf = (body: string, arrivals: Knowledge['arrivals']): readonly [Reading, ...ReadonlyArray<Reading>] => {
  const document = readJson(body)
  const layout = (indent: number | string, name: string): ReadonlyArray<Reading> =>
    Option.flatMap(document, (value) => writeJson(value, indent)).pipe(
      Option.map((text) => reading(text, `El cuerpo se analizó y se volvió a escribir: se firmó ${name}.`)),
      Option.toArray,
    )
  return [
    reading(body, ''),
    reading(body.trim(), 'Al cuerpo le sobran espacios, saltos de línea o un BOM alrededor.'),
    { bytes: Buffer.from(body, 'latin1'), mistake: 'Los bytes del cuerpo se leyeron como Latin-1, y son UTF-8.' },
    ...Option.toArray(Option.filter(document, Predicate.isString)).map((text) =>
      reading(text, 'El cuerpo viene escrito como cadena dentro de otro JSON.'),
    ),
    ...layout(0, 'sin espacios'),
    ...layout(2, 'con sangría de dos espacios'),
    ...layout(4, 'con sangría de cuatro espacios'),
    ...layout('\t', 'con sangría de tabuladores'),
    ...[...new Set(arrivals.map(({ cuerpo }) => cuerpo))].map((cuerpo) =>
      reading(
        cuerpo,
        isDeepStrictEqual(document, readJson(cuerpo))
          ? 'El cuerpo se analizó y se volvió a escribir: dice lo mismo con otros bytes que los que llegaron al buzón.'
          : 'El cuerpo no es el que llegó al buzón: dice otra cosa, o falta algo.',
      ),
    ),
  ]
}

const reading = (text: string, mistake: string): Reading => ({ bytes: Buffer.from(text), mistake })
const readJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))
/** What nests too deeply cannot be written. */
const writeJson = Option.liftThrowable((document: unknown, indent: number | string): string =>
  JSON.stringify(document, null, indent),
)
const verificationOf = (body: string): unknown =>
  Option.getOrUndefined(
    Option.map(
      Option.filter(readJson(body), Predicate.hasProperty('verificacion_id')),
      (document) => document.verificacion_id,
    ),
  )

/** Where the body that was given leaves the one that was signed. */
const difference = (given: Buffer, signed: Buffer): string => {
  const at = signed.findIndex((byte, index) => byte !== given[index])
  const place = at === -1 ? signed.length : at
  return `Se firmaron ${signed.length} bytes y este cuerpo tiene ${given.length}; el primero distinto es el ${place + 1}.`
}
