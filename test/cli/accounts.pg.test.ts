import { describe, expect, it } from 'vitest'
import { make as makeKey } from '#domain/account/ApiKey.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica } from '#tools/service/server.ts'

const done = { code: 0, err: '' }

describe('cotejo accounts', () => {
  it('opens, lists, changes and credits accounts, in pesos', async () => {
    const url = await testDatabase(migrated)
    expect(await cotejo(url, ['accounts', 'create', 'sol', '--price', '99.50', '--quota', '5'])).toMatchObject(done)
    expect(
      await cotejo(url, ['accounts', 'credit', 'sol', '5000', '--reference', 'spei-1', '--reason', 'caso-1']),
    ).toMatchObject(done)
    expect(await cotejo(url, ['accounts', 'plan', 'sol', '--per-minute', '7', '--quota', 'none'])).toMatchObject(done)
    const table = await cotejo(url, ['accounts', 'list'])
    expect(
      table.out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/\s{2,}/)),
    ).toEqual([
      ['ACCOUNT', 'MODE', 'STATUS', 'PRICE PESOS', 'PER MINUTE', 'MONTHLY QUOTA', 'BALANCE PESOS', 'HELD PESOS'],
      ['sol', 'consumo', 'activa', '99.50', '7', '-', '5000.00', '0.00'],
    ])
    const { out } = await cotejo(url, ['accounts', 'show', 'sol', '--json'])
    expect(JSON.parse(out)).toEqual({
      account: 'sol',
      mode: 'consumo',
      status: 'activa',
      pricePesos: 99.5,
      perMinute: 7,
      monthlyQuota: null,
      balancePesos: 5000,
      heldPesos: 0,
      processor: null,
      destination: null,
    })
  })

  it('opens an account with the usual terms, and never without a price', async () => {
    const url = await testDatabase(migrated)
    const priceless = await cotejo(url, ['accounts', 'create', 'sol'])
    expect(priceless).toMatchObject({ code: 1, err: expect.stringContaining('--price') })
    expect(await query(url, 'SELECT FROM accounts')).toEqual([])
    const { code, out } = await cotejo(url, ['accounts', 'create', 'sol', '--price', '100', '--json'])
    const usual = { mode: 'consumo', status: 'activa', pricePesos: 100, perMinute: 60, monthlyQuota: null }
    expect([code, JSON.parse(out)]).toMatchObject([0, { ...usual, balancePesos: 0, heldPesos: 0 }])
    expect(await query(url, 'SELECT FROM api_keys')).toEqual([])
  })

  it.each([
    [['--price', '120'], { pricePesos: 120 }],
    [['--per-minute', '7'], { perMinute: 7 }],
    [['--quota', '9'], { monthlyQuota: 9 }],
    [['--quota', 'none'], { monthlyQuota: null }],
    [['--price', '0', '--quota', '1'], { pricePesos: 0, monthlyQuota: 1 }],
  ])('changes of a plan what %j says, and nothing else', async (flags, changed) => {
    const url = await testDatabase(migrated)
    await cotejo(url, ['accounts', 'create', 'sol', '--price', '99.50', '--quota', '5', '--per-minute', '30'])
    await cotejo(url, ['accounts', 'create', 'luna', '--price', '80', '--quota', '4', '--per-minute', '20'])
    const shown = async (account: string) =>
      JSON.parse((await cotejo(url, ['accounts', 'show', account, '--json'])).out)
    const [before, other] = [await shown('sol'), await shown('luna')]
    const plan = { pricePesos: 99.5, perMinute: 30, monthlyQuota: 5 }
    expect(before).toMatchObject(plan)
    const { out } = await cotejo(url, ['accounts', 'plan', 'sol', ...flags, '--json'])
    expect(JSON.parse(out)).toMatchObject({ ...plan, ...changed })
    expect([await shown('sol'), await shown('luna')]).toEqual([{ ...before, ...changed }, other])
    expect(await query(url, "SELECT details FROM audit_entries WHERE act = 'accounts plan'")).toEqual([
      { details: { ...plan, ...changed } },
    ])
  })

  it('changes the billing mode, and keeps plan and balance', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    const plan = async (mode: string) =>
      JSON.parse((await cotejo(url, ['accounts', 'plan', 'sol', '--mode', mode, '--json'])).out)
    const before = JSON.parse((await cotejo(url, ['accounts', 'list', '--json'])).out)
    expect(await plan('connect')).toMatchObject({ mode: 'connect', balancePesos: 1_000 })
    expect(await plan('consumo')).toEqual(before[0])
    const [entry] = await query(url, "SELECT details FROM audit_entries WHERE act = 'accounts plan'")
    expect(entry).toMatchObject({ details: { mode: 'connect' } })
  })

  it('adds money once for each reference, however often and at the same time it is asked to', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    const credit = async (amount: string, reference: string) => {
      const { code, out, err } = await cotejo(url, [
        'accounts',
        'credit',
        'sol',
        amount,
        '--reference',
        reference,
        '--reason',
        'caso-1',
        '--json',
      ])
      return code === 0 ? JSON.parse(out) : err
    }
    const all = await Promise.all(Array.from({ length: 5 }, () => credit('50', 'spei-1')))
    expect(all.map(({ added }) => added).sort()).toEqual([false, false, false, false, true])
    expect(await credit('50', 'spei-1')).toMatchObject({ added: false, balancePesos: 1_050 })
    expect(await credit('50', 'spei-2')).toMatchObject({ added: true, balancePesos: 1_100 })
    expect(await credit('60', 'spei-1')).toBe(
      'Under the reference "spei-1" 50.00 were added before: another amount needs another reference.\n',
    )
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })

  it('says what to do when it cannot do what it was asked', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    const refusals: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
      ['an account twice', ['accounts', 'create', 'sol', '--price', '1'], 'cotejo accounts show sol'],
      [
        'money for nobody',
        ['accounts', 'credit', 'nadie', '5', '--reference', 'spei-1', '--reason', 'caso-1'],
        'cotejo accounts list',
      ],
      [
        'half a centavo',
        ['accounts', 'credit', 'sol', '0.005', '--reference', 'spei-1', '--reason', 'caso-1'],
        'at most two decimals',
      ],
      ['nothing to change', ['accounts', 'plan', 'sol'], 'give --mode, --price, --per-minute or --quota'],
    ]
    for (const [what, args, advice] of refusals) {
      const { code, err } = await cotejo(url, args)
      expect([what, code]).toEqual([what, 1])
      expect(err).toContain(advice)
    }
  })
})

describe('cotejo api-keys', () => {
  it('keeps when a key was first revoked, however often it is revoked again', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    await cotejo(url, ['api-keys', 'issue', 'sol', '--id', 'otra'])
    const revoke = (...args: ReadonlyArray<string>) =>
      cotejo(url, ['api-keys', 'revoke', 'sol', ...args, '--reason', 'fuga'])
    const dates = async () => {
      const rows = await query(url, 'SELECT revoked_at::text AS at FROM api_keys ORDER BY key_id')
      return rows.map((row) => Reflect.get(row, 'at'))
    }
    await revoke('k1')
    const [first] = await dates()
    await revoke('k1')
    expect(await dates()).toEqual([first, null])
    await revoke('--all', '--yes')
    expect(await dates()).toEqual([first, expect.any(String)])
    const entries = await query(url, "SELECT details FROM audit_entries WHERE details ? 'keys'")
    expect(entries).toEqual([{ details: { keys: 1 } }])
  })

  it('shows a key once, which is accepted until it is revoked or its account suspended', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    const issued = JSON.parse((await cotejo(url, ['api-keys', 'issue', 'sol', '--id', 'nueva', '--json'])).out)
    expect(issued).toMatchObject({ account: 'sol', id: 'nueva', key: expect.stringMatching(/^avs_test_\w{49}$/) })
    expect((await cotejo(url, ['api-keys', 'issue', 'sol', '--id', 'nueva'])).err).toContain('Choose another --id')
    const listed = await cotejo(url, ['api-keys', 'list', 'sol', '--json'])
    expect(JSON.parse(listed.out)).toMatchObject([
      { id: 'k1', revoked: null },
      { id: 'nueva', revoked: null },
    ])
    expect(listed.out).not.toContain(issued.key)

    const first = await startReplica(url)
    expect(await create(first.base, issued.key)).toMatchObject({ status: 200 })
    await first.stop()
    expect(await cotejo(url, ['api-keys', 'revoke', 'sol', 'nueva', '--reason', 'caso-1'])).toMatchObject(done)
    expect(await cotejo(url, ['api-keys', 'revoke', 'sol', 'otra', '--reason', 'caso-1'])).toMatchObject({ code: 1 })
    const second = await startReplica(url)
    expect(await create(second.base, issued.key)).toMatchObject({ status: 401, body: { codigo: 'llave_invalida' } })
    await second.stop()
    await query(
      url,
      `INSERT INTO api_key_uses VALUES ('sol', 'nueva', '2026-11-01T06:00:00Z', '2026-11-02T06:00:00Z')
       ON CONFLICT (account_id, key_id) DO UPDATE SET first_at = excluded.first_at, last_at = excluded.last_at`,
    )
    const used = await cotejo(url, ['api-keys', 'list', 'sol', '--json'])
    expect(JSON.parse(used.out)).toMatchObject([
      { id: 'k1', firstUsed: null, lastUsed: null },
      { id: 'nueva', firstUsed: '2026-11-01T06:00:00.000Z', lastUsed: '2026-11-02T06:00:00.000Z' },
    ])
  })

  it('says of a key for a suspended account that it is refused', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    await cotejo(url, ['accounts', 'suspend', 'sol', '--reason', 'impago'])
    expect(await cotejo(url, ['api-keys', 'issue', 'sol'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/avs_test_/),
      err: 'Account "sol" is suspended: its keys are refused until cotejo accounts activate sol\n',
    })
  })

  it('refuses all keys of an account, or one that has expired, like one that was revoked', async () => {
    const url = await testDatabase(migrated)
    const kept = await openAccount(url, 'sol')
    const issue = async (...args: ReadonlyArray<string>) =>
      JSON.parse((await cotejo(url, ['api-keys', 'issue', 'sol', '--json', ...args])).out)
    const lasting = await issue('--id', 'larga', '--expires', '2999-01-01')
    expect(lasting).toMatchObject({ expires: '2999-01-01T06:00:00.000Z' })
    const brief = await issue('--id', 'breve', '--expires', '2998-01-01T00:00:00Z')
    await query(url, "UPDATE api_keys SET expires_at = now() WHERE key_id = 'breve'")
    const { base, stop } = await startReplica(url)
    const answered = (key: string) => get(base, '/v1/cuenta/consumo', key)
    expect((await answered(lasting.key)).status).toBe(200)
    const unknown = await answered(makeKey('sandbox', 2n ** 200n))
    expect(unknown).toMatchObject({ status: 401, body: { codigo: 'llave_invalida' } })
    expect(await answered(brief.key)).toEqual(unknown)

    const dry = await cotejo(url, ['api-keys', 'revoke', 'sol', '--all', '--dry-run', '--reason', 'fuga'])
    const would = 'This would revoke all 3 keys of account "sol" that are not revoked yet.'
    expect(dry).toEqual({ code: 0, out: `${would} This is a dry run: nothing was done.\n`, err: '' })
    expect(await cotejo(url, ['api-keys', 'revoke', 'sol', '--all', '--reason', 'fuga'])).toEqual({
      code: 1,
      out: '',
      err: `${would} Nothing was done: to do it, repeat this with --yes.\n`,
    })
    expect(await query(url, 'SELECT 1 FROM api_keys WHERE revoked_at IS NOT NULL')).toEqual([])
    expect((await cotejo(url, ['api-keys', 'revoke', 'sol', '--all', '--yes', '--reason', 'fuga'])).out).toContain(
      '3 were in',
    )
    // A replica remembers the key for some seconds.
    await expect.poll(async () => (await answered(lasting.key)).status, { timeout: 120_000 }).toBe(401)
    expect(await answered(kept)).toEqual(unknown)
    await stop()
    const over = await cotejo(url, ['api-keys', 'issue', 'sol', '--expires', '2026-01-01'])
    expect(over).toMatchObject({ code: 1, err: '--expires is in the past.\n' })
    for (const both of [[], ['larga', '--all']]) {
      expect((await cotejo(url, ['api-keys', 'revoke', 'sol', ...both, '--reason', 'fuga'])).code).toBe(1)
    }
  })
})
