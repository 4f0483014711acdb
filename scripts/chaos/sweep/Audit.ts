/** Whether every promise about one verification was kept, by the database, the processor, the receiver and the partner. */
import { query } from '#test/support/postgres.ts'
import { cotejo } from '#test/support/server.ts'
import { insist, read } from './Partner.ts'
import { priceCentavos, type World } from './World.ts'

/** What stands in the database of one verification's world. */
const stored = async ({ around: { databaseUrl }, mode }: World): Promise<Readonly<Record<string, unknown>>> => {
  const [row] = await query(
    databaseUrl,
    `SELECT (SELECT count(*) FROM verifications)::integer AS verifications,
            (SELECT min(verification_id) FROM verifications) AS id,
            (SELECT min(state) FROM verifications) AS state,
            (SELECT count(*) FROM ledger_entries WHERE kind = 'cargo')::integer AS charges,
            (SELECT count(*) FROM ledger_entries WHERE kind = 'devolucion')::integer AS refunds,
            (SELECT held_centavos FROM accounts WHERE account_id = '${mode}')::integer AS held,
            (SELECT count(*) FROM verification_work)::integer AS work,
            (SELECT count(*) FROM deliveries WHERE state = 'entregada')::integer AS delivered,
            (SELECT count(*) FROM deliveries)::integer AS deliveries,
            (SELECT count(*) FROM transfers WHERE state = 'ejecutada')::integer AS transferred,
            (SELECT count(*) FROM transfers)::integer AS transfers,
            (SELECT min(transfer_id) FROM transfers) AS transfer`,
  )
  return { ...row }
}

/**
 * What is not as it must be once everything has ended; empty if all is.
 *
 * @param base a replica that the partner asks again
 * @param told the ids that the partner was told so far
 */
export const audit = async (
  world: World,
  base: string,
  told: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const { mode, end, around, receiver, processor } = world
  const { id, transfer, ...found } = await stored(world)
  const isEmitted = end === 'emitida'
  const [charged, transferred, heard] = [isEmitted && mode === 'consumo', isEmitted && mode === 'connect', isEmitted]
  const made = processor.transfers()
  const events = [...receiver.events.entries()]
  const repeated = await insist(world, base)
  const shown = await read(world, base, String(id))
  const check = await cotejo(around.databaseUrl, ['ledger', 'check', '--processor'], {
    COTEJO_PROCESSOR_URL: processor.address,
  })
  const facts: Readonly<Record<string, readonly [found: unknown, expected: unknown]>> = {
    'ends once': [
      [found['verifications'], found['work'], found['state']],
      [1, 0, end],
    ],
    'charged if emitted': [
      [found['charges'], found['refunds'], found['held']],
      [charged ? 1 : 0, 0, 0],
    ],
    'delivered if emitted': [[found['deliveries'], found['delivered']], heard ? [1, 1] : [0, 0]],
    'transfer recorded if emitted': [[found['transfers'], found['transferred']], transferred ? [1, 1] : [0, 0]],
    'transferred once': [
      made.map((one) => [one.id, one.amountCentavos, one.metadata['verificacion_id']]),
      transferred ? [[transfer, priceCentavos, id]] : [],
    ],
    'one event with the same bytes': [
      events.map(([, event]) => [event.verificationId, event.bodies.size, event.arrivals.length > 0]),
      heard ? [[id, 1, true]] : [],
    ],
    'repetition gets the same': [[...new Set([...told, repeated.id])], [id]],
    'partner reads the end': [
      [shown.status, shown.state],
      [200, end],
    ],
    'ledger check': [
      [check.code, check.code === 0 ? '' : check.out],
      [0, ''],
    ],
  }
  return Object.entries(facts)
    .filter(([, [is, ought]]) => JSON.stringify(is) !== JSON.stringify(ought))
    .map(([name, [is, ought]]) => `${name}: ${JSON.stringify(is)} instead of ${JSON.stringify(ought)}`)
}
