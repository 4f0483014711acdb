import { expect, it } from 'vitest'
import { mending } from '#adapters/sources/real/CheckAdvice.ts'
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
  [{ _tag: 'Answered', answer }, 'no_disponible', 'up', false],
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

it.each<[Outcome, string]>([
  [
    lost('sin_respuesta', 'ECONNREFUSED'),
    'No answer arrived. Check the address, the certificate and its name, the firewall, and dropped connections. (ECONNREFUSED)',
  ],
  [lost('respuesta_excesiva'), 'The answer is larger than 64 KiB, or never ends.'],
  [
    lost('respuesta_ilegible'),
    'The answer violates the contract: application/json, all members, no others, none twice.',
  ],
  [
    lost('respuesta_ajena'),
    'The answer is for another consultation or another person. Return consulta_id and curp unchanged.',
  ],
  [
    lost('respuesta_contradictoria'),
    'Birth date or sex contradict the CURP, but validacion is valida. Return the right person, or no_valida.',
  ],
  [
    lost('estado_inesperado', '301'),
    'The status is not in the contract. Use 200 or 202; 400 or 422 if malformed; 503 if temporary. (301)',
  ],
  [
    { _tag: 'TimedOut' },
    'It takes too long. Answer 202 with reintentar_en_segundos, and return the findings when asked again.',
  ],
  [
    { _tag: 'Pending', seconds: 5 },
    'It stays pending. Repeated requests with one consulta_id must get a final answer.',
  ],
  [{ _tag: 'Refused', code: '422' }, 'A valid request was refused (422).'],
  [{ _tag: 'NoTime' }, 'sin_tiempo'],
])('of %j an integrator is told what to mend', (outcome, told) => {
  expect(mending(outcome)).toBe(told)
})
