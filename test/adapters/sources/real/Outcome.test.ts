import { expect, it } from 'vitest'
import { type Failure, needsOperator, type Outcome, signOf, wordOf } from '#adapters/sources/real/Outcome.ts'
import { start } from '#tools/service/verifications.ts'

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

const lost = (reason: Failure, code: string | null = null): Outcome => ({
  ...{ _tag: 'Failed', reason, code, retryAfterSeconds: null },
})
const answer = { source: 'judicial', outcome: { _tag: 'no_disponible' } } as const

it.each<[Outcome, string, string, boolean]>([
  [{ _tag: 'Answered', answer, isFamiliar: true }, 'no_disponible', 'up', false],
  [{ _tag: 'Pending', seconds: 5 }, 'pendiente', 'up', false],
  [{ _tag: 'Refused', code: '422' }, 'peticion_rechazada', 'up', true],
  [lost('sin_respuesta'), 'sin_respuesta', 'down', false],
  [lost('respuesta_excesiva'), 'respuesta_excesiva', 'down', false],
  [lost('respuesta_ilegible'), 'respuesta_ilegible', 'down', false],
  [lost('respuesta_ajena'), 'respuesta_ajena', 'down', true],
  [lost('respuesta_contradictoria'), 'respuesta_contradictoria', 'down', false],
  [lost('estado_inesperado', '503'), 'estado_inesperado', 'down', false],
  [lost('estado_inesperado', '401'), 'estado_inesperado', 'down', true],
  [lost('sin_respuesta', '401'), 'sin_respuesta', 'down', false],
  [{ _tag: 'TimedOut' }, 'tiempo_agotado', 'down', false],
  [{ _tag: 'CutShort' }, 'tiempo_agotado', 'unknown', false],
  [{ _tag: 'NoPlace', isFailing: true }, 'sin_lugar', 'up', false],
  [{ _tag: 'NoTime' }, 'sin_tiempo', 'up', false],
  [{ _tag: 'Shut', until: start }, 'circuito_abierto', 'up', false],
])('%j is called %s, tells that the provider is %s, and calls an operator: %s', (outcome, word, sign, isCalled) => {
  expect([wordOf(outcome), signOf(outcome), needsOperator(outcome)]).toEqual([word, sign, isCalled])
})
