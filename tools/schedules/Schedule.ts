/**
 * One schedule: replicas in one process over one real Postgres, whose steps run in an order drawn from a seed. The
 * schedule also draws kills, stalls, expiring leases, lost answers, wrong clocks and impatient partners. At the end
 * everything is healed, and all work must finish.
 */
import { setTimeout } from 'node:timers/promises'
import { auditBooks, stored } from '#tools/sweep/Audit.ts'
import { type Life, makeWorldIn, openingCentavos, type Scene } from '#tools/sweep/World.ts'
import { type Client, startClient } from './Clients.ts'
import { type Draw, drawOf } from './Draw.ts'
import { type Event, violations } from './History.ts'
import { type Stage, size } from './Stage.ts'
import type { Turns } from './Turns.ts'

export interface Outcome {
  readonly seed: number
  readonly violations: ReadonlyArray<string>
  /** The executed steps, in order. */
  readonly steps: ReadonlyArray<string>
  readonly events: number
}

/** The lives. Two partners request each at the same time, with one key. */
const lives: ReadonlyArray<Life> = [
  { mode: 'consumo', end: 'emitida' },
  { mode: 'consumo', end: 'no_concluyente' },
  { mode: 'connect', end: 'emitida' },
]
const clocks = [-20_000, 0, 20_000, 3_600_000]
/** The minimum and maximum number of steps in a schedule. */
const length = { min: 60, max: 240 }
/**
 * Half of the schedules begin with up to `max` undisturbed steps, `atATime` at a time, because the end of a life comes
 * late.
 */
const beginning = { max: 400, atATime: 8 }
/** If a partner is not done this many milliseconds after healing, it never will be. */
const healedAfter = 900_000

/** Waits until started operations have reached their next step. */
const settled = async (turns: Turns): Promise<void> => {
  for (let [before, rounds] = [-1, 0]; before !== turns.waiting() && rounds < 20; rounds += 1) {
    before = turns.waiting()
    await setTimeout(1)
  }
}

interface Scenery extends Stage {
  readonly clients: ReadonlyArray<Client>
  readonly draw: Draw
}

/** Breaks something and returns its description. */
const breakSomething = async ({ scene, crew, turns, clients, draw }: Scenery): Promise<string | null> => {
  const members = crew.members()
  const member = draw.from(members)
  switch (draw.below(6)) {
    case 0:
      if (members.length < size) return null
      crew.replace(member)
      return `kill ${member.name}`
    case 1:
      member.isStalled = !member.isStalled
      member[member.isStalled ? 'stall' : 'resume']()
      return `${member.isStalled ? 'stall' : 'wake'} ${member.name}`
    case 2:
      await scene.ask("UPDATE replicas SET lease_until = '-infinity'")
      return 'all leases run out'
    case 3: {
      const lost = turns.lose(draw)
      return lost === null ? null : `lose ${lost}`
    }
    case 4: {
      const behind = draw.from(clocks)
      member.setBehind(behind)
      return `the clock of ${member.name} is ${behind} ms behind`
    }
    default: {
      const index = draw.below(clients.length)
      clients[index]?.giveUp()
      return `partner ${index} gives up`
    }
  }
}

/** Runs the undisturbed first steps. */
const begin = async ({ draw, turns }: Scenery): Promise<void> => {
  const count = draw.isSo(0.5) ? draw.below(beginning.max) : 0
  for (let gone = 0; gone < count; gone += beginning.atATime) {
    await settled(turns)
    for (let one = 0; one < beginning.atATime; one += 1) turns.next(draw)
  }
}

const disturb = async (scenery: Scenery): Promise<ReadonlyArray<string>> => {
  const { draw, turns } = scenery
  const steps: Array<string> = []
  const count = length.min + draw.below(length.max - length.min)
  while (steps.length < count) {
    await settled(turns)
    const isBroken = draw.isSo(0.08)
    const step = isBroken ? await breakSomething(scenery) : turns.next(draw)
    if (step !== null) steps.push(step)
    // Sometimes two steps run at the same time.
    if (!isBroken && draw.isSo(0.2)) steps.push(turns.next(draw) ?? 'nobody')
  }
  return steps
}

const isOver = `NOT EXISTS (SELECT FROM verification_work) AND NOT EXISTS (SELECT FROM deliveries WHERE state = 'pendiente')
  AND NOT EXISTS (SELECT FROM transfers WHERE state = 'encolada')`

/** Makes due times of failed attempts pass. */
const pass = ({ ask }: Scene) =>
  ask(
    `WITH d AS (UPDATE deliveries SET due_at = now() WHERE replica_id IS NULL AND due_at > now()),
          t AS (UPDATE transfers SET due_at = now() WHERE replica_id IS NULL AND due_at > now())
     UPDATE verification_work SET due_at = now() WHERE replica_id IS NULL AND due_at > now()`,
  )

/** Waits until everything has finished. Returns whether it has. */
const finishes = async (scene: Scene, clients: ReadonlyArray<Client>, millis: number): Promise<boolean> => {
  const until = performance.now() + millis
  let areDone = false
  void Promise.all(clients.map(({ done }) => done)).then(() => {
    areDone = true
  })
  while (performance.now() < until) {
    const [row] = await scene.ask(`SELECT ${isOver} AS holds`)
    if (areDone && row !== undefined && Reflect.get(row, 'holds') === true) return true
    await pass(scene)
    await setTimeout(50)
  }
  return false
}

/** Plays the schedule of a seed on a stage, where earlier schedules had no violation. */
export const play = async (stage: Stage, seed: number): Promise<Outcome> => {
  const { scene, crew, turns } = stage
  const draw = drawOf(`${seed}`)
  const storedBefore = (await stored(scene)).length
  const events: Array<Event> = []
  const worlds = await Promise.all(
    lives.map((life, index) => makeWorldIn(scene, life, `sol-${storedBefore}-${seed}-${index}`)),
  )
  crew.begin()
  turns.hold()
  const clients = [...worlds, ...worlds].map((world, index) =>
    startClient(world, crew, drawOf(`${seed} ${index}`), (event) => void events.push(event)),
  )
  const scenery = { ...stage, clients, draw }
  await begin(scenery)
  const steps = await disturb(scenery)
  turns.release()
  for (const { calm } of clients) calm()
  await crew.heal()
  const hasFinished = await finishes(scene, clients, healedAfter)
  const found = [
    ...(hasFinished ? [] : ['not everything finished']),
    ...violations(events, openingCentavos),
    ...(await auditBooks(scene)),
    ...((await stored(scene)).length === storedBefore + lives.length
      ? []
      : ['another number of verifications than of requests']),
  ]
  for (const { stop } of clients) stop()
  return { seed, violations: found, steps, events: events.length }
}
