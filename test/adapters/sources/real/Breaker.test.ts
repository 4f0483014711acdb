import { DateTime, Duration } from 'effect'
import { expect, it } from 'vitest'
import { breaker, usualBreaker } from '#adapters/sources/real/Breaker.ts'
import { after } from '#tools/service/verifications.ts'

const settings = { failures: 3, probeEvery: Duration.seconds(4) }
const opened = () => {
  const circuit = breaker(settings)
  for (const id of ['a', 'b', 'c']) circuit.learn(id, 'down', 0, after(10))
  return circuit
}
const shutUntil = (circuit: ReturnType<typeof breaker>, id: string, seconds: number) => {
  const until = circuit.shutUntil(id, after(seconds))
  return until && (DateTime.toEpochMillis(until) - DateTime.toEpochMillis(after(0))) / 1_000
}

it('a circuit opens at the tenth failure in a row, and lets one call through every five seconds, as a rule', () => {
  expect(usualBreaker).toEqual({ failures: 10, probeEvery: Duration.seconds(5) })
})

it('who has not failed is let through first, one at a time, and who has, half a time later', () => {
  const circuit = opened()
  expect([shutUntil(circuit, 'd', 13.9), shutUntil(circuit, 'a', 14)]).toEqual([14, 16])
  expect(shutUntil(circuit, 'd', 14)).toBeNull()
  expect([shutUntil(circuit, 'e', 14), shutUntil(circuit, 'a', 14)]).toEqual([18, 20])
  expect(shutUntil(circuit, 'a', 20)).toBeNull()
})

it('a failure while it is open leaves the next call when it was', () => {
  const circuit = opened()
  circuit.learn('d', 'down', 0, after(13))
  expect(shutUntil(circuit, 'e', 13.9)).toBe(14)
})

it('the last ten thousand that fail are remembered', () => {
  const circuit = breaker(settings)
  for (let count = 0; count <= 10_000; count += 1) circuit.learn(`${count}`, 'down', 0, after(10))
  expect(['0', '1', '10000'].map(circuit.isFailing)).toEqual([false, true, true])
})

it('a clock that is set back keeps no call from the provider for longer than a probe is waited for', () => {
  const circuit = opened()
  expect([shutUntil(circuit, 'd', 7.9), shutUntil(circuit, 'd', 8.1)]).toEqual([null, 11.9])
})

it('failures count after an answer that came before the clock was set back', () => {
  const circuit = breaker(settings)
  circuit.learn('z', 'up', 0, after(7_200))
  for (const id of ['a', 'b', 'c']) circuit.learn(id, 'down', circuit.answers(), after(10))
  expect(circuit.isOpen()).toBe(true)
})
