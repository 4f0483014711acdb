import { Effect, Result } from 'effect'
import { expect, it } from 'vitest'
import { readCredentials } from '#application/Authenticate.ts'
import { keyOf, readingKeys } from '#test/support/keys.ts'

const read = Effect.runSync(Effect.provide(readCredentials, readingKeys))
const key = keyOf(1)

it.each([`Bearer ${key}`, `bearer ${key}`, `bEaReR ${key}`, `Bearer      ${key}`, ` \tBEARER ${key} \t`])(
  'a key has one digest, however it is spelt: %j',
  (spelt) => {
    const usual = read([`Bearer ${key}`])
    expect(Result.isSuccess(usual)).toBe(true)
    expect(read([spelt])).toEqual(usual)
  },
)

it('another key has another digest', () => {
  expect(read([`Bearer ${keyOf(2)}`])).not.toEqual(read([`Bearer ${key}`]))
})

it.each([
  [[], 'sin_llave'],
  [[''], 'sin_llave'],
  [['Bearer'], 'sin_llave'],
  [[`Basic ${key}`], 'sin_llave'],
  [[key], 'sin_llave'],
  [['Bearer x'], 'llave_mal_formada'],
  [[`Bearer \t${key}`], 'llave_mal_formada'],
  [[`Bearer ${key}x`], 'llave_mal_formada'],
  [[`Bearer ${key.replace('_test_', '_live_')}`], 'llave_mal_formada'],
  [[`Bearer ${key}`, `Bearer ${key}`], 'llave_repetida'],
])('%j presents no key: %s', (authorization, rule) => {
  expect(read(authorization)).toEqual(Result.fail(rule))
})
