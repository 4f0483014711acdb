import * as NodeServices from '@effect/platform-node/NodeServices'
import { Console, DateTime, Effect, Exit } from 'effect'
import { Command, Flag } from 'effect/cli'
import { describe, expect, it } from 'vitest'
import * as Inputs from '#src/cli/Inputs.ts'
import { Actor, Reason } from '#src/cli/Recording.ts'

const silent = { ...console, log: () => {}, error: () => {} }

/** What a command is given of its command line; `refused` where it is not taken. */
const given = async <const C extends Command.Command.Config>(
  config: C,
  words: ReadonlyArray<string>,
  told: Console.Console = silent,
): Promise<unknown> => {
  let seen: unknown = 'refused'
  const command = Command.make('tried', config, (values) =>
    Effect.sync(() => {
      seen = values
    }),
  ).pipe(Command.withGlobalFlags([Actor, Reason]))
  const exit = await Command.runWith(command, { version: '0' })(words).pipe(
    Effect.provideService(Console.Console, told),
    Effect.provide(NodeServices.layer),
    Effect.exit,
    Effect.runPromise,
  )
  expect(Exit.isSuccess(exit)).toBe(seen !== 'refused')
  return seen
}

const iso = (at: unknown) => (DateTime.isDateTime(at) ? DateTime.formatIso(at) : at)
const long = 'a'.repeat(200)

describe('what operators write', () => {
  it.each([
    ['luna', 'luna'],
    ['a.b_c-9', 'a.b_c-9'],
    [long, long],
    [`${long}a`, 'refused'],
    ['la luna', 'refused'],
    ['luna/sol', 'refused'],
    ['', 'refused'],
  ])('as the account %j is read as %j', async (text, account) => {
    const seen = account === 'refused' ? account : { account }
    expect(await given({ account: Inputs.account }, [text])).toEqual(seen)
    expect(await given({ account: Inputs.ofAccount }, ['--account', text])).toEqual(seen)
  })

  it.each([
    ['100', 100_00],
    ['99.5', 99_50],
    ['99.50', 99_50],
    ['0.01', 1],
    ['0', 'no amount'],
    ['99.505', 'refused'],
    ['-1', 'refused'],
    ['cien', 'refused'],
  ])('as an amount %j is read as %j', async (text, centavos) => {
    const price = centavos === 'no amount' ? 0 : centavos
    const isRefused = centavos === 'refused'
    expect(await given({ price: Inputs.price }, ['--price', text])).toEqual(isRefused ? centavos : { price })
    if (text.startsWith('-')) return
    const isAmount = typeof centavos === 'number'
    expect(await given({ amount: Inputs.amount }, [text])).toEqual(isAmount ? { amount: centavos } : 'refused')
  })

  it.each([
    ['spei-0042', true],
    [long, true],
    [`${long}a`, false],
    ['dos palabras', false],
    ['LIMP900101HDFRRS03', false],
    ['pago-LIMP900101HDFRRS03', false],
  ])('as a reference %j is taken: %s', async (reference, isTaken) => {
    const seen = await given({ reference: Inputs.reference }, ['--reference', reference])
    expect(seen).toEqual(isTaken ? { reference } : 'refused')
  })

  it.each([
    ['--per-minute', { perMinute: Inputs.perMinute }, ['1', '10000000'], ['0', '10000001', '1.5', 'x']],
    ['--limit', { limit: Inputs.limit }, ['1', '10000'], ['0', '10001', '1.5']],
  ])('as %s a number is taken within its bounds', async (flag, config, taken, refused) => {
    for (const text of taken) expect(Object.values(Object(await given(config, [flag, text])))).toEqual([Number(text)])
    for (const text of refused) expect([text, await given(config, [flag, text])]).toEqual([text, 'refused'])
  })

  const money = 'Expected: an amount in pesos with at most two decimals, as 100 or 99.50'
  it.each([
    ['--price', { price: Inputs.price }, ['--price', 'cien'], money],
    ['--price', { price: Inputs.price }, ['--price', '5,000'], money],
    ['an amount', { amount: Inputs.amount }, ['5,000'], money],
    ['--add', { add: Inputs.amountOf('add', 'Pesos to add') }, ['--add', '5,000'], money],
    ['--limit', { limit: Inputs.limit }, ['--limit', 'x'], 'Expected: a number from 1 to 10000'],
    ['--limit', { limit: Inputs.limit }, ['--limit', '1.5'], 'Expected: a number from 1 to 10000'],
    ['--per-minute', { perMinute: Inputs.perMinute }, ['--per-minute', 'x'], 'Expected: a number from 1 to 10000000'],
  ])('that is no number is told for %s what it is to be', async (_, config, words, expected) => {
    const lines: Array<string> = []
    const listening = { ...silent, error: (text: string) => void lines.push(text) }
    expect(await given<Command.Command.Config>(config, words, listening)).toBe('refused')
    expect(lines.join('\n')).toContain(expected)
  })

  it('as a limit is 50 where it is not given, and a time none', async () => {
    const { limit, since, until, expires } = Inputs
    expect(await given({ limit, since, until, expires, account: Inputs.ofAccount }, [])).toEqual({
      ...{ limit: 50, since: null, until: null, expires: null, account: null },
    })
  })

  it.each([
    ['none', null],
    ['1', 1],
    ['99999999', 99_999_999],
    ['0', 'refused'],
    ['100000000', 'refused'],
    ['1.5', 'refused'],
    ['ninguna', 'refused'],
  ])('as a quota %j is read as %j', async (text, quota) => {
    const seen = await given({ quota: Inputs.quota }, ['--quota', text])
    expect(seen).toEqual(quota === 'refused' ? quota : { quota })
  })

  it.each([
    ['2026-11-01', '2026-11-01T06:00:00.000Z'],
    ['2026-07-01', '2026-07-01T06:00:00.000Z'],
    ['2021-07-01', '2021-07-01T05:00:00.000Z'],
    ['2026-11-01T06:30:00Z', '2026-11-01T06:30:00.000Z'],
    ['2026-11-01T06:30:00.5Z', '2026-11-01T06:30:00.500Z'],
    ['2026-11-01T06:30:00', 'refused'],
    ['2026-11-01T06:30:00-06:00', 'refused'],
    ['2026-11-31T00:00:00Z', 'refused'],
    ['2026-11-31', 'refused'],
    ['2026-11-01T25:00:00Z', 'refused'],
    ['01/11/2026', 'refused'],
    ['ayer', 'refused'],
  ])('as a time %j is read as %s', async (text, at) => {
    const { since, until, expires } = Inputs
    for (const [flag, input] of Object.entries({ since, until, expires })) {
      const seen = await given({ at: input }, [`--${flag}`, text])
      expect([flag, seen === 'refused' ? seen : iso(Object(seen).at)]).toEqual([flag, at])
    }
  })

  it.each([
    ['2026-11-01T06:00:00Z', null, true],
    [null, '2026-11-01T06:00:00Z', true],
    ['2026-11-01T06:00:00Z', '2026-11-01T06:00:00.001Z', true],
    ['2026-11-01T06:00:00Z', '2026-11-01T06:00:00Z', false],
    ['2026-11-01T06:00:00.001Z', '2026-11-01T06:00:00Z', false],
  ])('as a time from %j until %j is taken: %s', async (since, until, isTaken) => {
    const at = (text: string | null) => (text === null ? null : DateTime.makeUnsafe(text))
    const judged = Effect.gen(function* () {
      yield* Inputs.inOrder({ since: at(since), until: at(until) })
    })
    const exit = await Effect.runPromiseExit(judged)
    expect(Exit.isSuccess(exit)).toBe(isTaken)
  })

  it.each([
    ['acct_1A2b3C', true],
    [`acct_${'a'.repeat(64)}`, true],
    [`acct_${'a'.repeat(65)}`, false],
    ['acct_', false],
    ['acct_1-2', false],
    ['1A2b3C', false],
  ])('as an account of the processor %j is taken: %s', async (text, isTaken) => {
    const config = { destination: Inputs.connectedAccount(Flag.String('to')) }
    expect(await given(config, ['--to', text])).toEqual(isTaken ? { destination: text } : 'refused')
  })

  it.each([
    ['partner.example.com', 'partner.example.com'],
    ['Partner.Example.COM', 'partner.example.com'],
    ['partner.example.com:443', 'partner.example.com'],
    ['partner.example.com:8443', 'partner.example.com:8443'],
    ['partner.example.com.', 'partner.example.com'],
    ['partner.example.com.:8443', 'partner.example.com:8443'],
    ['peñón.mx', 'xn--pen-8mak.mx'],
    ['[2001:DB8::1]:8443', '[2001:db8::1]:8443'],
    ['https://partner.example.com', 'refused'],
    ['partner.example.com/webhooks', 'refused'],
    ['partner@example.com', 'refused'],
    ['partner example', 'refused'],
    ['', 'refused'],
  ])('as a receiver %j is taken for %s, as it is stored', async (text, host) => {
    expect(await given({ receiver: Inputs.receiver }, ['--receiver', text])).toEqual(
      host === 'refused' ? host : { receiver: host },
    )
  })

  it.each([
    ['llave.1', true],
    [long, true],
    [`${long}a`, false],
    ['a b', false],
  ])('as a name within the account %j is taken: %s', async (text, isTaken) => {
    const config = { name: Inputs.identifier(Flag.String('name')) }
    expect(await given(config, ['--name', text])).toEqual(isTaken ? { name: text } : 'refused')
  })

  it.each([
    ['--actor', 'ana.ruiz+1@example.com', true],
    ['--actor', 'ana ruiz', false],
    ['--actor', 'LIMP900101HDFRRS03', false],
    ['--reason', 'TICKET-42, as agreed', true],
    ['--reason', 'x'.repeat(200), true],
    ['--reason', 'x'.repeat(201), false],
    ['--reason', 'about LIMP900101HDFRRS03', false],
    ['--reason', 'two\nlines', false],
  ])('for the audit as %s %j is taken: %s', async (flag, text, isTaken) => {
    expect(await given({}, [flag, text])).toEqual(isTaken ? {} : 'refused')
  })
})
