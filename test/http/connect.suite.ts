import { describe, expect, it } from 'vitest'
import type { ProcessorCall, ProcessorFault } from '#simulator/processor/ProcessorFaults.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { verificationOf } from '#test/support/documents.ts'
import { expectError, summaryOf } from '#test/support/expectError.ts'
import { backedBy, type Fields, paymentsOf } from '#test/support/payments.ts'
import { inboxOf, untilEmitted } from '#test/support/webhooks.ts'
import { type Answer, type Sandbox, validBody } from '#tools/service/sandbox.ts'
import { paymentConditions } from './paymentConditions.ts'

/** A verification is emitted and its transfer repeated several times, seconds. */
const untilRepeated = untilEmitted + 3_600
/** The processor has forgotten every key, and every repetition has fallen due, seconds. */
const longAfter = 2 * 86_400

const applicant = (prefix: string) => ({ solicitante: { curp: sampleCurp(prefix) } })
/** The simulated processor gives a payment and its charge the same letters. */
const chargeOf = (payment: string): string => payment.replace('pi_', 'ch_')

const tally = (answers: ReadonlyArray<Answer>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, summaryOf)).map(([answer, alike = []]) => [answer, alike.length]),
  )

/** What mode `connect` promises over HTTP (contract 1.12), over any storage. */
export const connectSuite = (sandbox: Sandbox): void => {
  const does = paymentsOf(sandbox)
  const { open, pay, turn, post, listed, read, transferred, consumption } = does
  /** A verification of a good payment of its own, under way. */
  const underWay = async (fields: Fields = {}, plan: Fields = {}) => {
    const account = await open(plan)
    // Of so much, the processor itself would let the price be transferred many times.
    const payment = await pay(account, { monto: 9_000 })
    const body = validBody({ ...backedBy(payment), ...fields })
    const { verificacion_id: id } = verificationOf(await post(account, body))
    return { account, payment, body, id }
  }
  const queued = { estatus: 'transferencia_encolada', modo: 'connect', moneda: 'MXN', motivo_no_aplicada: null }
  const transferOf = (payment: string, verificacion_id: string, monto = 100) => ({
    transferencia_id: expect.stringMatching(/^tr_\w+$/),
    payment_intent_id: payment,
    source_transaction: chargeOf(payment),
    monto,
    moneda: 'MXN',
    verificacion_id,
  })

  describe('a payment that does not back a verification', () => {
    it.each(paymentConditions(does))(
      'is answered 402 cobro_no_verificado, and once mended 200: $condition',
      async (row) => {
        const account = await open({ cuota_mensual: 1 })
        const { named, mend } = await row.arrange(account)
        const body = validBody(named)
        const refused = await post(account, body)
        expectError(refused, 402, 'cobro_no_verificado')
        expect(await listed(account)).toEqual([])
        const mended = await mend()
        // Of a quota of one, so that the refused request has consumed nothing.
        expect(summaryOf(await post(account, { ...body, ...mended }))).toBe('200 en_proceso')
        expect(await listed(account)).toHaveLength(1)
      },
    )

    it('backs an en_proceso: 402 cobro_no_verificado, and 200 once that ends no_concluyente', async () => {
      const { account, payment, id } = await underWay(applicant('NOEX'), { cuota_mensual: 2 })
      const body = validBody(backedBy(payment))
      expectError(await post(account, body), 402, 'cobro_no_verificado')
      expect((await listed(account)).map((one) => one.verificacion_id)).toEqual([id])
      await sandbox.advance(untilEmitted)
      expect(summaryOf(await post(account, body))).toBe('200 en_proceso')
    })

    it('backs an emitida: 402 cobro_no_verificado for ever, and 200 with another payment', async () => {
      const { account, payment, id } = await underWay({}, { cuota_mensual: 2 })
      await sandbox.advance(untilEmitted)
      const body = validBody(backedBy(payment))
      expectError(await post(account, body), 402, 'cobro_no_verificado')
      await sandbox.advance(longAfter)
      expectError(await post(account, body), 402, 'cobro_no_verificado')
      expect((await listed(account)).map((one) => one.verificacion_id)).toEqual([id])
      expect(summaryOf(await post(account, { ...body, ...backedBy(await pay(account)) }))).toBe('200 en_proceso')
    })

    it('may be of the price to the centavo, refunds taken off: 200', async () => {
      const account = await open({ monto_por_verificacion: 250.5 })
      const below = validBody(backedBy(await pay(account, { monto: 250.49 })))
      expectError(await post(account, below), 402, 'cobro_no_verificado')
      for (const changes of [{ monto: 250.5 }, { monto: 300, reembolsado: 49.5 }, { monto: 9_000, moneda: 'mxn' }]) {
        expect(summaryOf(await post(account, validBody(backedBy(await pay(account, changes)))))).toBe('200 en_proceso')
      }
    })
  })

  describe('the account’s mode', () => {
    it('is what governs, so that an account in consumo that names a payment is charged: cargada', async () => {
      const account = await sandbox.account({ saldo: 200 })
      // Nobody asks whether there is such a payment, nor whether it backs another.
      const answers = [
        await post(account, validBody(backedBy('pi_1'))),
        await post(account, validBody(backedBy('pi_1'))),
      ]
      expect(answers.map(summaryOf)).toEqual(['200 en_proceso', '200 en_proceso'])
      await sandbox.advance(untilEmitted)
      const charged = { ...queued, estatus: 'cargada', modo: 'consumo', monto: 100 }
      expect((await listed(account)).map(({ cobro }) => cobro)).toEqual([charged, charged])
      expect(await sandbox.balance(account.llave)).toBe(0)
      expect(await transferred('pi_1')).toEqual([])
    })

    it('is what governs, so that an account in connect that says consumo is verified: 402, then 200', async () => {
      const account = await open()
      const payment = await pay(account, { disputado: true })
      const body = validBody(backedBy(payment, 'consumo'))
      expectError(await post(account, body), 402, 'cobro_no_verificado')
      await turn(payment)
      const created = await post(account, body)
      expect(summaryOf(created)).toBe('200 en_proceso')
      const nothing = { estatus: null, monto: null, moneda: null, motivo_no_aplicada: null }
      expect(created.body['cobro']).toEqual({ ...nothing, modo: 'connect' })
    })

    it('is told by GET /v1/cuenta/consumo, 200, with a saldo that is null', async () => {
      const account = await open({ monto_por_verificacion: 250.5 })
      const expected = {
        modo: 'connect',
        moneda: 'MXN',
        monto_por_verificacion: 250.5,
        saldo: null,
        tenant: account.tenant,
      }
      expect(await consumption(account)).toEqual(expected)
    })
  })

  describe('the processor', () => {
    it('is not asked on a replay, 200, a conflict, 409, nor over the limit, 429', async () => {
      const { account, body, payment, id } = await underWay({}, { limite_por_minuto: 2 })
      await turn(payment, { disputado: true })
      await does.break('consultar_pago', 'limite_429')
      expect((await post(account, body)).body['verificacion_id']).toBe(id)
      expect(summaryOf(await post(account, { ...body, propiedad_id: 'p-1' }))).toBe('409 conflicto_idempotencia')
      // Had anybody asked, the fault would be spent, and this would be answered 200.
      expectError(await post(account, validBody(backedBy(await pay(account)))), 402, 'cobro_no_verificado')
      await does.break('consultar_pago', 'limite_429')
      expect(summaryOf(await post(account, validBody(backedBy(await pay(account)))))).toBe('429 limite_excedido')
      const other = await open()
      expectError(await post(other, validBody(backedBy(await pay(other)))), 402, 'cobro_no_verificado')
    })
  })

  describe('requests at once', () => {
    it('for one payment make one verification: one of 50 is 200, the rest 402 cobro_no_verificado', async () => {
      const account = await open()
      const payment = await pay(account, { monto: 9_000 })
      const bodies = Array.from({ length: 50 }, () => validBody(backedBy(payment)))
      const answers = await Promise.all(bodies.map((body) => post(account, body)))
      expect(tally(answers)).toEqual({ '200 en_proceso': 1, '402 cobro_no_verificado': 49 })
      expect(await listed(account)).toHaveLength(1)
      await sandbox.advance(longAfter)
      expect(await transferred(payment)).toHaveLength(1)
    })

    it('of one body and key make one verification, and all are 200', async () => {
      const account = await open()
      const body = validBody(backedBy(await pay(account)))
      const answers = await Promise.all(Array.from({ length: 30 }, () => post(account, body)))
      expect(tally(answers)).toEqual({ '200 en_proceso': 30 })
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    })

    it('of two accounts and one body are 200 to the one that has the payment, and 402 to the other, which learns nothing', async () => {
      const [owner, other] = [await open(), await open()]
      const body = validBody(backedBy(await pay(owner)))
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => post(at % 2 === 0 ? owner : other, body)))
      const of = (rest: number) => tally(answers.filter((_, at) => at % 2 === rest))
      expect([of(0), of(1)]).toEqual([{ '200 en_proceso': 10 }, { '402 cobro_no_verificado': 10 }])
      expect(await listed(other)).toEqual([])
      expect(await listed(owner)).toHaveLength(1)
    })

    it('of one body and key consume the rate of one: none of 30 is 429 limite_excedido', async () => {
      const account = await open({ limite_por_minuto: 10 })
      const body = validBody(backedBy(await pay(account)))
      const answers = await Promise.all(Array.from({ length: 30 }, () => post(account, body)))
      expect(tally(answers)).toEqual({ '200 en_proceso': 30 })
    })

    it('of one key and two bodies consume the rate of one: 200 to one body, and 409, never 429, to the other', async () => {
      const account = await open({ limite_por_minuto: 1 })
      const body = validBody(backedBy(await pay(account)))
      const bodies = [body, { ...body, propiedad_id: 'p-1' }]
      const answers = await Promise.all([...bodies, ...bodies].map((one) => post(account, one)))
      expect(tally(answers)).toEqual({ '200 en_proceso': 2, '409 conflicto_idempotencia': 2 })
    })

    it('stay within the monthly quota: 3 of 12 with payments of their own are 200, the rest 429', async () => {
      const account = await open({ cuota_mensual: 3 })
      const payments = await Promise.all(Array.from({ length: 12 }, () => pay(account)))
      const answers = await Promise.all(payments.map((payment) => post(account, validBody(backedBy(payment)))))
      expect(tally(answers)).toEqual({ '200 en_proceso': 3, '429 limite_excedido': 9 })
    })

    it('of one key for two payments keep one of them, 409 to the rest, and leave the other free: 200', async () => {
      const account = await open()
      const payments = [await pay(account), await pay(account)]
      const bodies = payments.map((payment) => validBody({ ...backedBy(payment), solicitud_id: 'sol-dos-pagos' }))
      const answers = await Promise.all([...bodies, ...bodies].map((body) => post(account, body)))
      expect(tally(answers)).toEqual({ '200 en_proceso': 2, '409 conflicto_idempotencia': 2 })
      const later = await Promise.all(payments.map((payment) => post(account, validBody(backedBy(payment)))))
      expect(tally(later)).toEqual({ '200 en_proceso': 1, '402 cobro_no_verificado': 1 })
    })
  })

  describe('the end of a verification', () => {
    it('that is no_concluyente frees the payment, 200, and transfers nothing', async () => {
      const { account, payment, id } = await underWay(applicant('NOEX'))
      await sandbox.advance(longAfter)
      const { estado, cobro } = await read(account, id)
      const unapplied = { modo: 'connect', monto: null, moneda: null, motivo_no_aplicada: 'recomendacion_no_emitida' }
      expect([estado, cobro]).toEqual(['no_concluyente', { ...unapplied, estatus: 'no_aplicada' }])
      expect(await transferred(payment)).toEqual([])
      const second = await post(account, validBody(backedBy(payment)))
      expect(summaryOf(second)).toBe('200 en_proceso')
      await sandbox.advance(longAfter)
      expect(await transferred(payment)).toEqual([transferOf(payment, String(second.body['verificacion_id']))])
    })

    it('that is emitida shows transferencia_encolada in GET and webhook, and transfers the price', async () => {
      const { account, payment, id } = await underWay({}, { monto_por_verificacion: 250.5 })
      expect(await transferred(payment)).toEqual([])
      await sandbox.advance(untilEmitted)
      const { estado, cobro } = await read(account, id)
      expect([estado, cobro]).toEqual(['emitida', { ...queued, monto: 250.5 }])
      const deliveries = await inboxOf(sandbox, id)
      expect(deliveries.map(({ cuerpo }) => JSON.parse(cuerpo).cobro)).toEqual([{ ...queued, monto: 250.5 }])
      expect(await transferred(payment)).toEqual([transferOf(payment, id, 250.5)])
      await sandbox.advance(longAfter)
      expect(await transferred(payment)).toHaveLength(1)
      expect((await read(account, id)).cobro).toEqual({ ...queued, monto: 250.5 })
    })

    const mishaps: ReadonlyArray<ReadonlyArray<readonly [ProcessorCall, ProcessorFault, number]>> = [
      [['crear_transferencia', 'error_500', 1]],
      [['crear_transferencia', 'error_500_tras_ejecutar', 1]],
      [['crear_transferencia', 'respuesta_perdida', 1]],
      [['crear_transferencia', 'respuesta_perdida', 4]],
      [['crear_transferencia', 'limite_429', 3]],
      [['consultar_pago', 'error_500', 2]],
      [
        ['crear_transferencia', 'error_500_tras_ejecutar', 1],
        ['listar_transferencias', 'error_500', 2],
        ['consultar_pago', 'respuesta_perdida', 1],
      ],
      [
        ['crear_transferencia', 'respuesta_perdida', 1],
        ['crear_transferencia', 'limite_429', 1],
        ['crear_transferencia', 'error_500', 1],
      ],
    ]
    it.each(mishaps.map((faults) => ({ faults, names: faults.flat().join(' ') })))(
      'that is emitida transfers once when the processor has faults: $names',
      async ({ faults }) => {
        const { account, payment, id } = await underWay()
        for (const fault of faults) await does.break(...fault)
        await sandbox.advance(untilRepeated)
        expect(await transferred(payment)).toEqual([transferOf(payment, id)])
        await sandbox.advance(longAfter)
        expect(await transferred(payment)).toHaveLength(1)
        expect((await read(account, id)).cobro).toEqual({ ...queued, monto: 100 })
      },
    )

    it.each([{ reembolsado: true }, { monto: 100, reembolsado: 0.01 }, { disputado: true }])(
      'is emitida whatever happens to the payment after the 200, which stays taken, 402: %o',
      async (changes) => {
        const { account, payment, id } = await underWay()
        const created = await read(account, id)
        await turn(payment, changes)
        expect(await read(account, id)).toEqual(created)
        // A transfer may meet a fault that an earlier test did not use up.
        await sandbox.advance(untilRepeated)
        const emitted = await read(account, id)
        expect([emitted.estado, emitted.cobro]).toEqual(['emitida', { ...queued, monto: 100 }])
        const [delivery] = await inboxOf(sandbox, id)
        expect(JSON.parse(delivery?.cuerpo ?? '{}').cobro).toEqual(emitted.cobro)
        expect(await transferred(payment)).toEqual([transferOf(payment, id)])
        await turn(payment)
        expectError(await post(account, validBody(backedBy(payment))), 402, 'cobro_no_verificado')
      },
    )
  })
}
