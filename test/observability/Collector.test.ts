import { expect, it } from 'vitest'
import { spansIn, startCollector } from '#tools/peers/collector.ts'

it('a collector keeps the newest traces when it has too many, and each of them whole', async () => {
  const most = 10_000
  const { endpoint, received, stop } = await startCollector(['/v1/traces'], most)
  const send = (name: string) => {
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ name }] }] }] })
    return fetch(`${endpoint}/v1/traces`, { method: 'POST', body })
  }
  for (let number = 1; number <= 1_000; number += 1) await send(`span ${number}`)
  stop()
  const text = received.get('/v1/traces') ?? ''
  const names = spansIn(text).map(({ name }) => name)
  expect(text.length).toBeLessThanOrEqual(most)
  expect(names.length).toBeGreaterThan(50)
  expect(names).toEqual(names.map((_, index) => `span ${1_000 - names.length + 1 + index}`))
})
