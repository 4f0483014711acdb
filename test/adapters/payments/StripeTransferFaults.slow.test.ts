import { DateTime, Duration } from 'effect'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  attempted,
  begin,
  beginning,
  idempotencyKey,
  type Transfer,
  type TransferOutcome,
} from '#domain/delivery/Transfer.ts'
import { startPayments, startProcessor, type TestPayments, type TestProcessor } from '#tools/peers/processor.ts'

type Fault = Parameters<TestProcessor['processor']['faults']['put']>
type Call = Fault[0]

const start = DateTime.makeUnsafe('2026-03-01T12:00:00Z')

interface World {
  readonly simulated: TestProcessor
  readonly payments: TestPayments
  /** Of calls that are not answered, until they are given up. */
  readonly waits: Array<Promise<void>>
}

/** A call to the processor has ten seconds. */
const callSeconds = 10

const worlds: Array<World> = []
const newWorld = async (): Promise<World> => {
  const simulated = await startProcessor()
  const world: World = { simulated, payments: startPayments(simulated.address), waits: [] }
  simulated.onSilence(() => world.waits.push(world.payments.wait(callSeconds)))
  worlds.push(world)
  return world
}
afterAll(async () => {
  await Promise.all(worlds.flatMap(({ waits }) => waits))
  await Promise.all(worlds.flatMap(({ simulated, payments }) => [payments.stop(), simulated.stop()]))
})

interface Run {
  readonly outcomes: ReadonlyArray<TransferOutcome>
  readonly last: Transfer
  /** At the processor, of this verification. */
  readonly transferIds: ReadonlyArray<string>
}

/**
 * Attempts the transfer of one verification as the domain prescribes until it is executed. Time is told,
 * not waited for.
 *
 * @param downtime how much later than due each attempt begins
 * @param later what goes wrong from the second attempt on
 */
const driven = async (
  { simulated, payments }: World,
  verificationId: string,
  downtime = Duration.zero,
  later: ReadonlyArray<Fault> = [],
): Promise<Run> => {
  // Of ten times the price, so that nothing but the adapter stands against a second transfer.
  const paymentIntentId = await simulated.pay({ amountCentavos: 1_000_00 })
  const outcomes: Array<TransferOutcome> = []
  let transfer = begin(start)
  let now = start
  while (transfer.dueAt !== null && outcomes.length < 30) {
    const late = DateTime.addDuration(transfer.dueAt, outcomes.length === 0 ? Duration.zero : downtime)
    simulated.wait(DateTime.distance(now, late))
    now = late
    transfer = beginning(transfer, now)
    const outcome = await payments.transfer(simulated.credentials, {
      verificationId,
      paymentIntentId,
      amountCentavos: 100_00,
      idempotencyKey: idempotencyKey(paymentIntentId, transfer),
    })
    outcomes.push(outcome)
    if (outcomes.length === 1) for (const fault of later) await simulated.run(simulated.processor.faults.put(...fault))
    transfer = attempted(transfer, outcome, now)
  }
  const all = await simulated.run(simulated.processor.transfers)
  return {
    outcomes,
    last: transfer,
    transferIds: all.filter((made) => made.paymentIntentId === paymentIntentId).map(({ id }) => id),
  }
}

const expectOne = ({ outcomes, transferIds }: Run) => {
  expect(transferIds).toHaveLength(1)
  expect(outcomes.at(-1)).toEqual({ _tag: 'Transferred', transferId: transferIds[0], remark: null })
}
const told = ({ outcomes }: Run) =>
  outcomes.map((outcome) =>
    outcome._tag === 'Failed' ? `${outcome.reason}${outcome.isFinal ? ' (final)' : ''}` : 'transferida',
  )

/**
 * Faults, the ends of the attempts under them, the number of the key that it was executed under, and faults that come
 * after the first attempt.
 */
type Row = readonly [
  faults: ReadonlyArray<Fault>,
  ends: ReadonlyArray<string>,
  keyNumber: number,
  later?: ReadonlyArray<Fault>,
]

const inPlaceOf = (call: Call): ReadonlyArray<Row> => [
  [[[call, 'sin_respuesta', 1]], ['sin_respuesta', 'transferida'], 1],
  [[[call, 'limite_429', 2]], ['limite_del_procesador', 'limite_del_procesador', 'transferida'], 1],
]
const reading: ReadonlyArray<Row> = (['consultar_pago', 'listar_transferencias'] as const).flatMap(
  (call): Array<Row> => [
    [[[call, 'respuesta_perdida', 2]], ['sin_respuesta', 'sin_respuesta', 'transferida'], 1],
    ...(['error_500', 'error_500_tras_ejecutar'] as const).map(
      (fault): Row => [[[call, fault, 2]], ['procesador_fallo', 'procesador_fallo', 'transferida'], 1],
    ),
  ],
)
const making: ReadonlyArray<Row> = [
  // It was made, and is found: the second fault is never met.
  [[['crear_transferencia', 'respuesta_perdida', 2]], ['sin_respuesta', 'transferida'], 1],
  [[['crear_transferencia', 'error_500', 1]], ['procesador_fallo (final)', 'transferida'], 2],
  [
    [['crear_transferencia', 'error_500', 2]],
    ['procesador_fallo (final)', 'procesador_fallo (final)', 'transferida'],
    3,
  ],
  [[['crear_transferencia', 'error_500_tras_ejecutar', 1]], ['procesador_fallo (final)', 'transferida'], 2],
  // What was made under the first key is found: the second fault is never met.
  [[['crear_transferencia', 'error_500_tras_ejecutar', 2]], ['procesador_fallo (final)', 'transferida'], 2],
  [
    [
      ['crear_transferencia', 'limite_429', 1],
      ['crear_transferencia', 'error_500', 1],
      ['crear_transferencia', 'respuesta_perdida', 1],
    ],
    ['limite_del_procesador', 'procesador_fallo (final)', 'sin_respuesta', 'transferida'],
    2,
  ],
]
/** An earlier key failed for ever, having made the transfer or not, and then looking for it fails. */
const looking: ReadonlyArray<Row> = (['error_500', 'error_500_tras_ejecutar'] as const).flatMap((earlier) =>
  (
    [
      ['sin_respuesta', 1, 'sin_respuesta'],
      ['error_500', 2, 'procesador_fallo'],
      ['error_500_tras_ejecutar', 2, 'procesador_fallo'],
      ['limite_429', 2, 'limite_del_procesador'],
      ['respuesta_perdida', 2, 'sin_respuesta'],
    ] as const
  ).map(
    ([fault, times, reason]): Row => [
      [['crear_transferencia', earlier, 1]],
      ['procesador_fallo (final)', ...Array<string>(times).fill(reason), 'transferida'],
      2,
      [['listar_transferencias', fault, times]],
    ],
  ),
)
const rows: ReadonlyArray<Row> = [
  ...inPlaceOf('consultar_pago'),
  ...inPlaceOf('listar_transferencias'),
  ...reading,
  ...inPlaceOf('crear_transferencia'),
  ...making,
  ...looking,
]

let runs: ReadonlyArray<Promise<Run>> = []
// Each has a processor of its own, and those that hang do so at once.
beforeAll(() => {
  runs = rows.map(async ([faults, , , later], index) => {
    const world = await newWorld()
    for (const fault of faults) await world.simulated.run(world.simulated.processor.faults.put(...fault))
    return driven(world, `ver_${index}`, Duration.zero, later)
  })
})

describe('a transfer', () => {
  it.each(rows.map(([faults, ends, keyNumber, later = []], index) => [faults, later, ends, keyNumber, index] as const))(
    'under %j, and later %j, ends %j, under key %i, and there is exactly one',
    async (_, __, ends, keyNumber, index) => {
      const run = await runs[index]
      if (run === undefined) throw new Error('it was not run')
      expect(told(run)).toEqual(ends)
      expect(run.last).toMatchObject({ state: 'ejecutada', keyNumber })
      expectOne(run)
    },
  )

  it('whose answer was lost is found a day later, when the processor has forgotten the key', async () => {
    const world = await newWorld()
    await world.simulated.run(world.simulated.processor.faults.put('crear_transferencia', 'respuesta_perdida', 1))
    const run = await driven(world, 'ver_1', Duration.hours(25))
    expect(told(run)).toEqual(['sin_respuesta', 'transferida'])
    expect(run.last.keyNumber).toBe(2)
    expectOne(run)
  })

  it('that is refused for ever under each key is made once its cause is gone', async () => {
    const { simulated, payments } = await newWorld()
    const id = await simulated.pay({ amountCentavos: 50_00 })
    const attempt = (keyNumber: number) =>
      payments.transfer(simulated.credentials, {
        verificationId: 'ver_1',
        paymentIntentId: id,
        amountCentavos: 100_00,
        idempotencyKey: `cotejo-pi_1-${keyNumber}`,
      })
    const refused = { _tag: 'Failed', reason: 'transferencia_rechazada', isFinal: true, remark: 'reembolsado' }
    expect(await attempt(1)).toEqual(refused)
    await simulated.pay({ id })
    // The first key brings its answer for ever, as was told.
    expect(await attempt(1)).toEqual({ ...refused, remark: null })
    expect(await attempt(2)).toMatchObject({ _tag: 'Transferred' })
  })

  it('under any faults at any calls, and after any downtime, is made exactly once', async () => {
    const faults = fc.array(
      fc.tuple(
        fc.constantFrom<Call>('consultar_pago', 'crear_transferencia', 'listar_transferencias'),
        fc.constantFrom<Fault[1]>('error_500', 'error_500_tras_ejecutar', 'limite_429', 'respuesta_perdida'),
        fc.integer({ min: 1, max: 2 }),
      ),
      { maxLength: 8 },
    )
    const world = await newWorld()
    let verifications = 0
    await fc.assert(
      fc.asyncProperty(faults, fc.integer({ min: 0, max: 30 }), async (orders, hours) => {
        await world.simulated.run(world.simulated.processor.faults.reset)
        for (const fault of orders) await world.simulated.run(world.simulated.processor.faults.put(...fault))
        verifications += 1
        expectOne(await driven(world, `ver_any${verifications}`, Duration.hours(hours)))
      }),
      { numRuns: 150 },
    )
  })
})
