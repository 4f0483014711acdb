import { Effect } from 'effect'
import { expect, it } from 'vitest'
import { CurrentRequest, noteRefusal, ofAccount } from '#application/CurrentRequest.ts'
import { type Rejection, reject } from '#wire/Rejection.ts'

const request = () => ({
  id: 'req_1',
  account: null as string | null,
  refusal: null as Rejection | null,
  additions: {},
})

it('a request is refused for what was found first', () => {
  const current = request()
  const refused = Effect.andThen(noteRefusal(reject('sin_llave')), noteRefusal(reject('defecto')))
  Effect.runSync(Effect.provideService(refused, CurrentRequest, current))
  expect(current).toMatchObject({ account: null, refusal: { codigo: 'llave_ausente', rule: 'sin_llave' } })
})

it('a request says which account makes it', () => {
  const current = request()
  const seen = Effect.sync(() => current.account)
  expect(Effect.runSync(Effect.provideService(ofAccount('luna')(seen), CurrentRequest, current))).toBe('luna')
})

it('nothing is noted where there is no request', () => {
  const done = Effect.andThen(noteRefusal(reject('defecto')), ofAccount('luna')(Effect.succeed('done')))
  expect(Effect.runSync(done)).toBe('done')
})
