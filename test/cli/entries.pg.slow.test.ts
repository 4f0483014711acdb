import { Effect } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import { locking } from '#test/support/lockedRow.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

/** Of whom the registry has nothing. */
const nobody = 'NOEX900101HDFRRS04'

/** Two accounts, each with a verification emitida, and `sol` with one no_concluyente, and one that was erased. */
const charged = async (url: string): Promise<void> => {
  await migrated(url)
  const replica = await startReplica(url)
  const end = async (key: string, changes: Record<string, unknown>) => {
    const { body } = await create(replica.base, key, changes)
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await until(async () => (await get(replica.base, path, key)).body['estado'] !== 'en_proceso')
    return String(body['verificacion_id'])
  }
  const sol = await openAccount(url, 'sol')
  const erased = await end(sol, { solicitud_id: 'sol-borrada', solicitante: { curp: nobody } })
  await cotejo(url, ['verifications', 'erase', 'sol', erased, '--reason', 'caso-1'])
  await end(sol, { solicitud_id: 'sol-emitida' })
  await end(sol, { solicitud_id: 'sol-inexistente', solicitante: { curp: nobody } })
  await end(await openAccount(url, 'luna'), { solicitud_id: 'luna-emitida' })
  await replica.stop()
}

let url = ''
beforeAll(async () => {
  url = await testDatabase(charged)
})

const told = async (args: ReadonlyArray<string>, changes: Record<string, string> = {}) => {
  const { code, out, err } = await cotejo(url, [...args, '--json'], changes)
  return code === 0 ? JSON.parse(out) : err
}
const found = async (...args: ReadonlyArray<string>) => (await told(['verifications', 'find', ...args])) as Array<never>
const idOf = async (request: string): Promise<string> =>
  (await found('--solicitud-id', request).then(([one]) => one ?? { verification: '' }))['verification']
/** What the audit has of an act: amounts are pesos there. */
const detailsOf = (act: string) =>
  query(url, `SELECT account_id, details FROM audit_entries WHERE act = '${act}' ORDER BY sequence`)
const isSound = async () => expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })

describe('cotejo verifications find', () => {
  it('finds by solicitud_id and verificacion_id, in all accounts or one', async () => {
    const verification = await idOf('sol-emitida')
    expect(await found('--verification', verification)).toMatchObject([
      { account: 'sol', verification, request: 'sol-emitida', state: 'emitida' },
    ])
    expect(await found('--solicitud-id', 'sol-emitida', '--account', 'luna')).toEqual([])
    const hint = async (limit: string) =>
      (await cotejo(url, ['verifications', 'find', '--verification', verification, '--limit', limit])).err
    expect(await hint('1')).toBe('These are the latest 1, and there may be more: --limit.\n')
    expect(await hint('2')).toBe('')
  })

  it('finds by the payment that backs it, and by no other', async () => {
    const verification = await idOf('luna-emitida')
    await query(
      url,
      `INSERT INTO payment_claims (payment_intent_id, account_id, verification_id)
       SELECT 'pi_' || request_id, account_id, verification_id FROM verifications`,
    )
    const [backed, unknown] = [await found('--payment', 'pi_luna-emitida'), await found('--payment', 'pi_nadie')]
    await query(url, 'DELETE FROM payment_claims')
    expect(backed).toMatchObject([{ account: 'luna', verification }])
    expect(unknown).toEqual([])
  })

  it('tells since when the content of one is gone, which a list leaves out', async () => {
    const [erased, kept] = [await found('--solicitud-id', 'sol-borrada'), await found('--solicitud-id', 'sol-emitida')]
    expect(erased).toMatchObject([{ state: 'no_concluyente', retired: expect.stringMatching(/^20\d\d-.+Z$/) }])
    expect(kept).toMatchObject([{ retired: null }])
    expect(JSON.stringify(await told(['verifications', 'list', 'sol']))).not.toContain('sol-borrada')
  })

  it('lists the latest first, with how long each took', async () => {
    await query(
      url,
      "UPDATE verifications SET resolved_at = created_at + interval '301 s' WHERE request_id = 'sol-emitida'",
    )
    const listed = await told(['verifications', 'list', 'sol'])
    expect(listed).toMatchObject([{ request: 'sol-inexistente' }, { request: 'sol-emitida', tookSeconds: 301 }])
    const hint = async (limit: string) => (await cotejo(url, ['verifications', 'list', 'sol', '--limit', limit])).err
    expect(await hint('2')).toBe('These are the latest 2, and there may be more: --limit.\n')
    expect(await hint('3')).toBe('')
  })

  it.each([
    ['what to find is not said', ['verifications', 'find'], 'Give one of'],
    [
      'two things to find are said',
      ['verifications', 'find', '--solicitud-id', 'sol-emitida', '--verification', 'ver_1'],
      'Give one of',
    ],
    [
      'there is no such account',
      ['verifications', 'find', '--account', 'nadie', '--solicitud-id', 'x'],
      'no account "nadie"',
    ],
    ['the account of a list is not there', ['verifications', 'list', 'nadie'], 'no account "nadie"'],
    ['the account of webhooks is not there', ['deliveries', 'list', 'nadie'], 'no account "nadie"'],
    ['the account of transfers is not there', ['transfers', 'list', 'nadie'], 'no account "nadie"'],
    ['the account of keys is not there', ['api-keys', 'list', 'nadie'], 'no account "nadie"'],
    ['the account of secrets is not there', ['signing-secrets', 'list', 'nadie'], 'no account "nadie"'],
  ])('says so when %s', async (_, args, advice) => {
    const { code, err } = await cotejo(url, args)
    expect(code).toBe(1)
    expect(err).toContain(advice)
  })
})

describe('an account that is not there', () => {
  it.each([
    ['verifications show nadie ver_1'],
    ['verifications explain nadie ver_1'],
    ['verifications erase nadie ver_1 --reason caso-1'],
    ['subject export nadie sol-1'],
    ['verifications erase nadie --solicitud-id sol-1 --reason caso-1'],
    ['deliveries show nadie ver_1'],
    ['deliveries resend nadie ver_1'],
    ['transfers retry nadie ver_1'],
    ['ledger refund nadie ver_1 --reason caso-1'],
    ['signing-secrets rotate nadie'],
    ['signing-secrets activate nadie'],
    ['signing-secrets abort nadie'],
    ['audit show --account nadie'],
  ])('is said not to be by %s', async (command) => {
    expect(await cotejo(url, command.split(' '))).toMatchObject({
      code: 1,
      out: '',
      err: 'There is no account "nadie". These are there: cotejo accounts list\n',
    })
  })
})

describe('a time', () => {
  it.each([
    ['ledger list sol'],
    ['ledger export --account sol'],
    ['transfers list sol'],
    ['transfers export'],
    ['transfers retry sol'],
    ['verifications list'],
    ['deliveries list'],
    ['deliveries resend sol'],
    ['audit show'],
  ])('that ends before it begins is refused by %s', async (command) => {
    const times = ['--since', '2026-12-01', '--until', '2026-11-01']
    expect(await cotejo(url, [...command.split(' '), ...times])).toMatchObject({
      code: 1,
      out: '',
      err: '--until must be later than --since.\n',
    })
  })
})

describe('cotejo ledger refund', () => {
  it('gives a charge back once, however often and at the same time it is asked to', async () => {
    const verification = await idOf('luna-emitida')
    const refund = () => told(['ledger', 'refund', 'luna', verification, '--reason', 'Charged by mistake'])
    const all = await Promise.all([refund(), refund(), refund()])
    expect(all.map(({ refunded }) => refunded).sort()).toEqual([false, false, true])
    expect(await refund()).toMatchObject({ refundPesos: 100, refunded: false })
    expect(await told(['accounts', 'show', 'luna'])).toMatchObject({ balancePesos: 1_000 })
    const details = { verification, pesos: 100 }
    expect(await detailsOf('ledger refund')).toEqual([{ account_id: 'luna', details }])
    await isSound()
  })

  it('refuses what was not charged, what is not there, and a reason that names a person', async () => {
    const refused = (id: string, reason = 'Charged by mistake') =>
      told(['ledger', 'refund', 'sol', id, '--reason', reason])
    expect(await refused(await idOf('sol-inexistente'))).toContain('was not charged')
    expect(await refused('ver_nada')).toContain('does not exist')
    expect(await refused(await idOf('sol-emitida'), 'For HEGG560427MVZRRL04')).toContain('without a CURP')
  })
})

describe('cotejo accounts correct', () => {
  it('corrects in both directions, once for each reference, and takes nothing that is held', async () => {
    const correct = (direction: string, amount: string, reference: string) =>
      told(['accounts', 'correct', 'luna', direction, amount, '--reference', reference, '--reason', 'Wrong transfer'])
    const { balancePesos: before } = await told(['accounts', 'show', 'luna'])
    const all = await Promise.all([correct('--take', '10.50', 'fix-1'), correct('--take', '10.50', 'fix-1')])
    expect(all.map(({ corrected }) => corrected).sort()).toEqual([false, true])
    expect(await correct('--add', '0.50', 'fix-2')).toMatchObject({ corrected: true, balancePesos: before - 10 })
    expect(await correct('--add', '10.50', 'fix-1')).toContain('stands for -10.50 already')
    expect(await told(['accounts', 'credit', 'luna', '0.50', '--reference', 'fix-2', '--reason', 'caso-1'])).toContain(
      '"fix-2"',
    )
    expect(await correct('--take', '100000', 'fix-3')).toContain('are not held')
    expect(await detailsOf('accounts correct')).toEqual([
      { account_id: 'luna', details: { pesos: -10.5, reference: 'fix-1' } },
      { account_id: 'luna', details: { pesos: 0.5, reference: 'fix-2' } },
    ])
    const neither = ['accounts', 'correct', 'luna', '--reference', 'r', '--reason', 'Nothing']
    expect(await told(neither)).toContain('either')
    expect(await told([...neither, '--add', '1', '--take', '1'])).toContain('either')
    await isSound()
  })
})

/** It waits for a lock ten seconds, in place of minutes. */
const soonTired = { COTEJO_TIMEOUT_FACTOR: '5' }

it('a change of money whose row another session has locked is told with that reason, and counts once when repeated', async () => {
  const credit = ['accounts', 'credit', 'luna', '1', '--reference', 'locked-1', '--reason', 'caso-1']
  const letGo = await Effect.runPromise(locking(url, "accounts WHERE account_id = 'luna'"))
  const locked = await told(credit, soonTired)
  await Effect.runPromise(letGo)
  expect(locked).toMatch(/^The database did not say \(LockTimeoutError 55P03.*\) whether it was added\. Repeat it with/)
  const { balancePesos: before } = await told(['accounts', 'show', 'luna'])
  for (const _ of [1, 2]) await told(credit)
  expect(await told(['accounts', 'show', 'luna'])).toMatchObject({ balancePesos: before + 1 })
  await isSound()
})

describe('cotejo ledger export', () => {
  const exported = async (...args: ReadonlyArray<string>) => {
    const { code, out, err } = await cotejo(url, ['ledger', 'export', ...args])
    const [head = '', ...lines] = out.trimEnd().split('\n')
    return { code, head, lines, sums: JSON.parse(err.split('\n')[0] ?? '') }
  }

  it('prints every entry, and sums that are the balances', async () => {
    const { code, head, lines, sums } = await exported()
    expect(code).toBe(0)
    expect(head).toBe('account,entry,recorded,kind,pesos,verification,request,reference,reason')
    const pesos = lines.map((line) => Number(line.split(',')[4]))
    // Two were charged, one of them was given back; deposits and corrections are no charges.
    expect(sums).toMatchObject({ entries: lines.length, openingPesos: 0, laterPesos: 0, chargedPesos: 100 })
    expect(sums.closingPesos).toBe(pesos.reduce((sum, one) => sum + one, 0))
    expect(sums.settledPesos).toBe(sums.closingPesos)
    expect(lines.filter((line) => line.includes('cargo')).map((line) => line.split(',').slice(3, 7))).toEqual([
      ['cargo', '-100.00', await idOf('luna-emitida'), 'luna-emitida'],
      ['cargo', '-100.00', await idOf('sol-emitida'), 'sol-emitida'],
    ])
  })

  it('says of an account in mode connect where its charges are', async () => {
    const nothing = '"settledPesos":0,"chargedPesos":0}'
    await openAccount(url, 'aparte', { mode: 'connect' })
    expect(await cotejo(url, ['ledger', 'export', '--account', 'aparte'])).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        new RegExp(
          `${nothing}\nAccount "aparte" is in mode connect, which has no entries. What it was charged: cotejo transfers export\n$`,
        ),
      ),
    })
    const { err } = await cotejo(url, ['ledger', 'export', '--account', 'sol'])
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })

  it('of a time has what was before and after in its sums', async () => {
    await query(url, 'ALTER TABLE ledger_entries DISABLE TRIGGER USER')
    await query(url, `UPDATE ledger_entries SET recorded_at = '2026-11-01T05:59:59Z' WHERE kind = 'abono'`)
    await query(url, `UPDATE ledger_entries SET recorded_at = '2026-11-01T06:00:00Z' WHERE kind = 'cargo'`)
    await query(url, 'ALTER TABLE ledger_entries ENABLE TRIGGER USER')
    const { code, lines, sums } = await exported('--account', 'sol', '--since', '2026-11-01', '--until', '2026-11-02')
    expect([code, lines.length]).toEqual([0, 1])
    expect(sums).toEqual({
      entries: 1,
      openingPesos: 1_000,
      movedPesos: -100,
      closingPesos: 900,
      laterPesos: 0,
      settledPesos: 900,
      chargedPesos: 100,
    })
    const before = await exported('--account', 'sol', '--until', '2026-11-01')
    expect([before.code, before.sums]).toEqual([
      0,
      {
        entries: 1,
        openingPesos: 0,
        movedPesos: 1_000,
        closingPesos: 1_000,
        laterPesos: -100,
        settledPesos: 900,
        chargedPesos: 0,
      },
    ])
    const [charge] = await told(['ledger', 'list', 'sol', '--since', '2026-11-01T06:00:00Z'])
    expect(charge).toMatchObject({ kind: 'cargo', pesos: -100, request: 'sol-emitida' })
  })

  it('says so when they are not the balances', async () => {
    const other = await testDatabase(charged)
    await query(other, "UPDATE accounts SET settled_centavos = settled_centavos + 1 WHERE account_id = 'sol'")
    const { code, err } = await cotejo(other, ['ledger', 'export'])
    expect([code, err]).toEqual([1, expect.stringContaining('cotejo ledger check')])
  })

  it('tells of a credit its reference and the reason that the operator gave', async () => {
    const other = await testDatabase(migrated)
    await cotejo(other, ['accounts', 'create', 'sol', '--price', '100'])
    const credit = ['accounts', 'credit', 'sol', '50', '--reference', 'spei-1', '--reason']
    expect((await cotejo(other, [...credit, 'Deposit of 3 May, first part'])).code).toBe(0)
    // It was added before: the books keep what was said then.
    expect((await cotejo(other, [...credit, 'Another reason'])).code).toBe(0)
    const { out } = await cotejo(other, ['ledger', 'export'])
    const lines = out.trimEnd().split('\n').slice(1)
    expect(lines).toEqual([
      expect.stringMatching(/^sol,1,[^,]+Z,abono,50\.00,,,spei-1,"Deposit of 3 May, first part"$/),
    ])
    const [entry] = JSON.parse((await cotejo(other, ['ledger', 'list', 'sol', '--json'])).out)
    expect(entry).toMatchObject({ kind: 'abono', reference: 'spei-1', reason: 'Deposit of 3 May, first part' })
  })

  it('hands over more than a page', async () => {
    const other = await testDatabase(migrated)
    await openAccount(other, 'sol')
    await query(
      other,
      `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos)
       SELECT 'sol', 'abono', 'caja', 'saldo', 1 FROM generate_series(1, 2500)`,
    )
    await query(other, 'UPDATE accounts SET settled_centavos = settled_centavos + 2500')
    const { code, out } = await cotejo(other, ['ledger', 'export', '--json'])
    expect([code, new Set(out.trimEnd().split('\n')).size]).toEqual([0, 2_501])
  })
})
