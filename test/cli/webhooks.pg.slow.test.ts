import { Redacted } from 'effect'
import { describe, expect, it } from 'vitest'
import type { WebhookRequest } from '#ports/WebhookSender.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'

const secretForm = /^whsec_[0-9A-Za-z+/]{43}=$/
const eventForm = /^evt_\w{22}$/
const instantForm = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** What a command prints with `--json`. */
const printed = async (url: string, args: ReadonlyArray<string>) =>
  JSON.parse((await cotejo(url, [...args, '--json'])).out)

/** The cells of a printed table, without what pads them. */
const cells = (table: string): ReadonlyArray<ReadonlyArray<string>> =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/\s{2,}/))

const secretsOf = ({ secrets: { current, next } }: WebhookRequest) => ({
  current: Redacted.value(current),
  next: next && Redacted.value(next),
})

describe('cotejo accounts create', () => {
  it('issues the first signing secret of the account and shows it this once', async () => {
    const url = await testDatabase(migrated)
    const opened = await printed(url, ['accounts', 'create', 'sol', '--price', '10'])
    expect(opened).toMatchObject({
      account: 'sol',
      pricePesos: 10,
      signingSecret: expect.stringMatching(secretForm),
      note: 'Keep the signing secret now: it is never shown again.',
    })
    expect(await printed(url, ['signing-secrets', 'list', 'sol'])).toEqual([
      { role: 'actual', issued: expect.stringMatching(instantForm) },
    ])
    const { out } = await cotejo(url, ['accounts', 'create', 'luna', '--price', '10'])
    expect(out).toMatch(/^signing secret {2,}whsec_\S{44}$/m)
    expect((await cotejo(url, ['accounts', 'show', 'sol'])).out).not.toContain('whsec_')
  })

  it('opens nothing without the keys that seal the secret', async () => {
    const url = await testDatabase(migrated)
    const keyless = { COTEJO_SEALING_KEYS: '' }
    const { code, err } = await cotejo(url, ['accounts', 'create', 'sol', '--price', '10'], keyless)
    expect(code).toBe(1)
    expect(err).toContain('COTEJO_SEALING_KEYS')
    expect(JSON.parse((await cotejo(url, ['accounts', 'list', '--json'], keyless)).out)).toEqual([])
  })
})

describe('cotejo signing-secrets', () => {
  it('rotates without a gap: both secrets sign until the next one is activated and signs alone', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    const first = await printed(url, ['signing-secrets', 'issue', 'sol'])
    expect(first).toEqual({
      account: 'sol',
      signingSecret: expect.stringMatching(secretForm),
      note: 'Keep it now: it is never shown again.',
    })
    const next = await printed(url, ['signing-secrets', 'rotate', 'sol'])
    expect(next).toEqual({
      account: 'sol',
      signingSecret: expect.stringMatching(secretForm),
      note: 'Keep it now: it is never shown again.',
      meanwhile: 'Both secrets sign webhook-signature; the current one alone signs Service-Signature.',
      afterwards: 'Once the partner knows it: cotejo signing-secrets activate sol',
    })
    expect(next.signingSecret).not.toBe(first.signingSecret)
    const listed = await cotejo(url, ['signing-secrets', 'list', 'sol'])
    expect(cells(listed.out)).toEqual([
      ['ROLE', 'ISSUED'],
      ['actual', expect.stringMatching(instantForm)],
      ['siguiente', expect.stringMatching(instantForm)],
    ])
    expect(listed.out).not.toContain('whsec_')

    expect(await cotejo(url, ['signing-secrets', 'activate', 'sol'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force'),
    })
    const { sent, sender } = webhookSender()
    const { base, stop } = await startReplica(url, {}, undefined, sender)
    const { body } = await create(base, key)
    await until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === 1)
    const activated = await cotejo(url, ['signing-secrets', 'activate', 'sol'])
    expect(activated).toMatchObject({ code: 0, out: expect.stringContaining('signs alone') })
    expect(await query(url, "SELECT details FROM audit_entries WHERE act = 'signing-secrets activate'")).toEqual([
      { details: { force: false } },
    ])
    await cotejo(url, ['deliveries', 'resend', 'sol', String(body['verificacion_id'])])
    await until(async () => sent.length === 2)
    await stop()
    expect(sent.map(secretsOf)).toEqual([
      { current: first.signingSecret, next: next.signingSecret },
      { current: next.signingSecret, next: null },
    ])
    expect(await printed(url, ['signing-secrets', 'list', 'sol'])).toMatchObject([{ role: 'actual' }])
  })

  it('says what to do when it cannot do what it was asked', async () => {
    const url = await testDatabase(migrated)
    await openAccount(url, 'sol')
    await openAccount(url, 'luna', { signingSecret: 'whsec_uno' })
    const refusals: ReadonlyArray<readonly [string, ReadonlyArray<string>, string]> = [
      ['a secret for nobody', ['issue', 'nadie'], 'cotejo accounts list'],
      ['a second first secret', ['issue', 'luna'], 'cotejo signing-secrets rotate luna'],
      ['rotating what is not there', ['rotate', 'sol'], 'cotejo signing-secrets issue sol'],
      ['activating what is not there', ['activate', 'luna'], 'cotejo signing-secrets rotate luna'],
    ]
    const refused = refusals.map(async ([what, args, advice]) => {
      const { code, err } = await cotejo(url, ['signing-secrets', ...args])
      expect([what, code]).toEqual([what, 1])
      expect(err).toContain(advice)
    })
    await Promise.all(refused)
    const { code, out } = await cotejo(url, ['signing-secrets', 'list', 'sol'])
    expect(code).toBe(0)
    expect(out).toContain('cotejo signing-secrets issue sol')
  })
})

describe('cotejo deliveries', () => {
  it('lists and shows webhooks with every attempt, and sends one again beyond its six', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    expect((await cotejo(url, ['deliveries', 'list', 'sol'])).out).toBe('There are none.\n')

    const { sent, sender } = webhookSender((_, sentBefore) => (sentBefore === 0 ? 503 : 200))
    const { base, stop } = await startReplica(url, {}, undefined, sender)
    const { body } = await create(base, key)
    const id = String(body['verificacion_id'])
    await until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === 1)
    const show = ['deliveries', 'show', 'sol', id]
    const pending = {
      verification: id,
      event: expect.stringMatching(eventForm),
      emitted: expect.stringMatching(instantForm),
      receiver: 'partner.example.com',
      state: 'pendiente',
      lastResult: '503',
      scheduledAttempts: 1,
      due: expect.stringMatching(instantForm),
      resendDue: null,
    }
    const failed = {
      number: 1,
      kind: 'programado',
      started: expect.stringMatching(instantForm),
      tookMs: expect.any(Number),
      status: 503,
      failure: null,
    }
    expect(await printed(url, show)).toEqual({
      account: 'sol',
      ...pending,
      url: 'https://partner.example.com/webhooks/avs',
      sentBy: null,
      attempts: [failed],
    })
    expect(await printed(url, ['deliveries', 'list', 'sol', '--state', 'pendiente'])).toEqual([
      { account: 'sol', ...pending },
    ])
    expect(await printed(url, ['deliveries', 'list', 'sol', '--state', 'entregada'])).toEqual([])
    expect(cells((await cotejo(url, ['deliveries', 'list', 'sol'])).out)[0]).toEqual([
      'VERIFICATION',
      'RECEIVER',
      'STATE',
      'LAST RESULT',
      'SCHEDULED ATTEMPTS',
    ])

    const resent = await cotejo(url, ['deliveries', 'resend', 'sol', id])
    expect(resent).toMatchObject({ code: 0, err: '' })
    expect(resent.out).toContain('same event id and bytes; this does not count among its six attempts')
    await until(async () => (await query(url, 'SELECT 1 FROM delivery_attempts')).length === 2)
    await stop()
    const all = ['deliveries', 'resend', 'sol', '--yes', '--receiver', 'partner.example.com', '--state']
    expect(await printed(url, [...all, 'agotada'])).toEqual({ account: 'sol', resent: 0 })
    // Those that are given up, where no state is named.
    await query(url, "UPDATE deliveries SET state = 'agotada'")
    expect(await printed(url, all.slice(0, -1))).toEqual({ account: 'sol', resent: 1 })
    await query(url, "UPDATE deliveries SET state = 'entregada', resend_at = NULL")
    expect(await printed(url, [...all, 'entregada'])).toEqual({ account: 'sol', resent: 1 })
    expect(await printed(url, [...all, 'entregada'])).toEqual({ account: 'sol', resent: 0 })
    await query(url, 'UPDATE deliveries SET resend_at = NULL')
    const resentUntil = (at: string) =>
      printed(url, ['deliveries', 'resend', 'sol', '--yes', '--state', 'entregada', '--until', at])
    expect(await resentUntil('2026-01-01')).toEqual({ account: 'sol', resent: 0 })
    expect(await resentUntil('2100-01-01')).toEqual({ account: 'sol', resent: 1 })
    await query(url, 'UPDATE deliveries SET resend_at = NULL')
    expect((await cotejo(url, ['deliveries', 'resend', 'sol'])).err).toContain('--receiver')
    expect(await cotejo(url, [...all, 'pendiente'])).toEqual({
      code: 0,
      out: 'Nothing was done: no such webhook of account "sol" is in state pendiente. One that is to be sent again already does not count. Another state: --state. Hosts, with their ports: RECEIVER of cotejo deliveries list sol\n',
      err: '',
    })
    const [first, second] = sent
    expect(second).toMatchObject({ eventId: first?.eventId, body: first?.body, url: first?.url })
    expect(await printed(url, show)).toMatchObject({
      state: 'entregada',
      scheduledAttempts: 1,
      due: null,
      resendDue: null,
      attempts: [failed, { number: 2, kind: 'reenvio', status: 200 }],
    })
    const [card = '', attempts = ''] = (await cotejo(url, show)).out.split('\n\n')
    expect(card).toMatch(/^state {2,}entregada$/m)
    expect(cells(attempts)).toEqual([
      ['NUMBER', 'KIND', 'STARTED', 'TOOK MS', 'STATUS', 'FAILURE'],
      ['1', 'programado', expect.stringMatching(instantForm), expect.stringMatching(/^\d+$/), '503', '-'],
      ['2', 'reenvio', expect.stringMatching(instantForm), expect.stringMatching(/^\d+$/), '200', '-'],
    ])
  })

  it('shows a webhook that waits for a signing secret, and says when there is none to show or send', async () => {
    const url = await testDatabase(migrated)
    const key = await openAccount(url, 'sol')
    await openAccount(url, 'luna')
    const { base, stop } = await startReplica(url)
    const curp = 'NOEX900101HDFRRS04'
    const emitted = String((await create(base, key)).body['verificacion_id'])
    const inconclusive = String((await create(base, key, { solicitante: { curp } })).body['verificacion_id'])
    await until(async () => (await query(url, 'SELECT 1 FROM verification_work')).length === 0)
    await stop()

    const { out } = await cotejo(url, ['deliveries', 'show', 'sol', emitted])
    expect(out).toContain('No attempt has ended yet.')
    expect(await printed(url, ['deliveries', 'resend', 'sol', emitted])).toEqual({
      account: 'sol',
      verification: emitted,
      resendDue: expect.stringMatching(instantForm),
    })
    const refusals = [
      ['show', 'sol', inconclusive],
      ['resend', 'sol', inconclusive],
      ['show', 'luna', emitted],
      ['resend', 'luna', emitted],
      ['resend', 'sol', 'ver_inexistente'],
    ] as const
    const refused = refusals.map(async ([command, account, id]) => {
      const { code, out: nothing, err } = await cotejo(url, ['deliveries', command, account, id])
      expect([command, account, code, nothing]).toEqual([command, account, 1, ''])
      expect(err).toContain(`cotejo deliveries list ${account}`)
    })
    await Promise.all(refused)
    expect(await cotejo(url, ['deliveries', 'list', 'sol', '--state', 'emitida'])).toMatchObject({ code: 1 })
    expect(await printed(url, ['deliveries', 'list', 'sol', '--limit', '1'])).toHaveLength(1)
    const { err } = await cotejo(url, ['deliveries', 'list', 'sol', '--limit', '1'])
    expect(err).toBe('These are the latest 1, and there may be more: --limit.\n')
  })
})
