import { expect, it } from 'vitest'
import { needsOperator } from '#adapters/sources/real/Outcome.ts'

const failed = (code: string) =>
  needsOperator({ _tag: 'Failed', reason: 'estado_inesperado', code, retryAfterSeconds: null })

it('an operator is called for statuses that somebody has to do something about', () => {
  const statuses = [
    '301',
    '400',
    '401',
    '403',
    '404',
    '405',
    '407',
    '408',
    '409',
    '410',
    '424',
    '425',
    '426',
    '428',
    '429',
    '431',
    '451',
    '499',
    '500',
    '503',
    '599',
  ]
  const calling = ['400', '401', '403', '404', '405', '407', '409', '410', '424', '426', '428', '431', '451', '499']
  expect(statuses.filter(failed)).toEqual(calling)
  expect(needsOperator({ _tag: 'Refused', code: '422' })).toBe(true)
  expect(needsOperator({ _tag: 'TimedOut' })).toBe(false)
})
