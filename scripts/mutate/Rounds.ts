import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Event, give, listener, type Orders } from './Work.ts'

/** Runs the tests, again where a process ended before its tests did. */

/** A process that says nothing for so long will not come to an end, in milliseconds. */
const silence = 90_000

/** What the tests of a round found out. */
export const round = async (orders: Orders): Promise<ReadonlyArray<Event>> => {
  const heard: Array<Event> = []
  const caught = new Set<number>()
  let left = orders.files
  while (left.length > 0) {
    const before = left.length
    const tries = orders.tries && withoutCaught(orders.tries, caught)
    give({ ...orders, files: left, tries })
    const events = await run()
    for (const event of events) heard.push(event)
    for (const fault of endedBy(events)) heard.push({ is: 'caught', fault, process: 0 })
    for (const event of heard) if (event.is === 'caught') caught.add(event.fault)
    for (const event of events)
      if (tries === null && event.is === 'broken') throw new Error(`${event.file}: ${event.why}`)
    const finished = new Set(
      events.flatMap((event) => (event.is === 'finished' || event.is === 'broken' ? [event.file] : [])),
    )
    left = left.filter((file) => !finished.has(file))
    if (left.length > 0) console.log(`again: ${left.join(' ')}`)
    if (left.length === before && endedBy(events).length === 0) break
  }
  return heard
}

const withoutCaught = (tries: NonNullable<Orders['tries']>, caught: ReadonlySet<number>): Orders['tries'] =>
  Object.fromEntries(Object.entries(tries).map(([test, faults]) => [test, faults.filter((one) => !caught.has(one))]))

/** Faults with which a process ended. */
const endedBy = (events: ReadonlyArray<Event>): ReadonlyArray<number> => {
  const open = new Map<number, number>()
  for (const event of events) {
    if (event.is === 'begun') open.set(event.process, event.fault)
    else if (event.is === 'caught' || event.is === 'missed') open.delete(event.process)
  }
  return [...open.values()]
}

const run = async (): Promise<ReadonlyArray<Event>> => {
  const args = ['run', '--config', 'scripts/mutate/vitest.config.ts']
  const child = spawn('node_modules/.bin/vitest', args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(child, 'close')
  const news = listener()
  const heard: Array<Event> = []
  let last = performance.now()
  const look = (): void => {
    const events = news()
    for (const event of events) heard.push(event)
    if (events.length > 0) last = performance.now()
    if (performance.now() - last > silence && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  const watch = setInterval(look, 1_000)
  await ended
  clearInterval(watch)
  look()
  return heard
}
