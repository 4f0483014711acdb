import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { inboxOf, underWay, untilEmitted } from '#test/support/webhooks.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

/** A webhook that the service sent, and what it was sent with. */
const delivered = async () => {
  const { id, secret, tenant } = await underWay(sandbox)
  await sandbox.advance(untilEmitted)
  const [entrega] = await inboxOf(sandbox, id)
  const { cuerpo = '', encabezados = {} } = entrega ?? {}
  return { id, tenant, secreto_firma: secret, encabezado: encabezados['service-signature'] ?? '', cuerpo }
}
type Delivered = Awaited<ReturnType<typeof delivered>>

let sent: Delivered
let other: Delivered
beforeAll(async () => {
  sent = await delivered()
  other = await delivered()
})

const at = 1_767_225_600
/** Signs as a receiver's own tests would. */
const sign = (key: string | Buffer, cuerpo: string, t = at): string =>
  `t=${t},v1=${createHmac('sha256', key).update(`${t}.${cuerpo}`).digest('hex')}`

const ask = (body: unknown) => sandbox.call('POST', '/_simulador/webhooks/comprobar', { body })
const comprobar = async (changes: Record<string, unknown> = {}) => {
  const { secreto_firma, encabezado, cuerpo } = sent
  const answer = await ask({ secreto_firma, encabezado, cuerpo, ...changes })
  // Whatever is asked, no secret and no key is shown.
  expect(answer.text).not.toMatch(/whsec_[0-9A-Za-z]|avs_test_/)
  return answer
}
/** What is answered, with these words in the explanation. */
const says = (motivo: string | null, ...words: ReadonlyArray<string>) => ({
  status: 200,
  body: {
    valida: motivo === null,
    motivo,
    explicacion: expect.stringMatching(new RegExp(`^[^]*${words.map((word) => `(?=[^]*${word})`).join('')}`)),
  },
})

describe('/_simulador/webhooks/comprobar', () => {
  it('finds a delivery of the inbox valid, on the real clock', async () => {
    expect(await comprobar()).toMatchObject(says(null, 'La firma es buena'))
    expect(await comprobar({ ahora: null })).toMatchObject(says(null))
  })

  it('finds a signature valid that was made elsewhere by the same rule', async () => {
    const mine = { secreto_firma: 'clave señal', encabezado: sign('clave señal', 'hola'), cuerpo: 'hola' }
    for (const ahora of [at, at + 300, '2026-01-01T00:00:00Z', '2025-12-31T18:05:00-06:00']) {
      expect(await comprobar({ ...mine, ahora })).toMatchObject(says(null))
    }
  })
})

describe('forma', () => {
  it.each([
    [null, 'Falta el encabezado'],
    ['', 'Falta el encabezado'],
    [`t=${at}`, 'Tómelo entero'],
    ['v1,abc', 'Tómelo entero'],
    [`${sign('x', '')}, ${sign('x', '')}`, 'Tómelo entero'],
    [` ${sign('x', '')}`, 'sobran espacios'],
    [sign('x', '').replace(',', ', '), 'sobran espacios'],
    [sign('x', '').toUpperCase(), 'mayúsculas'],
    [`"${sign('x', '')}"`, 'comillas'],
    [`Service-Signature: ${sign('x', '')}`, 'nombre del encabezado'],
  ])('is said of %j: %s', async (encabezado, words) => {
    expect(await comprobar({ encabezado })).toMatchObject(says('forma', words))
  })
})

describe('reloj', () => {
  it('is said of a good signature more than 300 s away, with the distance', async () => {
    const mine = { secreto_firma: 'clave', encabezado: sign('clave', 'hola'), cuerpo: 'hola' }
    expect(await comprobar({ ...mine, ahora: at + 301 })).toMatchObject(says('reloj', '301 s antes', 'en hora'))
    expect(await comprobar({ ...mine, ahora: at - 301 })).toMatchObject(says('reloj', '301 s después'))
    expect(await comprobar({ ...mine, ahora: '2026-01-01T01:00:00Z' })).toMatchObject(says('reloj', '3600 s antes'))
  })

  it('is judged by the real clock when no other is given, not by the simulated one', async () => {
    const now = Math.floor(Date.now() / 1000)
    const mine = (t: number) => ({ secreto_firma: 'c', encabezado: sign('c', 'hola', t), cuerpo: 'hola' })
    expect(await comprobar(mine(now))).toMatchObject(says(null))
    expect(await comprobar(mine(now - 310))).toMatchObject(says('reloj'))
  })

  it('is not said of a signature that does not fit', async () => {
    expect(await comprobar({ cuerpo: '{}', ahora: 0 })).toMatchObject(says('cuerpo_reserializado'))
  })
})

describe('cuerpo_reserializado', () => {
  const rewritten = (write: (document: unknown) => string) => write(JSON.parse(sent.cuerpo))

  it.each([
    ['indented', () => rewritten((document) => JSON.stringify(document, null, 2)), 'se firmó sin espacios'],
    ['escaped', () => sent.cuerpo.replaceAll('á', '\\u00e1').replaceAll('/', '\\/'), 'se firmó sin espacios'],
    ['with a line break behind', () => `${sent.cuerpo}\n`, 'sobran espacios'],
    ['with a BOM before', () => `\ufeff${sent.cuerpo}`, 'BOM'],
    ['as a string in JSON', () => JSON.stringify(sent.cuerpo), 'como cadena'],
    ['read as Latin-1', () => Buffer.from(sent.cuerpo).toString('latin1'), 'Latin-1'],
    [
      'sorted',
      () => rewritten((value) => JSON.stringify(Object.fromEntries(Object.entries(Object(value)).toSorted()))),
      'dice lo mismo con otros bytes',
    ],
    [
      'without a member',
      () => rewritten((value) => JSON.stringify({ ...Object(value), cobro: undefined })),
      'dice otra cosa, o falta algo',
    ],
    ['empty', () => '', 'dice otra cosa, o falta algo'],
    ['an object as text', () => '[object Object]', 'dice otra cosa, o falta algo'],
  ])('is said of the body of a delivery, %s', async (_, write, words) => {
    expect(await comprobar({ cuerpo: write() })).toMatchObject(
      says('cuerpo_reserializado', words, 'Verifique los bytes tal como llegaron'),
    )
  })

  it.each([
    [0, 'sin espacios'],
    [2, 'dos espacios'],
    [4, 'cuatro espacios'],
    ['\t', 'tabuladores'],
  ])('is said of a signature made elsewhere over a layout of %j', async (indent, words) => {
    const document = { estado: 'emitida', lista: [1, 2] }
    const encabezado = sign(sent.secreto_firma, JSON.stringify(document, null, indent))
    const cuerpo = JSON.stringify(document, null, 3)
    expect(await comprobar({ encabezado, cuerpo, ahora: at })).toMatchObject(says('cuerpo_reserializado', words))
  })

  it('is said of a header made elsewhere over the bytes of a delivery, found by its verification', async () => {
    const encabezado = sign(sent.secreto_firma, sent.cuerpo)
    const cuerpo = `{"verificacion_id":"${sent.id}"}`
    expect(await comprobar({ encabezado, cuerpo, ahora: at })).toMatchObject(
      says('cuerpo_reserializado', 'dice otra cosa'),
    )
  })
})

describe('secreto_equivocado', () => {
  it('is said of the secret of another account, with both names', async () => {
    expect(await comprobar({ secreto_firma: other.secreto_firma })).toMatchObject(
      says('secreto_equivocado', `Firmó la cuenta ${sent.tenant}`, `es el de ${other.tenant}`),
    )
    const { signingSecret } = credentialsOf('demo-consumo')
    expect(await comprobar({ secreto_firma: signingSecret })).toMatchObject(
      says('secreto_equivocado', `Firmó la cuenta ${sent.tenant}`, 'es el de demo-consumo'),
    )
  })

  it('is said of an API key, and of a secret that nobody has', async () => {
    const { apiKey } = credentialsOf('demo-consumo')
    expect(await comprobar({ secreto_firma: apiKey })).toMatchObject(says('secreto_equivocado', 'llave de API'))
    expect(await comprobar({ secreto_firma: 'x' })).toMatchObject(says('secreto_equivocado', 'de ninguna cuenta'))
  })

  it.each([
    ['a line break behind', (secret: string) => `${secret}\n`, 'sobran espacios'],
    ['quotes around', (secret: string) => ` "${secret}" `, 'comillas'],
    ['no whsec_', (secret: string) => secret.slice(6), 'falta el prefijo whsec_'],
  ])('is said of the secret with %s', async (_, change, words) => {
    const secreto_firma = change(sent.secreto_firma)
    expect(await comprobar({ secreto_firma })).toMatchObject(says('secreto_equivocado', words))
  })

  it.each([
    ['without whsec_', (secret: string) => secret.slice(6), 'le quitó al secreto el prefijo'],
    [
      'decoded from base64',
      (secret: string) => Buffer.from(secret.slice(6), 'base64'),
      'decodificó el secreto de base64',
    ],
  ])('is said of a signature made elsewhere with the secret %s', async (_, keyOf, words) => {
    const encabezado = sign(keyOf(sent.secreto_firma), sent.cuerpo)
    expect(await comprobar({ encabezado, ahora: at })).toMatchObject(says('secreto_equivocado', words))
  })
})

describe('firma', () => {
  it('is said of what nobody signed, with the rule', async () => {
    const encabezado = `t=${at},v1=${'0'.repeat(64)}`
    for (const cuerpo of [sent.cuerpo, '', '{', 'null', '['.repeat(9_000)]) {
      expect(await comprobar({ encabezado, cuerpo, ahora: at })).toMatchObject(
        says('firma', 'no envió este encabezado', 'HMAC-SHA256'),
      )
    }
  })

  it('is said of a header of the inbox whose t was changed', async () => {
    const encabezado = sent.encabezado.replace(/t=\d+/, `t=${at}`)
    expect(await comprobar({ encabezado })).toMatchObject(says('firma', 'no envió este encabezado'))
  })
})
