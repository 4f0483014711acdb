import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProcessor, type TestProcessor } from '#tools/peers/processor.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

const key = { COTEJO_PROCESSOR_KEY: 'rk_test_0123456789' }

describe('cotejo accounts processor', () => {
  let url = ''
  beforeAll(async () => {
    url = await testDatabase(migrated)
    await cotejo(url, ['accounts', 'create', 'plataforma', '--mode', 'connect', '--price', '100'])
    await cotejo(url, ['accounts', 'create', 'prepago', '--price', '100'])
  })
  const set = (account: string, destination: string, changes: Record<string, string> = key) =>
    cotejo(url, ['accounts', 'processor', account, '--destination', destination], changes)

  it('sets the key and the destination of an account in mode connect, without repeating the key', async () => {
    const { code, out, err } = await set('plataforma', 'acct_1A2b3C')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('acct_1A2b3C')
    expect(out).not.toContain('rk_test')
  })

  it.each([
    ['an account in mode consumo', 'prepago', 'acct_1', key, 'is in mode consumo, which transfers nothing'],
    ['an account that is not there', 'nadie', 'acct_1', key, 'no account "nadie"'],
    ['what is no destination', 'plataforma', 'cuenta', key, 'Expected: a connected account of the processor'],
    ['no key', 'plataforma', 'acct_1', {}, 'COTEJO_PROCESSOR_KEY or COTEJO_PROCESSOR_KEY_FILE is missing'],
    [
      'a key of live mode',
      'plataforma',
      'acct_1',
      { COTEJO_PROCESSOR_KEY: 'rk_live_0123456789' },
      'a key of the live mode, which environment sandbox does not use',
    ],
    ['what is no key', 'plataforma', 'acct_1', { COTEJO_PROCESSOR_KEY: 'secreto' }, 'is no restricted key'],
  ])('refuses %s', async (_, account, destination, changes, complaint) => {
    const { code, out, err } = await set(account, destination, changes)
    expect(code).toBe(1)
    expect(out + err).toContain(complaint)
    expect(out + err).not.toContain('0123456789')
  })
})

describe('cotejo transfers', () => {
  let url = ''
  let processor: TestProcessor
  let replica: Awaited<ReturnType<typeof startReplica>>
  let apiKey = ''
  beforeAll(async () => {
    url = await testDatabase(migrated)
    processor = await startProcessor()
    apiKey = await openAccount(url, 'plataforma', { mode: 'connect' })
    const { restrictedKey, destination } = processor.platform
    await cotejo(url, ['accounts', 'processor', 'plataforma', '--destination', destination], {
      COTEJO_PROCESSOR_KEY: restrictedKey,
    })
    replica = await startReplica(url, { processorUrl: processor.address })
  })
  afterAll(async () => {
    await replica.stop()
    await processor.stop()
  })

  let requests = 0
  const emit = async (): Promise<string> => {
    requests += 1
    const solicitud_id = `sol-${requests}`
    const payment_intent_id = await processor.pay({ amountCentavos: 1_000_00 })
    const { body } = await create(replica.base, apiKey, { solicitud_id, cobro: { modo: 'connect', payment_intent_id } })
    const path = `/v1/verificaciones/${body['verificacion_id']}`
    await until(async () => (await get(replica.base, path, apiKey)).body['estado'] === 'emitida')
    return String(body['verificacion_id'])
  }
  const list = async (state: string): Promise<ReadonlyArray<Record<string, unknown>>> =>
    JSON.parse((await cotejo(url, ['transfers', 'list', 'plataforma', '--state', state, '--json'])).out)
  const check = () => cotejo(url, ['ledger', 'check', '--processor'], { COTEJO_PROCESSOR_URL: processor.address })

  it('shows a transfer that is executed, and the books agree with the processor', async () => {
    const verification = await emit()
    await until(async () => (await list('ejecutada')).length === 1)
    expect(await list('ejecutada')).toMatchObject([{ verification, pesos: 100, attempts: 1, lastFailure: null }])
    expect(await check()).toMatchObject({ code: 0 })
    const refund = await cotejo(url, ['ledger', 'refund', 'plataforma', verification, '--reason', 'caso-1'])
    expect(refund).toMatchObject({ code: 1, err: expect.stringContaining('pay it back at the processor') })
  })

  it('tries one that failed again at once when told to', async () => {
    await processor.run(processor.processor.faults.put('crear_transferencia', 'limite_429', 1))
    const verification = await emit()
    await until(async () => (await list('encolada'))[0]?.['attempts'] === 1)
    expect(await list('encolada')).toMatchObject([{ verification, lastFailure: 'limite_del_procesador' }])
    const retry = await cotejo(url, ['transfers', 'retry', 'plataforma', verification, '--json'])
    expect(JSON.parse(retry.out)).toEqual({ account: 'plataforma', verification, due: expect.stringMatching(/T.*Z$/) })
    await until(async () => (await list('ejecutada')).length === 2)
    const again = await cotejo(url, ['transfers', 'retry', 'plataforma', verification])
    expect(again).toMatchObject({ code: 1 })
    expect(again.err).toContain('that waits')
  })

  const columnOf = async (verification: string, column: string): Promise<string> => {
    const rows = await query(url, `SELECT ${column} FROM transfers WHERE verification_id = '${verification}'`)
    return Object.values(rows[0] ?? {}).join()
  }
  const retried = async (...args: ReadonlyArray<string>) => {
    const { code, out, err } = await cotejo(url, ['transfers', 'retry', ...args, '--yes', '--json'])
    return code === 0 ? JSON.parse(out) : err
  }

  it.each([
    [
      'nothing is said',
      [],
      'Name an account and a verification. Or say which of those that wait: --destination, --since, --until or --all; of one account where it is named.\n',
    ],
    ['only an account is named', ['plataforma'], 'Name an account and a verification'],
    ['one and many are meant', ['plataforma', 'ver_1', '--all'], 'Name an account and a verification'],
    ['there is no such account', ['nadie', '--all'], 'no account "nadie"'],
  ])('retries none where %s', async (_, args, complaint) => {
    expect(await retried(...args)).toContain(complaint)
  })

  it('lists and exports by when they were emitted, and what is exported is what was charged', async () => {
    await emit()
    await until(async () => (await list('encolada')).length === 0)
    const all = await list('ejecutada')
    const [latest] = all
    expect(latest).toMatchObject({ emitted: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) })
    const listed = async (...args: ReadonlyArray<string>) =>
      JSON.parse((await cotejo(url, ['transfers', 'list', ...args, '--json'])).out)
    const at = String(latest?.['emitted'])
    expect(await listed('--since', at)).toEqual([latest])
    expect(await listed('plataforma', '--until', at)).toEqual(all.slice(1))

    const exported = async (...args: ReadonlyArray<string>) => {
      const { code, out, err } = await cotejo(url, ['transfers', 'export', ...args])
      const [head, ...lines] = out.trimEnd().split('\n')
      return { code, head, lines, sums: JSON.parse(err.split('\n')[0] ?? '') }
    }
    const whole = await exported()
    expect(whole.head).toBe('account,emitted,pesos,state,verification,request,payment,transfer,remark')
    expect(whole.lines).toHaveLength(all.length)
    const pesos = all.length * 100
    expect(whole.sums).toEqual({
      transfers: all.length,
      pesos,
      executedPesos: pesos,
      queuedPesos: 0,
      chargedPesos: pesos,
    })
    const { verification, payment, transfer } = latest ?? {}
    expect(await exported('--account', 'plataforma', '--since', at)).toEqual({
      code: 0,
      head: whole.head,
      lines: [`plataforma,${at},100.00,ejecutada,${verification},sol-${requests},${payment},${transfer},`],
      sums: { transfers: 1, pesos: 100, executedPesos: 100, queuedPesos: 0, chargedPesos: 100 },
    })
    const lines = (await cotejo(url, ['transfers', 'export', '--since', at, '--json'])).out
    expect(JSON.parse(lines)).toMatchObject({ account: 'plataforma', pesos: '100.00', request: `sol-${requests}` })
  })

  /** Made at the processor by somebody else, in our name. */
  const byHand = async (payment: string, verification: string): Promise<string> => {
    const form = processor.order(await processor.chargeOf(payment), {
      'metadata[verificacion_id]': verification,
      'metadata[payment_intent_id]': payment,
    })
    return String((await processor.call('POST', '/v1/transfers', { form })).body['id'])
  }
  const breaches = async (): Promise<ReadonlyArray<Record<string, unknown>>> => {
    const { code, out } = await cotejo(url, ['ledger', 'check', '--processor', '--json'], {
      COTEJO_PROCESSOR_URL: processor.address,
    })
    expect(code).toBe(1)
    return JSON.parse(out)
  }

  const noted = async () => (await query(url, 'SELECT discrepancies, of_processor FROM ledger_checks'))[0]

  it('are no discrepancy while the processor does not tell of them', async () => {
    await processor.run(processor.processor.faults.put('listar_transferencias', 'error_500', 1))
    expect((await breaches()).length).toBe(1)
    expect(await noted()).toEqual({ discrepancies: 0, of_processor: 0 })
  })

  it('are told when two are of one payment, though the books know one of them', async () => {
    const verification = await emit()
    await until(async () => (await list('encolada')).length === 0)
    expect(await check()).toMatchObject({ code: 0 })
    const [recorded, payment] = [
      await columnOf(verification, 'transfer_id'),
      await columnOf(verification, 'payment_intent_id'),
    ]
    const made = await byHand(payment, 'ver_lost')
    expect(await breaches()).toEqual([
      {
        account: 'plataforma',
        promise: 'a payment is transferred once',
        subject: payment,
        found: `${made} of 10000 for ver_lost, ${recorded} of 10000 for ${verification}`,
        expected: 'one transfer',
      },
    ])
  })

  it('that are otherwise at the processor stay noted until it tells of all of them that they are not', async () => {
    expect(await noted()).toEqual({ discrepancies: 0, of_processor: 1 })
    expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
    expect(await noted()).toEqual({ discrepancies: 0, of_processor: 1 })
    await processor.run(processor.processor.faults.put('listar_transferencias', 'error_500', 1))
    await breaches()
    expect(await noted()).toEqual({ discrepancies: 0, of_processor: 1 })
  })

  it('are told when the processor has another than is recorded, or none, or does not tell', async () => {
    const verification = await emit()
    await until(async () => (await list('encolada')).length === 0)
    const made = await columnOf(verification, 'transfer_id')
    const different = { account: 'plataforma', promise: 'the processor has the transfer that is recorded' }
    await query(url, `UPDATE transfers SET transfer_id = 'tr_other' WHERE verification_id = '${verification}'`)
    const otherwise = { ...different, subject: verification, found: `${made} of 10000`, expected: 'tr_other of 10000' }
    expect(await breaches()).toContainEqual(otherwise)
    for (const table of ['transfers', 'payment_claims']) {
      await query(url, `UPDATE ${table} SET payment_intent_id = 'pi_other' WHERE verification_id = '${verification}'`)
    }
    expect(await breaches()).toContainEqual({ ...otherwise, found: 'none' })
    await processor.run(processor.processor.faults.put('listar_transferencias', 'error_500', 1))
    const promise = 'the processor can be asked for every transfer'
    expect((await breaches()).filter((row) => row['promise'] === promise)).toEqual([
      { account: 'plataforma', promise, subject: null, found: 'procesador_fallo', expected: 'an answer' },
    ])
  })
})
