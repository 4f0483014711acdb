import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DateTime, Effect } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import { ListTurns } from '#ports/ListTurns.ts'
import { postgresTurns } from '#tools/lists/lists.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, migrated } from '#tools/service/server.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`../adapters/lists/fixtures/${name}`, import.meta.url))

const file = (content: string): string => temporaryFile(content, 'list.csv')

const lasting = { COTEJO_LISTS_MAX_AGE: '3650 days' }
const eulalia = 'Eulalia\nZúñiga\nOlmedo\n1980-05-17 M\n'

describe('cotejo lists', () => {
  let url = ''
  const lists = (args: ReadonlyArray<string>, changes: Record<string, string> = lasting, input?: string) =>
    cotejo(url, ['lists', ...args], changes, input)
  const json = async (args: ReadonlyArray<string>) => JSON.parse((await lists([...args, '--json'])).out)
  const search = async (input: string, ...args: ReadonlyArray<string>) =>
    JSON.parse((await lists(['search', ...args, '--json'], lasting, input)).out)
  const importing = (list: string, name: string, ...others: ReadonlyArray<string>) =>
    lists(['import', '--list', list, '--file', fixture(name), ...others])

  beforeAll(async () => {
    url = await testDatabase(migrated)
  })

  it('tells of every list before any is imported', async () => {
    const told = await json(['status'])
    expect(told).toHaveLength(9)
    expect(told[0]).toEqual({
      list: 'ofac_sdn',
      kind: 'sanciones',
      state: 'falta',
      required: true,
      cutOff: null,
      days: null,
      maxDays: 3650,
      people: null,
      added: null,
      removed: null,
      imported: null,
      confirmed: null,
      formerCutOff: null,
    })
    expect(await search(eulalia)).toMatchObject({
      outcome: 'no_disponible',
      lists: 'ofac_sdn (falta), onu (falta), sat_69b (falta)',
      entries: [],
    })
  })

  it('imports each file as it was published, and says what was left out', async () => {
    const ofac = ['--alt', fixture('alt.csv'), '--add', fixture('add.csv'), '--cutoff', '2026-01-31']
    expect(await importing('ofac_sdn', 'sdn.csv', ...ofac)).toEqual({
      code: 0,
      out: 'ofac_sdn of 2026-01-31 is current, with 6 people. It is the first version of the list. Left out: organisations (1), of type vessel (1), of type aircraft (1).\n',
      err: '',
    })
    expect(await importing('onu', 'consolidated.xml')).toMatchObject({ code: 0 })
    expect(await importing('sat_69b', 'Listado_Completo_69-B.csv')).toMatchObject({ code: 0 })
    const watched = file(
      'identificador,nombres,primer_apellido,segundo_apellido,nacimiento,sexo,nacionalidades,alias\n1,Ana,Paz,Luna,,,,\n',
    )
    expect(await lists(['import', '--list', 'vigilancia', '--file', watched, '--cutoff', '2026-01-31'])).toMatchObject({
      out: expect.stringMatching(
        /^vigilancia of 2026-01-31 is current, with 1 people\. It is the first version of the list\. Nothing in the file shows that it is whole/,
      ),
    })
    const [first] = await json(['status'])
    expect(first).toMatchObject({ list: 'ofac_sdn', state: 'vigente', cutOff: '2026-01-31', people: 6 })
  })

  it('ends with exit code 1 when a required list is missing or any is expired, and with 0 when none is', async () => {
    const expired = await lists(['status'], { COTEJO_LISTS_MAX_AGE: '3650 days,onu=1 day' })
    expect(expired).toMatchObject({
      code: 1,
      out: expect.stringMatching(/onu +vencida/),
      err: expect.stringMatching(
        /onu is too old: screening is unavailable\. Import or fetch a newer one; if its publisher has none today: cotejo lists import --list onu --file … --checked \d{4}-\d\d-\d\d\./,
      ),
    })
    expect(expired.out).toMatch(/ofac_sdn +vigente/)
    expect(await lists(['status'])).toMatchObject({ code: 0 })
    const optional = { COTEJO_LISTS_MAX_AGE: '3650 days,vigilancia=1 day' }
    expect(await lists(['status'], optional)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^vigilancia is too old/),
    })
    const others = { ...lasting, COTEJO_LISTS_REQUIRED: 'personas_expuestas' }
    expect(await lists(['status'], others)).toMatchObject({ code: 1 })
  })

  it('says of what kind the matches are, and explains how each entry was judged when asked', async () => {
    const found = await search(eulalia)
    expect(found).toMatchObject({
      outcome: 'consultada',
      internacionales: 'sanciones',
      fiscal: 'definitivo',
      posibles: '',
    })
    expect(found.entries).toHaveLength(4)
    const brother = 'Eulalio\nZúñiga\nOlmedo\n1980-05-17 H\n'
    const none = await lists(['search'], lasting, brother)
    expect(none.out).toMatch(/\ninternacionales +-\n/)
    expect(none.out).toContain('No entry matches.')
    const explained = await search(brother, '--explain')
    expect(explained).toMatchObject({ outcome: 'consultada', internacionales: '', fiscal: '' })
    expect(explained.entries).toContainEqual({
      verdict: 'other',
      rule: null,
      list: 'ofac_sdn',
      entry: '9000002',
      name: 'ZUNIGA OLMEDO, Eulalia',
      surnames: 'other',
      given: 'other',
      slips: null,
      birth: 'exact',
      ruledOutBy: 'sex',
      situation: null,
      surnamesAlike: '100 %',
      givenAlike: '86 %',
    })
  })

  it('takes a CURP in the place of birth date and sex, and tells by which rule an entry was judged', async () => {
    expect(await search('Nadie\nOtra\n\nzuoe800517mvzxll09\n')).toMatchObject({
      internacionales: 'sanciones',
      entries: [{ entry: '9000002', verdict: 'match', rule: 'curp' }],
    })
    const day = await search(eulalia)
    expect(day.entries.map(({ rule }: { rule: string }) => rule)).toEqual(['day', 'day', 'day', 'day'])
  })

  it.each([
    ['without birth date and sex', 'Eulalia\nZúñiga\nOlmedo\n'],
    ['without a surname', 'Eulalia\n\nOlmedo\n1980-05-17 M\n'],
    ['with a day that is none', 'Eulalia\nZúñiga\nOlmedo\n1980-02-30 M\n'],
    ['with what is no CURP', 'Eulalia\nZúñiga\nOlmedo\nZUOE80517MVZXLL09\n'],
    ['with nothing to read', ''],
  ])('searches for nobody %s', async (_, input) => {
    const { code, out, err } = await lists(['search'], lasting, input)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/The standard input names nobody/)
  })

  it.each([
    ['--curp', 'ZUOE800517MVZXLL09'],
    ['--names', 'Eulalia'],
  ])('takes no name from the command line, where others see it: %s', async (flag, value) => {
    const { code, out, err } = await lists(['search', flag, value], lasting, eulalia)
    expect(code).toBe(1)
    expect(out + err).not.toContain(value)
  })

  it.each([
    ['a file that is not there', ['onu', 'nothing.xml'], 'nothing.xml cannot be read (ENOENT). Nothing was imported'],
    ['a file of another format', ['onu', 'sdn.csv'], 'is not XML'],
    ['OFAC without its aliases', ['ofac_sdn', 'sdn.csv', '--cutoff', '2026-01-31'], 'needs its file of aliases'],
    ['a file that tells no cut-off', ['personas_expuestas', 'personas_expuestas.csv'], 'give --cutoff'],
    [
      'another cut-off than the file tells',
      ['onu', 'consolidated.xml', '--cutoff', '2026-02-01'],
      'The file says 2026-01-31',
    ],
    ['a cut-off that is no day', ['onu', 'consolidated.xml', '--cutoff', '2026-02-30'], 'a day as 2026-01-31'],
    [
      'a cut-off that lies ahead',
      ['vigilancia', 'personas_expuestas.csv', '--cutoff', '2999-01-01'],
      'is in the future',
    ],
    [
      'an older one',
      ['vigilancia', 'personas_expuestas.csv', '--cutoff', '2025-01-01'],
      'repeat the command with --force',
    ],
  ])('refuses %s', async (_, [list = '', name = '', ...others], complaint) => {
    const { code, out, err } = await importing(list, name, ...others)
    expect({ code, told: out + err }).toEqual({ code: 1, told: expect.stringContaining(complaint) })
  })

  it('has imported nothing of what it refused', async () => {
    const status: ReadonlyArray<Record<string, unknown>> = await json(['status'])
    expect(status.map(({ people, formerCutOff }) => [people, formerCutOff])).toEqual([
      ...[6, null, 3, null, null, 5, null, null, 1].map((people) => [people, null]),
    ])
  })

  it('refuses files that look incomplete or do not belong together, and takes them by force', async () => {
    const args = ['--alt', fixture('alt.csv'), '--cutoff', '2026-01-31']
    const refused = await importing('ofac_consolidada', 'cons_prim.csv', ...args)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/4 of 4 rows without an entry in the main file.*repeat the command with --force/)
    expect(await importing('ofac_consolidada', 'cons_prim.csv', ...args, '--force')).toMatchObject({ code: 0 })
  })

  it('imports the entities of OpenSanctions, and says who was left out', async () => {
    const { code, out } = await importing('personas_expuestas', 'entities.ftm.jsonl')
    expect(code).toBe(0)
    expect(out).toContain('personas_expuestas of 2026-01-31 is current, with 3 people.')
    expect(out).toContain('people whose position ended over five years ago (1), relatives and associates (1)')
    expect((await search(eulalia)).internacionales).toBe('sanciones, personas_expuestas')
  })

  it('fetches from public addresses alone, and only what it is told where it is', async () => {
    const addresses = { COTEJO_LISTS_ADDRESSES: 'onu=https://127.0.0.1/un.xml' }
    const { code, out, err: told } = await lists(['fetch'], { ...lasting, ...addresses })
    expect(code).toBe(1)
    expect(told).toContain('onu was not taken, and stays as it was: 127.0.0.1: the address is not public')
    expect(out).toMatch(/onu +rechazada +- +- +127\.0\.0\.1: direccion_no_publica/)
    expect((await lists(['fetch'], lasting)).err).toContain(
      'COTEJO_LISTS_ADDRESSES is not set: it says where lists are published. To take a file that you have: cotejo lists import',
    )
    const lacking = await lists(['fetch', '--list', 'sat_69b', '--list', 'onu'], { ...lasting, ...addresses })
    expect(lacking.err).toContain(
      'COTEJO_LISTS_ADDRESSES does not say where sat_69b is published. To take a file that you have: cotejo lists import',
    )
  })

  it('gives the turn at fetching to one process at a time, and back when its time is over', async () => {
    const turns = <A, E>(use: (port: ListTurns['Service']) => Effect.Effect<A, E>) =>
      Effect.runPromise(Effect.provide(ListTurns.use(use), postgresTurns(url)))
    const at = (minutes: number) => DateTime.add(DateTime.nowUnsafe(), { minutes })
    const take = (now: DateTime.Utc) => turns((port) => port.take(now, DateTime.add(now, { hours: 1 })))
    expect([await take(at(1)), await take(at(2)), await take(at(62))]).toEqual([true, false, true])
    await turns((port) => port.nextAt(at(70)))
    expect([await take(at(69)), await take(at(71))]).toEqual([false, true])
  })
})

it('after the digest key was lost people are found again once the lists are imported, as docs/operate/lost-keys.md says', async () => {
  const url = await testDatabase(migrated)
  const key = { ...lasting, COTEJO_DIGEST_KEY: randomBytes(32).toString('base64'), COTEJO_LISTS_REQUIRED: 'ofac_sdn' }
  const importing = (settings: Record<string, string>) => {
    const files = ['sdn', 'alt', 'add'].map((name) => fixture(`${name}.csv`))
    const [main = '', alt = '', add = ''] = files
    const flags = ['--list', 'ofac_sdn', '--file', main, '--alt', alt, '--add', add, '--cutoff', '2026-01-31']
    return cotejo(url, ['lists', 'import', ...flags], settings)
  }
  const found = async () =>
    JSON.parse((await cotejo(url, ['lists', 'search', '--json'], key, eulalia)).out).entries.length
  expect(await importing(lasting)).toMatchObject({ code: 0 })
  expect((await importing(key)).err).toContain('COTEJO_DIGEST_KEY is not the key that this database was created with')
  const [, statement = ''] =
    /"(DELETE FROM known_keys .*)"/.exec(readFileSync('docs/operate/lost-keys.md', 'utf8')) ?? []
  await query(url, statement)
  expect(await found()).toBe(0)
  expect(await importing(key)).toMatchObject({ code: 0 })
  expect(await found()).toBe(1)
})
