import { Cause, Console, Effect } from 'effect'
import { describe, expect, it } from 'vitest'
import { AccountExists, AccountUnknown } from '#ports/AccountAdministration.ts'
import { StorageUnavailable } from '#ports/StorageUnavailable.ts'
import { csvLine } from '#src/cli/Csv.ts'
import { explaining, Refused, Unsound } from '#src/cli/Failures.ts'
import * as Output from '#src/cli/Output.ts'

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
const asJson = (isJson: boolean) => Effect.provideService(Output.Json, isJson)
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
    expect([true, false].map(Output.noteOf)).toEqual([null, 'It was done before, so nothing was done now.'])
  })
})

describe('a command that fails says what to do', () => {
  const tagged = (_tag: string) => Object.assign(new Error('as it says'), { _tag })
  const storage = (reason: string) => new StorageUnavailable({ reason })
  it.each<[string, unknown, string]>([
    ['refused', new Refused({ reason: 'Not so.' }), 'Not so.'],
    ['of a key', tagged('KeyRefused'), 'as it says'],
    ['of a key that others lack', tagged('KeyUnknownToOthers'), 'as it says'],
    ['of a schema', tagged('SchemaRefused'), 'as it says'],
    ['of settings', tagged('SettingsRefused'), 'as it says'],
    [
      'unknown account',
      new AccountUnknown({ accountId: 'luna' }),
      'There is no account "luna". These are there: cotejo accounts list',
    ],
    [
      'known account',
      new AccountExists({ accountId: 'luna' }),
      'There is an account "luna" already. Choose another name, or look at it: cotejo accounts show luna',
    ],
    [
      'role',
      storage('the role of DATABASE_URL may not do this (42501)'),
      'The role in DATABASE_URL may not do this. Commands are run as cotejo_operator, and cotejo migrate, which grants its rights, as cotejo_migrate.',
    ],
    [
      'schema of old',
      storage('the schema is older than this program (42P01)'),
      'The database is not at the revision of this program. Run: cotejo migrate',
    ],
    [
      'no answer',
      storage('ConnectionError 08006'),
      'The database does not answer (StorageUnavailable ConnectionError 08006). Check DATABASE_URL, and that Postgres runs and lets this machine in.',
    ],
    [
      'another certificate',
      storage('ConnectionError UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      'The database does not answer (StorageUnavailable ConnectionError UNABLE_TO_VERIFY_LEAF_SIGNATURE). Its certificate is not trusted: name its authority in COTEJO_DATABASE_CA_FILE.',
    ],
    ...[
      [
        'another password',
        'AuthenticationError 28P01',
        'User or password in DATABASE_URL is wrong: put the right ones in.',
      ],
      [
        'a user that is not let in',
        'AuthenticationError 28000',
        'The user in DATABASE_URL is not there, or pg_hba.conf of Postgres does not let it in from this machine.',
      ],
      [
        'no such database',
        'there is no database of the name in DATABASE_URL (3D000)',
        'Name the right database in DATABASE_URL, or let its administrator make this one.',
      ],
      [
        'no such host',
        'ConnectionError ENOTFOUND',
        'The host in DATABASE_URL has no address: name the right one, or look at the name servers.',
      ],
      [
        'a certificate of another name',
        'ConnectionError ERR_TLS_CERT_ALTNAME_INVALID',
        'Name the host in DATABASE_URL as its certificate does.',
      ],
      ['a certificate that ended', 'ConnectionError CERT_HAS_EXPIRED', 'Renew its certificate.'],
    ].map(([name = '', reason = '', advice = '']): [string, unknown, string] => [
      name,
      storage(reason),
      `The database does not answer (StorageUnavailable ${reason}). ${advice}`,
    ]),
    ['anything else', new Error('no room'), 'It did not work: Error no room'],
    ['what was printed', new Unsound(), ''],
    ['help', tagged('ShowHelp'), ''],
  ])('%s', async (_, failure, told) => {
    expect(await printed(explaining(Effect.fail(failure)))).toEqual({ out: '', error: told })
  })

  it('and nothing when it was interrupted', async () => {
    expect(await printed(explaining(Effect.failCause(Cause.interrupt())))).toEqual({ out: '', error: '' })
  })
})
