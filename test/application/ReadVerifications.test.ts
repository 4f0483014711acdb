import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { ReadVerifications } from '#application/ReadVerifications.ts'
import { Verifications } from '#ports/Verifications.ts'
import { serviceContext } from '#test/support/resolving.ts'

const plan = { priceCentavos: 1, requestsPerMinute: 60, monthlyQuota: null }
const principal = { account: { id: 'luna', mode: 'consumo', plan }, keyId: 'k1' } as const

/** What a storage is asked that has nothing but one that ended and was withheld, as `ver_retenida`. */
const reading = async (use: (reads: ReadVerifications['Service']) => Effect.Effect<unknown, unknown>) => {
  const asked: Array<unknown> = []
  const ended = { _tag: 'Ended', id: 'ver_retenida', document: null } as const
  const storage = Layer.mock(Verifications, {
    read: (account, id) =>
      Effect.sync(() => asked.push([account, id])).pipe(
        Effect.andThen(id === 'ver_retenida' ? Effect.succeedSome(ended) : Effect.succeedNone),
      ),
    list: (account, filter) => Effect.sync(() => asked.push([account, filter])).pipe(Effect.as([])),
  })
  const read = Effect.result(ReadVerifications.use(use)).pipe(
    Effect.provide(ReadVerifications.layer),
    Effect.provide([storage, serviceContext]),
  )
  return { asked, result: await Effect.runPromise(read) }
}
const unknown = { failure: { codigo: 'verificacion_no_encontrada', field: 'verificacion_id' } }

it.each([
  ['ver_1', true],
  ['a-b_C9', true],
  ['a'.repeat(200), true],
  ['a'.repeat(201), false],
  ['', false],
  ['ver 1', false],
  ['ver_1!', false],
  ['ver/1', false],
  ['LIMP900101HDFRRS03', false],
  ['ver_limp900101hdfrrs03', false],
])('the database is asked for the id %j: %s', async (id, isAsked) => {
  const { asked, result } = await reading(({ read }) => read(principal, id))
  expect(result).toMatchObject(unknown)
  expect(asked).toEqual(isAsked ? [['luna', id]] : [])
})

it('a document that was withheld is not shown', async () => {
  const { result } = await reading(({ read }) => read(principal, 'ver_retenida'))
  expect(result).toMatchObject({ failure: { codigo: 'error_interno', rule: 'lectura_retenida' } })
})

it('a list of nothing that can be is not asked for', async () => {
  const { asked, result } = await reading(({ list }) => list(principal, null))
  expect(asked).toEqual([])
  expect(result).toMatchObject({ success: Buffer.from('{"verificaciones":[]}') })
})
