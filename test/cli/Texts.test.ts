import { Cause, Console, Effect, Exit, flow } from 'effect'
import { describe, expect, it } from 'vitest'
import { AccountUnknown } from '#ports/AccountAdministration.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { csvLine } from '#src/cli/Export.ts'
import { exitCodeOf, explaining, Refused, Unsound, Warned } from '#src/cli/Failures.ts'
import * as Output from '#src/cli/Output.ts'
import { printingVisibly } from '#src/cli/Output.ts'

/** What is printed, on the standard output and on that of errors. */
const printed = async (effect: Effect.Effect<unknown, unknown, never>) => {
  const [out, error]: [Array<string>, Array<string>] = [[], []]
  const listening = {
    ...console,
    log: (text: string) => void out.push(text),
    error: (text: string) => void error.push(text),
  }
  await Effect.runPromise(Effect.exit(Effect.provideService(effect, Console.Console, listening)))
  return { out: out.join('\n'), error: error.join('\n') }
}
const asJson = (isJson: boolean, isWide = false) =>
  flow(Effect.provideService(Output.Json, isJson), Effect.provideService(Output.Wide, isWide))
const out = async (effect: Effect.Effect<unknown, never, never>) => (await printed(effect)).out

describe('a line of CSV', () => {
  it.each([
    [['a', 1, null, 2.5], 'a,1,,2.5'],
    [['a,b', 'c"d', 'e\nf', 'g\rh'], '"a,b","c""d","e\nf","g\rh"'],
    [['=1+1', '+1', '-x', '@a'], "'=1+1,'+1,'-x,'@a"],
    [['\tx', '\rx'], '\'\tx,"\'\rx"'],
    [['-149.50', '+149.50', '-1', '-149.505'], "-149.50,+149.50,'-1,'-149.505"],
    [['a=1', 'a-b', ''], 'a=1,a-b,'],
  ])('of %j is %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })
})

describe('what a command tells', () => {
  const rows = [
    { account: 'luna', pricePesos: 99.5, count: 7, note: null, isOpen: true },
    { account: 'sol', pricePesos: 1_100, count: 12, note: '', isOpen: false },
  ]

  it('is a table for people: texts to the left, numbers to the right, pesos with centavos, nothing as a dash', async () => {
    expect(await out(asJson(false)(Output.printTable(rows, 'There are none.')))).toBe(
      [
        'ACCOUNT  PRICE PESOS  COUNT  NOTE  IS OPEN',
        'luna           99.50      7  -     true',
        'sol          1100.00     12  -     false',
      ].join('\n'),
    )
    expect(await out(asJson(false)(Output.printTable([], 'There are none.')))).toBe('There are none.')
  })

  it('breaks headings and sentences at their spaces so that a table fits 100 columns', async () => {
    const told = 'word '.repeat(20).trim()
    const row = { check: 'disk and log', result: 'warning', told, mend: 'Set it.', monthlyQuota: 5 }
    const lines = (await out(asJson(false)(Output.printTable([row], '')))).split('\n')
    expect(lines.map(({ length }) => length).every((length) => length <= 100)).toBe(true)
    expect(lines).toEqual([
      'CHECK         RESULT   TOLD                                                   MEND     MONTHLY QUOTA',
      `disk and log  warning  ${'word '.repeat(10).trim()}      Set it.              5`,
      `                       ${'word '.repeat(10).trim()}`,
    ])
    expect((await out(asJson(false, true)(Output.printTable([row], '')))).split('\n')).toEqual([
      `CHECK         RESULT   ${'TOLD'.padEnd(99)}  MEND     MONTHLY QUOTA`,
      `disk and log  warning  ${told}  Set it.              5`,
    ])
  })

  it('shows rows one beneath the other where their columns do not fit', async () => {
    const long = 'x'.repeat(60)
    const wide = [
      { account: 'luna', first: long, second: long },
      { account: 'sol', first: null, second: 'y' },
    ]
    expect(await out(asJson(false)(Output.printTable(wide, '')))).toBe(
      ['account  luna', `first    ${long}`, `second   ${long}`, '', 'account  sol', 'first    -', 'second   y'].join(
        '\n',
      ),
    )
    expect(await out(asJson(false, true)(Output.printTable(wide.slice(0, 1), '')))).toBe(
      [`ACCOUNT  ${'FIRST'.padEnd(60)}  SECOND`, `luna     ${long}  ${long}`].join('\n'),
    )
  })

  it('has the columns that matter most, instants to the second, and all of it where it is asked for', async () => {
    const row = { account: 'luna', event: 'evt_1', due: '2026-11-01T06:00:00.123Z' }
    const print = Output.printTable([row], '', ['account', 'due'])
    expect(await out(asJson(false)(print))).toBe('ACCOUNT  DUE\nluna     2026-11-01T06:00:00Z')
    expect(await out(asJson(false, true)(print))).toBe('ACCOUNT  EVENT  DUE\nluna     evt_1  2026-11-01T06:00:00.123Z')
    expect(JSON.parse(await out(asJson(true)(print)))).toEqual([row])
  })

  it.each([
    ['a right-to-left override', '\u202e', '\\u202e'],
    ['a line separator', '\u2028', '\\u2028'],
    ['a soft hyphen', '\u00ad', '\\u00ad'],
    ['an escape', '\u001b[2J', '\\u001b[2J'],
    ['a carriage return', '\r', '\\u000d'],
    ['a delete, and a control of the second kind', '\u007f\u009b', '\\u007f\\u009b'],
    ['a zero-width space, a joiner and a mark of byte order', '\u200b\u200d\ufeff', '\\u200b\\u200d\\ufeff'],
    ['a filler and a blank pattern', '\u3164\u2800', '\\u3164\\u2800'],
    ['a blank that is no space', '\u00a0\u3000', '\\u00a0\\u3000'],
    ['a tag beyond the first plane', '\u{e0041}', '\\udb40\\udc41'],
    ['half of a character', '\ud800', '\\ud800'],
  ])('hides nothing from an operator and obeys no partner: %s', async (_, text, escaped) => {
    const row = { request: `so${text}l` }
    const print = (effect: Effect.Effect<void, never, never>) => out(printingVisibly(effect))
    expect(await print(asJson(false)(Output.printTable([row], '')))).toBe(`REQUEST\nso${escaped}l`)
    expect(await print(asJson(false)(Output.printCard(row)))).toBe(`request  so${escaped}l`)
    const json = await print(asJson(true)(Output.printTable([row], '')))
    expect(json).toMatch(/^[\x20-\x7e\n]+$/)
    expect(JSON.parse(json)).toEqual([row])
    expect(await print(Console.log(csvLine(['a', `b${text}`])))).toContain(escaped)
    const failed = printingVisibly(explaining(Effect.fail(new Refused({ reason: `No "${text}".` }))))
    expect((await printed(failed)).error).toBe(`No "${escaped}".`)
  })

  it('shows letters of every language as they are, and a line feed within a text as such', async () => {
    const row = { name: 'Ñandú Ünal 漢字 e\u0301 😀', note: 'a\nb' }
    expect(await out(printingVisibly(asJson(false)(Output.printCard(row))))).toBe(
      'name  Ñandú Ünal 漢字 e\u0301 😀\nnote  a\\u000ab',
    )
  })

  it('is JSON for scripts', async () => {
    expect(JSON.parse(await out(asJson(true)(Output.printTable(rows, 'There are none.'))))).toEqual(rows)
    expect(JSON.parse(await out(asJson(true)(Output.printTable([], 'There are none.'))))).toEqual([])
    expect(JSON.parse(await out(asJson(true)(Output.printDone('Done.', { account: 'luna' }))))).toEqual({
      account: 'luna',
    })
    const whole = JSON.parse(await out(asJson(true)(Output.printWhole({ a: 1 }, { parts: [{ b: 2 }] }))))
    expect(whole).toEqual({ a: 1, parts: [{ b: 2 }] })
    const details = JSON.parse(await out(asJson(true)(Output.printDetails({ a: 1 }, 'parts', [{ b: 2 }], 'None.'))))
    expect(details).toEqual({ a: 1, parts: [{ b: 2 }] })
  })

  it('is a card for one thing, with what belongs to it beneath', async () => {
    const facts = { account: 'luna', pricePesos: 99.5 }
    const card = 'account      luna\nprice pesos  99.50'
    expect(await out(asJson(false)(Output.printCard(facts)))).toBe(card)
    expect(await out(asJson(false)(Output.printCard({ pesos: 250 })))).toBe('pesos  250.00')
    const none = Output.printDetails(facts, 'keys', [], 'It has no key.')
    expect(await out(asJson(false)(none))).toBe(`${card}\n\nIt has no key.`)
    const some = Output.printDetails(facts, 'keys', [{ key: 'uno' }], 'It has no key.')
    expect(await out(asJson(false)(some))).toBe(`${card}\n\nKEY\nuno`)
    const whole = Output.printWhole(facts, { entries: [], openKeys: [{ key: 'uno' }] })
    expect(await out(asJson(false)(whole))).toBe(`${card}\n\nENTRIES\nNone.\n\nOPEN KEYS\nKEY\nuno`)
    expect(await out(asJson(false)(Output.printDone('It is done.', facts)))).toBe('It is done.')
  })

  it('says that there may be more when there are as many as were asked for', async () => {
    const row = { account: 'luna' }
    const more = 'These are the latest 2, and there may be more: --limit.'
    expect(await printed(asJson(false)(Output.printLatest([row], 2)))).toEqual({ out: 'ACCOUNT\nluna', error: '' })
    expect(await printed(asJson(false)(Output.printLatest([row, row], 2)))).toEqual({
      out: 'ACCOUNT\nluna\nluna',
      error: more,
    })
    expect(await printed(asJson(false)(Output.printLatest([], 2)))).toEqual({ out: 'There are none.', error: '' })
  })

  it('notes what was done before', () => {
    expect([true, false].map(Output.noteOf)).toEqual([null, 'Already done; nothing changed.'])
  })
})

describe('a command that fails says what to do', () => {
  const tagged = (_tag: string) => Object.assign(new Error('as it says'), { _tag })
  const storage = (kind: StorageUnavailable['kind'], reason: string, code: string | null = null) =>
    new StorageUnavailable({ kind, reason, code })
  it.each<[string, unknown, string]>([
    ['refused', new Refused({ reason: 'Not so.' }), 'Not so.'],
    ['of settings', tagged('SettingsRefused'), 'as it says'],
    [
      'unknown account',
      new AccountUnknown({ accountId: 'luna' }),
      'There is no account "luna". These are there: cotejo accounts list',
    ],
    [
      'role',
      storage('role', 'whatever it says'),
      'The role in DATABASE_URL may not do this. Commands are run as cotejo_operator, and as cotejo_migrate: cotejo migrate, which grants its rights, and cotejo accounts move.',
    ],
    [
      'schema of old',
      storage('schema', 'whatever it says'),
      'The database is not at the revision of this program. Run: cotejo migrate',
    ],
    ['a key', storage('unfit', 'it is sealed otherwise'), 'It cannot be done now: it is sealed otherwise.'],
    [
      'no answer',
      storage('unreached', 'ConnectionError', '08006'),
      'The database does not answer (StorageUnavailable ConnectionError 08006). Check DATABASE_URL, and that Postgres runs and accepts this machine. If it closes connections, its log says why: transaction_timeout, for example, must be 0.',
    ],
    [
      'another certificate',
      storage('unreached', 'ConnectionError', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      'The database does not answer (StorageUnavailable ConnectionError UNABLE_TO_VERIFY_LEAF_SIGNATURE). Its certificate is not trusted: name its authority in COTEJO_DATABASE_CA_FILE.',
    ],
    ['anything else', new Error('no room'), 'It did not work: Error no room'],
    ['what was printed', new Unsound(), ''],
    ['warnings that were printed', new Warned(), ''],
    ['help', tagged('ShowHelp'), ''],
  ])('%s', async (_, failure, told) => {
    expect(await printed(explaining(Effect.fail(failure)))).toEqual({ out: '', error: told })
  })

  it('and nothing when it was interrupted', async () => {
    expect(await printed(explaining(Effect.failCause(Cause.interrupt())))).toEqual({ out: '', error: '' })
  })
})

describe('the exit code', () => {
  it.each([
    ['0 where all is well', Exit.void, 0],
    ['1 where something was found wrong', Exit.fail(new Unsound()), 1],
    ['1 where it was refused', Exit.fail(new Refused({ reason: 'Not so.' })), 1],
    ['1 where it broke', Exit.die(new Error('no room')), 1],
    ['1 where it was interrupted', Exit.interrupt(), 1],
    ['2 where there are only warnings', Exit.fail(new Warned()), 2],
  ])('is %s', (_, exit, code) => {
    expect(exitCodeOf(exit)).toBe(code)
  })
})
