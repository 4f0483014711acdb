import { DateTime, Effect, Layer, Logger, Option } from 'effect'
import { expect, it } from 'vitest'
import { applyRetention, retentionWork } from '#application/ApplyRetention.ts'
import { Retention } from '#ports/Retention.ts'
import { testTime } from '#tools/service/testTime.ts'

/** A storage in which steps find so many verifications, and afterwards so many keys that nothing needs. */
const storage = (
  found: ReadonlyArray<number>,
  keys = 0,
  isFree = true,
  differing: ReadonlyArray<string> = [],
  dueAt = '2026-03-02T17:00:00Z',
) => {
  const asked: Array<unknown> = []
  const left = [...found]
  const at = DateTime.formatIso
  const layer = Layer.succeed(Retention, {
    takeTurn: (now, until) => Effect.sync(() => asked.push(['turn', at(now), at(until)]) > 0 && isFree),
    differingSettings: Effect.succeed(differing),
    nextAt: (dueAt) => Effect.sync(() => void asked.push(['next', at(dueAt)])),
    nextDueAt: Effect.succeed(DateTime.makeUnsafe(dueAt)),
    retire: (endedBefore, limit) =>
      Effect.sync(() => {
        asked.push(['retire', at(endedBefore), limit])
        return left.shift() ?? 0
      }),
    destroyKeys: (now) => Effect.sync(() => (asked.push(['keys', at(now)]) > 0 ? keys : 0)),
  })
  return { asked, layer }
}

const retire = ['retire', '2025-12-02T16:00:00.000Z', 500]
const keys = ['keys', '2026-03-02T16:00:00.000Z']

it.each([
  [[0], 0, [retire, keys]],
  [[499], 499, [retire, keys]],
  [[500, 0], 500, [retire, retire, keys]],
  [[500, 500, 12], 1_012, [retire, retire, retire, keys]],
])('steps that find %j retire them all, and the last one destroys keys', async (found, sum, asked) => {
  const { layer, asked: seen } = storage(found)
  const applied = Effect.flatMap(applyRetention, (apply) => apply(90)).pipe(Effect.provide([layer, testTime().layer]))
  expect(await Effect.runPromise(applied)).toBe(sum)
  expect(seen).toEqual(asked)
})

const turn = ['turn', '2026-03-02T16:00:00.000Z', '2026-03-02T16:05:00.000Z']
const inAnHour = ['next', '2026-03-02T17:00:00.000Z']
const inASecond = ['next', '2026-03-02T16:00:01.000Z']
const told = (retired: number, keys_destroyed: number) => ['retention', { retired, keys_destroyed }]

it.each([
  ['whole', 500, 3, [turn, retire, inASecond], [told(500, 0)]],
  ['last', 499, 3, [turn, retire, keys, inAnHour], [told(499, 3)]],
  ['last, with keys alone', 0, 3, [turn, retire, keys, inAnHour], [told(0, 3)]],
  ['empty', 0, 0, [turn, retire, keys, inAnHour], []],
])(
  'after a step that is %s the next one falls due, and what it did is told',
  async (_, found, destroyed, asked, log) => {
    const { layer, asked: seen } = storage([found], destroyed)
    const lines: Array<unknown> = []
    const done = Effect.flatMap(retentionWork(90), ({ startDue }) => startDue).pipe(
      Effect.provide([layer, testTime().layer, Logger.layer([Logger.make(({ message }) => void lines.push(message))])]),
    )
    expect(await Effect.runPromise(done)).toBe(1)
    expect([seen, lines]).toEqual([asked, log])
  },
)

it('nothing is done where another has the turn', async () => {
  const { layer, asked } = storage([5], 0, false)
  const work = Effect.flatMap(retentionWork(90), ({ startDue, nextDueAt }) => Effect.all([startDue, nextDueAt])).pipe(
    Effect.provide([layer, testTime().layer]),
  )
  expect(await Effect.runPromise(work)).toEqual([0, Option.some(DateTime.makeUnsafe('2026-03-02T17:00:00Z'))])
  expect(asked).toEqual([turn])
})

it('retention paused: settings differ between replicas, which is told each minute', async () => {
  const { layer, asked } = storage([5], 3, true, ['COTEJO_RETENTION_DAYS', 'COTEJO_VALIDITY'])
  const lines: Array<unknown> = []
  const work = Effect.flatMap(retentionWork(1), ({ startDue }) => startDue).pipe(
    Effect.provide([layer, testTime().layer, Logger.layer([Logger.make(({ message }) => void lines.push(message))])]),
  )
  expect(await Effect.runPromise(work)).toBe(0)
  expect(asked).toEqual([turn, ['next', '2026-03-02T16:01:00.000Z']])
  expect(lines).toEqual([
    ['retention paused: settings differ between replicas', { variables: 'COTEJO_RETENTION_DAYS, COTEJO_VALIDITY' }],
  ])
})

it.each([
  ['2026-02-28T16:00:00.000Z', 1, [turn, retire, keys, inAnHour], []],
  [
    '2026-02-28T15:59:59.999Z',
    0,
    [turn, ['next', '2026-03-03T04:00:00.000Z']],
    [['retention paused for 12 hours: last run long ago or clock step']],
  ],
  ['2025-03-02T16:00:00.000Z', 0, [turn, ['next', '2026-03-03T04:00:00.000Z']], expect.any(Array)],
])(
  'after a run that was due at %s the next one waits until an operator can have seen it, or not',
  async (dueAt, done, asked, log) => {
    const { layer, asked: seen } = storage([0], 0, true, [], dueAt)
    const lines: Array<unknown> = []
    const work = Effect.flatMap(retentionWork(90), ({ startDue }) => startDue).pipe(
      Effect.provide([layer, testTime().layer, Logger.layer([Logger.make(({ message }) => void lines.push(message))])]),
    )
    expect(await Effect.runPromise(work)).toBe(done)
    expect([seen, lines]).toEqual([asked, log])
  },
)
