import { fileURLToPath } from 'node:url'
import { Duration } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layer as realSources } from '#adapters/sources/real/Sources.ts'
import { realSettings } from '#test/support/realSources.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { found, type Provider, provider, searched } from '#tools/peers/providers.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

const curp = 'LIMP900101HDFRRS03'
const namesake = 'LIMP900101HDFRRS11'
/** The registered name of both, as `lists search` reads it. */
const person = `Luis\nMartínez\nPérez\n${curp}\n`

/** Two entries born a day later, which may be about both. */
const list = `identificador,nombres,primer_apellido,segundo_apellido,nacimiento,sexo,nacionalidades,alias
77,Luis,Martinez,Perez,1990-01-02,H,,
78,Luis,Martinez,Perez,1990-01-02,H,,
`
/** A list of others, with an entry that has this CURP. */
const fixture = (name: string) => fileURLToPath(new URL(`../adapters/lists/fixtures/${name}.csv`, import.meta.url))
const sanctions = ['--file', fixture('sdn'), '--alt', fixture('alt'), '--add', fixture('add')]
const listedCurp = 'ZUOE800517MVZXLL09'

const lawsuit = { materia: 'civil', estado: 'en_curso' }

const ofList = ['--list', 'vigilancia', '--entry', '77']
const consent = ['--consent', 'carta-7']
const reason = ['--reason', 'caso-1']
const days = { COTEJO_RETENTION_DAYS: '30', COTEJO_LISTS_REQUIRED: 'vigilancia', COTEJO_LISTS_MAX_AGE: '3650 days' }

describe('cotejo subject clear', () => {
  let url = ''
  let key = ''
  let peers: Provider
  let replica: Awaited<ReturnType<typeof startReplica>>
  beforeAll(async () => {
    url = await testDatabase(migrated)
    key = await openAccount(url, 'sol', {})
    peers = await provider(({ path, body }) => ({
      body: path.startsWith('/identidad') ? found(body) : searched(body, { juicios: [lawsuit] }),
    }))
    const lists = { listsRequired: ['vigilancia'], listsMaxAge: () => Duration.days(3650) } as const
    const sources = realSources(realSettings({ identidad: peers.url, judicial: peers.url }))
    replica = await startReplica(url, { ...lists, retentionDays: 30 }, sources)
    const file = temporaryFile(list, 'list.csv')
    await command(['lists', 'import', '--list', 'vigilancia', '--file', file, '--cutoff', '2026-01-31'])
    await command(['lists', 'import', '--list', 'ofac_sdn', ...sanctions, '--cutoff', '2026-01-31'])
  })
  afterAll(async () => {
    await replica.stop()
    await peers.stop()
  })

  const command = (args: ReadonlyArray<string>, input = '') => cotejo(url, args, days, input)
  const clear = (args: ReadonlyArray<string>, input = person) => command(['subject', 'clear', ...args], input)
  const json = async (args: ReadonlyArray<string>, input = '') =>
    JSON.parse((await command([...args, '--json'], input)).out)

  let verifications = 0
  /** How a verification of this person ends. */
  const ended = async (of = curp) => {
    verifications += 1
    const solicitud_id = `sol-${verifications}`
    const { body } = await create(replica.base, key, { solicitud_id, solicitante: { curp: of } })
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    const id = String(body['verificacion_id'])
    const { recomendacion } = (await get(replica.base, `/v1/verificaciones/${id}`, key)).body as {
      readonly recomendacion: { readonly sustento_documental: { nivel: string; factores: Array<{ codigo: string }> } }
    }
    const { nivel, factores } = recomendacion.sustento_documental
    return { id, nivel, possible: factores.map(({ codigo }) => codigo).filter((code) => code.startsWith('POSIBLE')) }
  }
  const open = { nivel: 'medio', possible: ['POSIBLE_COINCIDENCIA_EN_LISTAS', 'POSIBLE_REGISTRO_JUDICIAL'] }

  it('has what is another person left out from the next verification on, and says so to the operator alone', async () => {
    expect(await ended()).toMatchObject(open)
    expect((await json(['lists', 'search'], person)).entries).toMatchObject([
      { list: 'vigilancia', entry: '77', verdict: 'possible' },
      { list: 'vigilancia', entry: '78', verdict: 'possible' },
    ])

    expect(await clear([...ofList, ...consent, ...reason, '--json'])).toMatchObject({ code: 0, err: '' })
    await clear(['--list', 'vigilancia', '--entry', '78', ...consent, ...reason])
    expect(await ended()).toMatchObject({ nivel: 'medio', possible: ['POSIBLE_REGISTRO_JUDICIAL'] })
    await clear(['--judicial', ...consent, ...reason], curp.toLowerCase())

    const { id, ...end } = await ended()
    expect(end).toEqual({ nivel: 'alto', possible: [] })
    expect(await json(['verifications', 'explain', 'sol', id])).toMatchObject({
      level: 'alto',
      clearedLawsuits: 1,
      judged: [{ list: 'vigilancia', verdict: 'cleared', rule: 'date_off' }],
    })
    expect((await json(['lists', 'search'], person)).entries).toMatchObject([
      { entry: '77', verdict: 'cleared' },
      { entry: '78', verdict: 'cleared' },
    ])
    const { body } = await get(replica.base, `/v1/verificaciones/${id}`, key)
    expect(JSON.stringify(body)).not.toMatch(/clear|aclarad/i)
  })

  it('leaves a namesake as before', async () => {
    expect(await ended(namesake)).toMatchObject(open)
  })

  it('keeps neither CURP nor entry in clear, and in the audit who did it and why', async () => {
    const rows = await query(url, 'SELECT digest FROM clearances')
    expect(rows).toHaveLength(3)
    const stored = `SELECT jsonb_agg(c)::text || (SELECT jsonb_agg(a)::text FROM audit_entries a) AS text FROM clearances c`
    expect(JSON.stringify(await query(url, stored))).not.toContain('LIMP900101')
    expect(
      await query(
        url,
        "SELECT reason, details, account_id FROM audit_entries WHERE act = 'subject clear' ORDER BY sequence",
      ),
    ).toEqual(
      [
        { source: 'listas', list: 'vigilancia', consent: 'carta-7' },
        { source: 'listas', list: 'vigilancia', consent: 'carta-7' },
        { source: 'judicial', list: null, consent: 'carta-7' },
      ].map((details) => ({ reason: 'caso-1', details, account_id: null })),
    )
  })

  it('does nothing when it is repeated, and counts them again when it is withdrawn', async () => {
    const before = await query(url, 'SELECT count(*) FROM audit_entries')
    const again = await clear(['--judicial', ...consent, ...reason])
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('Already done; nothing changed.') })
    expect(await query(url, 'SELECT count(*) FROM audit_entries')).toEqual(before)
    expect(await clear(['--judicial', '--withdraw', ...reason])).toMatchObject({ code: 0 })
    expect(await ended()).toMatchObject({ nivel: 'medio', possible: ['POSIBLE_REGISTRO_JUDICIAL'] })
  })

  it.each([
    ['a CURP that is none', [...ofList, ...consent, ...reason], 'LIMP\n', 'is no CURP'],
    ['no CURP', [...ofList, ...consent, ...reason], '', 'is no CURP'],
    [
      'an entry that is not in the list',
      ['--list', 'vigilancia', '--entry', '9', ...consent, ...reason],
      person,
      'no entry "9"',
    ],
    ['an entry of another list', ['--list', 'onu', '--entry', '77', ...consent, ...reason], person, 'no entry "77"'],
    [
      'an entry with this CURP',
      ['--list', 'ofac_sdn', '--entry', '9000002', ...consent, ...reason],
      listedCurp,
      'has this CURP',
    ],
    ['no entry', ['--list', 'vigilancia', ...consent, ...reason], person, 'Give --list with --entry, or --judicial.'],
    ['an entry and lawsuits', [...ofList, '--judicial', ...consent, ...reason], person, 'Give --list with --entry'],
    ['nothing to clear', [...consent, ...reason], person, 'Give --list with --entry'],
    ['no consent', [...ofList, ...reason], person, 'needs the consent'],
    ['a consent that holds a CURP', [...ofList, '--consent', curp, ...reason], person, 'without a CURP'],
    ['no reason', [...ofList, ...consent], person, '"subject clear" needs a reason'],
    ['no list', ['--list', 'otra', '--entry', '77', ...consent, ...reason], person, 'otra'],
  ])('refuses %s', async (_, args, input, told) => {
    const stored = () => query(url, 'SELECT (SELECT count(*) FROM clearances), (SELECT count(*) FROM audit_entries)')
    const before = await stored()
    const { code, err } = await clear(args, input)
    expect([code, err]).toEqual([1, expect.stringContaining(told)])
    expect(await stored()).toEqual(before)
  })

  it('is forgotten after the retention period', async () => {
    const run = async () => expect(await command(['retention', 'run', ...reason])).toMatchObject({ code: 0 })
    await run()
    expect(await query(url, 'SELECT 1 FROM clearances')).toHaveLength(2)
    await query(url, "UPDATE clearances SET recorded_at = recorded_at - interval '31 days'")
    await run()
    expect(await query(url, 'SELECT 1 FROM clearances')).toEqual([])
    expect(await ended()).toMatchObject(open)
  })
})
