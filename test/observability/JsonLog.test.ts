import { setImmediate as nextRound } from 'node:timers/promises'
import { Cause, Console, Effect, Schema } from 'effect'
import { describe, expect, it, vi } from 'vitest'
import { about } from '#application/VerificationTrace.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import * as JsonLog from '#src/observability/JsonLog.ts'

const curp = sampleCurp('LIMP')

/** The one line that an effect logs. */
const lineOf = async (effect: Effect.Effect<void>): Promise<Record<string, unknown>> => {
  const lines: Array<string> = []
  const listening = { ...console, log: (line: string) => void lines.push(line) }
  await Effect.runPromise(
    effect.pipe(Effect.provide(JsonLog.layer()), Effect.provideService(Console.Console, listening)),
  )
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0] ?? '')
}

describe('the log', () => {
  it('is written once for the lines of one round of the event loop', async () => {
    const [held, written] = [vi.spyOn(process.stdout, 'cork'), vi.spyOn(process.stdout, 'uncork')]
    const calls = () => [held.mock.calls.length, written.mock.calls.length]
    for (const one of ['one', 'two', 'three']) await lineOf(Effect.logInfo(one))
    expect(calls()).toEqual([1, 0])
    await nextRound()
    expect(calls()).toEqual([1, 1])
    await lineOf(Effect.logInfo('four'))
    expect(calls()).toEqual([2, 1])
    vi.restoreAllMocks()
  })

  it('is one JSON object per line with the facts of the event', async () => {
    expect(await lineOf(Effect.logInfo('verification ended', { state: 'emitida', count: 3 }))).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'info',
      message: 'verification ended',
      state: 'emitida',
      count: 3,
    })
  })

  it('says all the words of a line, and each kind of fact', async () => {
    const facts = { text: 'uno', number: 2.5, yes: true, nothing: null, list: ['Ñandú'] }
    expect(await lineOf(Effect.logWarning('one', 'two', facts))).toMatchObject({
      level: 'warn',
      message: 'one two',
      text: 'uno',
      number: 2.5,
      yes: true,
      nothing: null,
      list: '[omitted]',
    })
  })

  it('tells in every line which replica writes, and for which verification of which account', async () => {
    const lines: Array<string> = []
    const listening = { ...console, log: (line: string) => void lines.push(line) }
    await Effect.runPromise(
      Effect.logWarning('storage unavailable', { reason: 'no answer' }).pipe(
        about({ verificacion_id: 'ver_1', account: 'sol' }),
        Effect.provide(JsonLog.layer({ replica: 'a-1' })),
        Effect.provideService(Console.Console, listening),
      ),
    )
    const said = { replica: 'a-1', verificacion_id: 'ver_1', account: 'sol', reason: 'no answer' }
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining(said)])
  })

  it('names every request whole, whatever its id looks like', async () => {
    const service_request_id = 'req_0e7d2f4591ba44748bcd850101aa7f0e'
    expect(await lineOf(Effect.logInfo('request refused', { service_request_id }))).toMatchObject({
      service_request_id,
    })
  })

  it('tells why, and where a defect came up', async () => {
    const { causes } = await lineOf(Effect.logError('unexpected defect', Cause.die(new Error('no row'))))
    expect(causes).toEqual([{ error: 'Error', detail: 'no row', at: expect.arrayContaining([expect.any(String)]) }])
    const { causes: foreseen } = await lineOf(Effect.logWarning('x', new StorageUnavailable({ reason: 'no answer' })))
    expect(foreseen).toEqual([{ error: 'StorageUnavailable', detail: 'no answer', at: [] }])
  })

  it.each([
    ['a fact', Effect.logInfo('x', { dato: curp })],
    ['a fact that is a whole object', Effect.logInfo('x', { persona: { curp, nombre: 'Ñandú' } })],
    ['a message', Effect.logInfo(`about ${curp} and Ñandú`.replace('Ñandú', ''))],
    ['lower case', Effect.logInfo(`about ${curp.toLowerCase()}`)],
    ['a defect', Effect.logError('x', new Error(`no room for ${curp}`))],
    [
      'a decoding error',
      Effect.logError('x', Effect.runSync(Effect.flip(Schema.decodeUnknownEffect(Schema.Int)('Ñandú')))),
    ],
    [
      'a syntax error',
      Effect.logError('x', new SyntaxError(`Unexpected token 'Ñ', "Ñandú ${curp}" is not valid JSON`)),
    ],
    ['a cause of a cause', Effect.logError('x', new Error('outer', { cause: new Error(curp) }))],
    ['an object of a class', Effect.logError('x', new Map([['nombre', 'Ñandú']]))],
  ])('never holds a CURP or a name out of %s', async (_, logging) => {
    const line = JSON.stringify(await lineOf(logging))
    expect(line.toUpperCase()).not.toContain(curp)
    expect(line).not.toContain('Ñandú')
  })
})
