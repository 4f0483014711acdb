/** One verification's life, undisturbed or with one fault. */
import { setTimeout } from 'node:timers/promises'
import { audit } from './Audit.ts'
import type { Point } from './Gate.ts'
import { insist, insistUntil } from './Partner.ts'
import { type Replica, type Start, startReplica } from './Replica.ts'
import { type Life, makeWorld, type World } from './World.ts'

/** What happens to a replica: it is killed, or stalled until its work was taken over. */
export const faults = ['kill', 'stall'] as const
export type Fault = (typeof faults)[number]

export interface Verdict {
  readonly point: Point
  readonly fault: Fault
  /** Whether the life reached the point. */
  readonly isReached: boolean
  /** The promises that were broken. */
  readonly breaches: ReadonlyArray<string>
  /** From the fault until everything had ended, in milliseconds. */
  readonly progressMillis: number
  /** How often the receiver got the event. */
  readonly arrivals: number
}

/** A trial that takes longer than this has lost something; milliseconds. */
const lostAfter = 900_000
const lookEvery = 50

const holds = async (world: World, condition: string): Promise<boolean> => {
  const [row] = await world.ask(`SELECT ${condition} AS holds`)
  return row !== undefined && Reflect.get(row, 'holds') === true
}

/** Waits until a condition holds in the database. Returns whether it did. */
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

/** Waits until a replica is idle for a moment. */
const quiet = async ({ gate }: Replica): Promise<void> => {
  gate.count()
  for (let before = -1; before !== gate.reached().length; await setTimeout(lookEvery)) before = gate.reached().length
  gate.count()
}

/** Every point of an undisturbed life, with the findings of its audit. */
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

/** A replica that will fail, its name, and another one that waits. */
const startPair = async (world: World, start: Start) => {
  const victim = await start(world.around, false)
  await comesTrue(world, 'EXISTS (SELECT FROM replicas)')
  const [row] = await world.ask('SELECT replica_id FROM replicas')
  const survivor = await start(world.around, true)
  return { victim, survivor, replicaId: String(Reflect.get(row ?? {}, 'replica_id')) }
}

/** Makes the lease of a stalled or dead replica expire, and waits until another replica has noticed. */
const lose = async (world: World, replicaId: string): Promise<void> => {
  // A renewal that was already sent may arrive later.
  while (await holds(world, isThere(replicaId))) {
    await world.ask(`UPDATE replicas SET lease_until = '-infinity' WHERE replica_id = '${replicaId}'`)
    await setTimeout(lookEvery)
  }
}

/**
 * Applies the fault to a replica when the life reaches the point, lets another replica finish, and audits.
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
  // Repeated steps reach the point even after the life has ended.
  while (struckAt === null && performance.now() < until) await setTimeout(lookEvery)
  survivor.takeUpWork()
  const lost = struckAt === null ? undefined : lose(world, replicaId)
  const told = [first, await insist(world, survivor.base)]
  const isOver = await comesTrue(world, allEnded)
  const progressMillis = struckAt === null ? 0 : performance.now() - struckAt
  await lost
  if (fault === 'stall') {
    // It resumes, finishes its pending step, and is a normal replica again.
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
