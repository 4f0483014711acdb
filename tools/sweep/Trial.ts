/** One verification's life, undisturbed or with one fault. */
import { setTimeout } from 'node:timers/promises'
import { audit } from './Audit.ts'
import type { Point } from './Gate.ts'
import { insist, insistUntil } from './Partner.ts'
import { type Replica, type Start, startReplica } from './Replica.ts'
import { type Life, makeWorld, type World } from './World.ts'

/** What happens to a replica: its process ends, or stands still until its work is another's. */
export const faults = ['kill', 'stall'] as const
export type Fault = (typeof faults)[number]

export interface Verdict {
  readonly point: Point
  readonly fault: Fault
  /** Whether the life came to the point at all. */
  readonly isReached: boolean
  /** What was not as promised. */
  readonly breaches: ReadonlyArray<string>
  /** From the fault until everything had ended, milliseconds. */
  readonly progressMillis: number
  /** How often the event came to the receiver. */
  readonly arrivals: number
}

/** Who waits so long has lost something; milliseconds. */
const lostAfter = 900_000
const lookEvery = 50

const holds = async (world: World, condition: string): Promise<boolean> => {
  const [row] = await world.ask(`SELECT ${condition} AS holds`)
  return row !== undefined && Reflect.get(row, 'holds') === true
}

/** Waits until this holds in the database; whether it came to that. */
const comesTrue = async (world: World, condition: string): Promise<boolean> => {
  const until = performance.now() + lostAfter
  while (performance.now() < until) {
    if (await holds(world, condition)) return true
    await setTimeout(lookEvery)
  }
  return false
}

const allEnded = `EXISTS (SELECT FROM verifications) AND NOT EXISTS (SELECT FROM verification_work)
  AND NOT EXISTS (SELECT FROM deliveries WHERE state = 'pendiente')
  AND NOT EXISTS (SELECT FROM transfers WHERE state = 'encolada')`

/** Waits until a replica does nothing for a moment. */
const quiet = async ({ gate }: Replica): Promise<void> => {
  gate.count()
  for (let before = -1; before !== gate.reached().length; await setTimeout(lookEvery)) before = gate.reached().length
  gate.count()
}

/** Every point that a life comes to when nothing disturbs it, with what its audit found. */
export const record = async (life: Life) => {
  const world = await makeWorld(life)
  const replica = await startReplica(world.around, false)
  await quiet(replica)
  const { id } = await insist(world, replica.base)
  await comesTrue(world, allEnded)
  const points = [...replica.gate.reached()]
  const breaches = await audit(world, replica.base, [id])
  await replica.stop()
  await world.stop()
  return { points, breaches }
}

const isThere = (replicaId: string) => `EXISTS (SELECT FROM replicas WHERE replica_id = '${replicaId}')`

/** A replica that is to fail, with the name of its node, and another that waits for that. */
const startPair = async (world: World, start: Start) => {
  const victim = await start(world.around, false)
  await comesTrue(world, 'EXISTS (SELECT FROM replicas)')
  const [row] = await world.ask('SELECT replica_id FROM replicas')
  const survivor = await start(world.around, true)
  return { victim, survivor, replicaId: String(Reflect.get(row ?? {}, 'replica_id')) }
}

/** Has the lease of a node run out that renews it no more, until another replica has noticed. */
const lose = async (world: World, replicaId: string): Promise<void> => {
  // A renewal that was on its way may come after it.
  while (await holds(world, isThere(replicaId))) {
    await world.ask(`UPDATE replicas SET lease_until = '-infinity' WHERE replica_id = '${replicaId}'`)
    await setTimeout(lookEvery)
  }
}

/**
 * Does it to a replica when its life comes to the point, has another one finish, and audits.
 *
 * @param start how replicas are started
 */
export const attempt = async (
  life: Life,
  point: Point,
  fault: Fault,
  start: Start = startReplica,
): Promise<Verdict> => {
  const world = await makeWorld(life)
  const { victim, survivor, replicaId } = await startPair(world, start)
  await quiet(victim)
  const gone = new AbortController()
  let struckAt: number | null = null
  victim.gate.at(point, () => {
    struckAt = performance.now()
    victim[fault]()
    gone.abort()
  })
  const first = await insistUntil(world, victim.base, gone.signal)
  const until = performance.now() + lostAfter
  // What is done again and again comes to the point although the life is over.
  while (struckAt === null && performance.now() < until) await setTimeout(lookEvery)
  survivor.takeUpWork()
  const lost = struckAt === null ? undefined : lose(world, replicaId)
  const told = [first, await insist(world, survivor.base)]
  const isOver = await comesTrue(world, allEnded)
  const progressMillis = struckAt === null ? 0 : performance.now() - struckAt
  await lost
  if (fault === 'stall') {
    // It wakes up, does what it was about to do, and is a replica as before.
    victim.resume()
    await comesTrue(world, isThere(replicaId))
    await quiet(victim)
  }
  const found = await audit(
    world,
    survivor.base,
    told.flatMap((answer) => answer?.id ?? []),
  )
  const arrivals = [...world.receiver.events.values()].reduce((sum, event) => sum + event.arrivals.length, 0)
  await Promise.all([survivor.stop(), fault === 'stall' ? victim.stop() : undefined])
  await world.stop()
  const breaches = isOver ? found : ['never ended', ...found]
  return { point, fault, isReached: struckAt !== null, breaches, progressMillis, arrivals }
}
