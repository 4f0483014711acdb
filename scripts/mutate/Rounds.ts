import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Event, give, listener, type Orders } from './Work.ts'

/** Runs the tests, again where a process ended before its tests did. */

/** A process that says nothing for so long will not come to an end, in milliseconds. */
const silence = 90_000

/**
 * Lets the tests look, or try.
 *
 * @param hear told what happened, each time that the tests have run
 */
export const round = async (orders: Orders, hear: (events: ReadonlyArray<Event>) => void): Promise<void> => {
  const tried = new Set<string>()
  const caught = new Set<number>()
  let left = orders.files
  while (left.length > 0) {
    give({ ...orders, files: left, tries: orders.tries && remaining(orders.tries, caught, tried) })
    const events = await run()
    const ended = endedBy(events)
    for (const event of [...events, ...ended]) {
      if (event.is === 'caught') caught.add(event.fault)
      else if (event.is === 'missed') tried.add(`${event.test} ${event.fault}`)
      else if (event.is === 'broken' && orders.tries === null) throw new Error(`${event.file}: ${event.why}`)
    }
    hear([...events, ...ended])
    const finished = new Set(
      events.map((event) => (event.is === 'finished' || event.is === 'broken' ? event.file : '')),
    )
    const before = left.length
    left = left.filter((file) => !finished.has(file))
    if (left.length === before && ended.length === 0) break
  }
}

/** What is not caught, nor tried by the same test. */
const remaining = (
  tries: NonNullable<Orders['tries']>,
  caught: ReadonlySet<number>,
  tried: ReadonlySet<string>,
): Orders['tries'] =>
  Object.fromEntries(
    Object.entries(tries).map(([test, faults]) => [
      test,
      faults.filter((fault) => !caught.has(fault) && !tried.has(`${test} ${fault}`)),
    ]),
  )

/** Faults with which a process ended. */
const endedBy = (events: ReadonlyArray<Event>): ReadonlyArray<Extract<Event, { readonly is: 'caught' | 'missed' }>> => {
  const open = new Map<number, Extract<Event, { readonly is: 'begun' }>>()
  for (const event of events) {
    if (event.is === 'begun') open.set(event.process, event)
    else if (event.is === 'caught' || event.is === 'missed') open.delete(event.process)
  }
  return [...open.values()].map((event) => ({ ...event, is: 'caught' }))
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
