/** Checks whether every promise was kept, by the database, the processor, the receiver and the partner. */
import { cotejo } from '#tools/service/server.ts'
import { insist, read } from './Partner.ts'
import { priceCentavos, type Scene, type World } from './World.ts'

/** Actual and expected values, by the name of the promise. */
type Facts = Readonly<Record<string, readonly [is: unknown, ought: unknown]>>

const breachesOf = (facts: Facts): ReadonlyArray<string> =>
  Object.entries(facts)
    .filter(([, [is, ought]]) => JSON.stringify(is) !== JSON.stringify(ought))
    .map(([name, [is, ought]]) => `${name}: ${JSON.stringify(is)} instead of ${JSON.stringify(ought)}`)

/** A verification as stored in the database. */
interface Stored {
  readonly account: string
  readonly request: string
  readonly id: string
  readonly state: string
  readonly reason: string | null
  readonly charges: number
  readonly refunds: number
  readonly work: number
  readonly deliveries: ReadonlyArray<string>
  readonly transfers: ReadonlyArray<string>
}

export const stored = async ({ ask }: Scene): Promise<ReadonlyArray<Stored>> => {
  const found = await ask(
    `SELECT to_jsonb(s) AS stored FROM (
       SELECT account_id AS account, request_id AS request, verification_id AS id, state, reason,
              (SELECT count(*) FROM ledger_entries e WHERE e.verification_id = v.verification_id AND kind = 'cargo') AS charges,
              (SELECT count(*) FROM ledger_entries e WHERE e.verification_id = v.verification_id AND kind = 'devolucion') AS refunds,
              (SELECT count(*) FROM verification_work w WHERE w.verification_id = v.verification_id) AS work,
              ARRAY(SELECT state FROM deliveries d WHERE d.verification_id = v.verification_id) AS deliveries,
              ARRAY(SELECT coalesce(transfer_id, state) FROM transfers t WHERE t.verification_id = v.verification_id) AS transfers
         FROM verifications v ORDER BY account_id, request_id) s`,
  )
  return found.map((row) => Reflect.get(row, 'stored'))
}

const factsOf = ({ receiver, processor }: Scene, one: Stored): Facts => {
  const isEmitted = one.state === 'emitida'
  const [charged, transferred] = [isEmitted && one.account === 'consumo', isEmitted && one.account === 'connect']
  const made = processor.transfers().filter(({ metadata }) => metadata['verificacion_id'] === one.id)
  const events = [...receiver.events.values()].filter(({ verificationId }) => verificationId === one.id)
  return {
    'ends once': [
      [one.work, one.state === 'en_proceso'],
      [0, false],
    ],
    'charged if emitted': [
      [one.charges, one.refunds],
      [charged ? 1 : 0, 0],
    ],
    'delivered if emitted': [one.deliveries, isEmitted ? ['entregada'] : []],
    'transferred once': [
      [one.transfers, made.map(({ id, amountCentavos }) => [id, amountCentavos])],
      transferred ? [[made[0]?.id], [[made[0]?.id, priceCentavos]]] : [[], []],
    ],
    'one event with the same bytes': [
      events.map(({ bodies, arrivals }) => [bodies.size, arrivals.length > 0]),
      isEmitted ? [[1, true]] : [],
    ],
  }
}

/** The errors in the ledger after everything has ended; empty if it has none. */
export const auditBooks = async (scene: Scene): Promise<ReadonlyArray<string>> => {
  const { around, ask, receiver, processor } = scene
  const all = await stored(scene)
  const check = await cotejo(around.databaseUrl, ['ledger', 'check', '--processor'], {
    COTEJO_PROCESSOR_URL: processor.address,
  })
  const [held] = await ask('SELECT sum(held_centavos)::integer AS held FROM accounts')
  const ids = new Set(all.map(({ id }) => id))
  const strangers = [
    ...processor.transfers().map(({ metadata }) => metadata['verificacion_id'] ?? ''),
    ...[...receiver.events.values()].map(({ verificationId }) => verificationId),
  ].filter((id) => !ids.has(id))
  return [
    ...all.flatMap((one) => breachesOf(factsOf(scene, one))),
    ...breachesOf({
      'nothing held': [held, { held: 0 }],
      'nothing for what is not there': [strangers, []],
      'ledger check': [
        [check.code, check.code === 0 ? '' : check.out],
        [0, ''],
      ],
    }),
  ]
}

/**
 * The broken promises of one request after everything has ended; empty if all were kept.
 *
 * @param base a replica that the partner asks again
 * @param told the ids that the partner received so far
 */
export const audit = async (
  world: World,
  base: string,
  told: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const all = await stored(world)
  const repeated = await insist(world, base)
  const shown = await read(world, base, repeated.id)
  return [
    ...breachesOf({
      'made once, with its end': [all.map(({ state }) => state), [world.end]],
      'repetition gets the same': [[...new Set([...told, repeated.id])], all.map(({ id }) => id)],
      'partner reads the end': [
        [shown.status, shown.state],
        [200, world.end],
      ],
    }),
    ...(await auditBooks(world)),
  ]
}
