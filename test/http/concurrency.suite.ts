import { describe, expect, it } from 'vitest'
import { untilCeiling } from '#test/support/ceiling.ts'
import { summaryOf } from '#test/support/expectError.ts'
import { type Answer, type Sandbox, validBody } from '#tools/service/sandbox.ts'

const together = (count: number, request: (index: number) => Promise<Answer>): Promise<ReadonlyArray<Answer>> =>
  Promise.all(Array.from({ length: count }, (_, index) => request(index)))

/** How many answers of each kind. */
const tally = (answers: ReadonlyArray<Answer>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[summaryOf(answer)] = (counts[summaryOf(answer)] ?? 0) + 1
  return counts
}

const ids = (answers: ReadonlyArray<Answer>): ReadonlySet<unknown> =>
  new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body['verificacion_id']] : [])))

/** What holds for requests at once and repeated, over any storage. */
export const concurrencySuite = (sandbox: Sandbox): void => {
  const listed = async (key: string): Promise<unknown> =>
    (await sandbox.call('GET', '/v1/verificaciones?limite=100', { key })).body['verificaciones']

  describe('a balance for three', () => {
    it('lets 3 of 50 concurrent requests pass, answers 402 consumo_agotado to the rest, and is charged on emission', async () => {
      const { llave } = await sandbox.account({ saldo: 350 })
      const answers = await together(50, () => sandbox.create(llave))
      expect(tally(answers)).toEqual({ '200 en_proceso': 3, '402 consumo_agotado': 47 })
      expect(ids(answers).size).toBe(3)
      expect(await listed(llave)).toHaveLength(3)
      expect(await sandbox.balance(llave)).toBe(350)
      await sandbox.advance(240)
      expect(await sandbox.balance(llave)).toBe(50)
      expect(summaryOf(await sandbox.create(llave))).toBe('402 consumo_agotado')
    })
  })

  describe('one key', () => {
    it('answers 200 to all of one body and 409 conflicto_idempotencia to all of the other', async () => {
      const { llave } = await sandbox.account()
      const answers = await together(30, (index) =>
        sandbox.create(llave, { solicitud_id: 'sol-twice', propiedad_id: `p-${index % 2}` }),
      )
      expect(tally(answers)).toEqual({ '200 en_proceso': 15, '409 conflicto_idempotencia': 15 })
      const byBody = [0, 1].map((parity) => tally(answers.filter((_, index) => index % 2 === parity)))
      expect(byBody.map((counts) => Object.keys(counts).length)).toEqual([1, 1])
      expect(ids(answers).size).toBe(1)
      expect(await listed(llave)).toHaveLength(1)
    })

    it('answers the same document again whatever order, white space, escapes and nulls the body has', async () => {
      const { llave } = await sandbox.account()
      const body = validBody({ propiedad_id: 'p-ñ' })
      const headers = { 'idempotency-key': String(body['solicitud_id']) }
      const backwards = Object.fromEntries(Object.entries({ ...body, cobro: null, documento: null }).reverse())
      const spellings = [
        body,
        backwards,
        JSON.stringify(body, null, 2),
        JSON.stringify(body).replace('ñ', '\\u00f1').replaceAll('/', '\\/'),
      ]
      const answers = await together(spellings.length, (index) =>
        sandbox.call('POST', '/v1/verificaciones', { key: llave, body: spellings[index], headers }),
      )
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
    })
  })

  describe('a repetition', () => {
    it('is answered 200 when rate, quota and balance are exhausted, and consumes none of them', async () => {
      const { llave } = await sandbox.account({ saldo: 200, limite_por_minuto: 2, cuota_mensual: 2 })
      const first = await sandbox.create(llave, { solicitud_id: 'sol-first' })
      const early = await together(4, () => sandbox.create(llave, { solicitud_id: 'sol-first' }))
      // Had they consumed anything, this would be refused.
      const second = await sandbox.create(llave)
      const late = await together(4, () => sandbox.create(llave, { solicitud_id: 'sol-first' }))
      expect(summaryOf(second)).toBe('200 en_proceso')
      expect([...early, ...late].map(({ text }) => text)).toEqual(Array(8).fill(first.text))
      expect(summaryOf(await sandbox.create(llave))).toBe('429 limite_excedido')
      expect(await listed(llave)).toHaveLength(2)
    })
  })

  describe('requests per minute', () => {
    it('lets exactly the plan’s burst pass, and answers 429 limite_excedido with Retry-After to the rest', async () => {
      const { llave } = await sandbox.account({ limite_por_minuto: 5 })
      const answers = await together(20, () => sandbox.create(llave))
      expect(tally(answers)).toEqual({ '200 en_proceso': 5, '429 limite_excedido': 15 })
      // When the first of them is a minute old.
      const waits = answers.flatMap(({ headers }) => headers.get('retry-after') ?? [])
      expect(waits).toHaveLength(15)
      for (const wait of waits) expect(wait).toMatch(/^(?:60|5\d)$/)
    })

    it('are not given back by a 402 consumo_agotado', async () => {
      const { llave } = await sandbox.account({ saldo: 0, limite_por_minuto: 2 })
      const answers = await together(3, () => sandbox.create(llave))
      expect(tally(answers)).toEqual({ '402 consumo_agotado': 2, '429 limite_excedido': 1 })
    })

    it.each([
      [1, 600],
      [70, 700],
    ])('of %i have a ceiling of %i over all authenticated POSTs: 429 limite_excedido', async (perMinute, most) => {
      const { llave } = await sandbox.account({ limite_por_minuto: perMinute })
      const beyond = await untilCeiling(most, async () => {
        const answers = await together(20, () => sandbox.create(llave, { solicitud_id: 'sol-often' }))
        const { '200 en_proceso': passed = 0, '429 limite_excedido': refused = 0 } = tally(answers)
        expect(passed + refused).toBe(20)
        for (const { status, headers } of answers) {
          expect(headers.get('retry-after') ?? '').toMatch(status === 429 ? /^[1-9]\d?$/ : /^$/)
        }
        return { passed, refused }
      })
      expect(beyond.surplus).toBeGreaterThanOrEqual(0)
      expect(beyond.surplus).toBeLessThanOrEqual(beyond.most)
      expect(summaryOf(await sandbox.call('GET', '/v1/cuenta/consumo', { key: llave }))).toBe('200')
    })
  })

  describe('the monthly quota', () => {
    it('counts what was created: 429 limite_excedido until the month ends, and the solicitud_id stays unused', async () => {
      const { llave } = await sandbox.account({ cuota_mensual: 3 })
      const answers = await together(10, () => sandbox.create(llave))
      expect(tally(answers)).toEqual({ '200 en_proceso': 3, '429 limite_excedido': 7 })
      const refused = await sandbox.create(llave, { solicitud_id: 'sol-next-month' })
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(31 * 86_400)
      await sandbox.advance(wait)
      expect(summaryOf(await sandbox.create(llave, { solicitud_id: 'sol-next-month', propiedad_id: 'p-1' }))).toBe(
        '200 en_proceso',
      )
    })
  })
}
