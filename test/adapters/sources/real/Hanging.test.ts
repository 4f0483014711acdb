import { Duration } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { found, type Provider, provider, searched } from '#test/support/providers.ts'
import { realSettings, realSources, subject } from '#test/support/realSources.ts'
import { type Resolving, startResolving } from '#test/support/resolving.ts'
import { testTime } from '#test/support/testTime.ts'

/** Time goes 30 times as fast as real time, and so do the calls. */
const speed = 30
const unlucky = { ...subject, curp: 'ROJF900101HDFRRS01' }
const many = { hanging: 200, others: 30 } as const

let server: Provider
let service: Resolving
beforeAll(async () => {
  server = await provider(({ path, body }) => {
    if (body['curp'] === unlucky.curp) return null
    return { body: path.startsWith('/identidad') ? found(body) : searched(body) }
  })
  const settings = {
    ...realSettings({ identidad: server.url, judicial: server.url }),
    timeout: Duration.seconds(20 / speed),
    breaker: { failures: 10, probeEvery: Duration.seconds(5) },
  }
  service = startResolving(realSources(settings), testTime(speed), true)
})
afterAll(() => Promise.all([service, server].map((each) => each.stop())))

describe('a provider that hangs for the verifications of one account', () => {
  it('keeps those of another account from no end: emitida', async () => {
    const [theirs, ours] = [await service.open(), await service.open()]
    const hanging = await Promise.all(Array.from({ length: many.hanging }, () => service.begin(theirs, unlucky)))
    const others = await Promise.all(Array.from({ length: many.others }, () => service.begin(ours, subject)))

    const statesOf = (account: typeof ours, ids: ReadonlyArray<string>) =>
      Promise.all(ids.map(async (id) => (await service.read(account, id)).state._tag))
    await expect
      .poll(async () => (await statesOf(ours, others)).includes('en_proceso'), { timeout: 30_000 })
      .toBe(false)
    expect(await statesOf(ours, others)).toEqual(others.map(() => 'emitida'))
    expect(await statesOf(theirs, hanging)).toEqual(hanging.map(() => 'en_proceso'))
  })
})
