import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { rotateKeys } from '#application/RotateKeys.ts'
import { type LiveReplica, Maintenance, type Resealed } from '#ports/Maintenance.ts'

const place = { kind: 'data key', owner: 'record', name: '2026-03-02' } as const
const batch = (resealed: number, overtaken = 0, unreadable = 0, isLast = true): Resealed => ({
  ...{ resealed, overtaken, unreadable, next: isLast ? null : place },
})
const node = (
  replicaId: string,
  opensOurs = true,
  sealsAlike = true,
  lacks: ReadonlyArray<string> = [],
): LiveReplica => ({
  ...{ replicaId, opensOurs, sealsAlike, lacks },
})

/** A storage whose batches end so, the last one again and again. */
const rotated = async (
  batches: ReadonlyArray<Resealed>,
  replicas: ReadonlyArray<LiveReplica> = [],
  newerKeys: ReadonlyArray<string> = [],
) => {
  const asked: Array<unknown> = []
  const left = [...batches]
  const maintenance = Layer.succeed(Maintenance, {
    reseal: (after, limit) =>
      Effect.sync(() => {
        asked.push([after?.name ?? null, limit])
        return (left.length > 1 ? left.shift() : left[0]) ?? batch(0)
      }),
    liveReplicas: Effect.succeed(replicas),
    sealedByOthers: Effect.succeed([{ keyId: 'k1', values: 3 }]),
    newerKeys: Effect.succeed(newerKeys),
  })
  const rotating = Effect.result(rotateKeys)
  const result = await Effect.runPromise(Effect.provide(rotating, maintenance))
  return { asked, result }
}
const done = (resealed: number, unreadable = 0, sealingOtherwise: ReadonlyArray<string> = []) => ({
  success: { resealed, unreadable, remaining: [{ keyId: 'k1', values: 3 }], sealingOtherwise },
})

it('all that is sealed is gone through in batches of 200, and what came of them is summed', async () => {
  const { asked, result } = await rotated([batch(200, 0, 1, false), batch(7, 0, 2)])
  expect(asked).toEqual([
    [null, 200],
    ['2026-03-02', 200],
  ])
  expect(result).toMatchObject(done(207, 3))
})

it('what others wrote meanwhile is tried again, five times over all', async () => {
  const { asked, result } = await rotated([batch(5, 1), batch(1, 0, 2)])
  expect([asked.length, result]).toMatchObject([2, done(6, 2)])
  const again = await rotated([batch(1, 1, 4)])
  expect([again.asked.length, again.result]).toMatchObject([5, done(5, 4)])
})

it('nothing is done while a process could not open it', async () => {
  const { asked, result } = await rotated([batch(1)], [node('a'), node('b', false), node('c', false, false)])
  expect(asked).toEqual([])
  expect(result).toMatchObject({ failure: { _tag: 'KeyUnknownToOthers', replicaIds: ['b', 'c'] } })
})

it('processes that seal with another key are told', async () => {
  const { result } = await rotated([batch(1)], [node('a'), node('b', true, false)])
  expect(result).toMatchObject(done(1, 0, ['b']))
})

it('of processes that lack a key, those are told that lack any of the newer ones', async () => {
  const replicas = [
    node('a'),
    node('b', true, true, ['older']),
    node('c', true, true, ['older', 'newer']),
    node('d', true, true, ['newest']),
  ]
  const { result } = await rotated([batch(0)], replicas, ['newer', 'newest'])
  expect(result).toMatchObject({ success: { newerKeys: ['newer', 'newest'], lackingNewer: ['c', 'd'] } })
  const none = await rotated([batch(0)], replicas)
  expect(none.result).toMatchObject({ success: { newerKeys: [], lackingNewer: [] } })
})
