import { DateTime, Effect, Layer, Option, Redacted } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import * as PostgresAccounts from '#adapters/postgres/operators/AccountAdministration.ts'
import * as PostgresSecrets from '#adapters/postgres/operators/SigningSecretAdministration.ts'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { SigningSecretAdministration } from '#ports/SigningSecretAdministration.ts'
import { patientDatabase } from '#tools/postgres/database.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { keyring, migrated } from '#tools/service/server.ts'

let url: string
beforeAll(async () => {
  url = await testDatabase(migrated)
  await query(
    url,
    `INSERT INTO accounts (account_id, mode, price_centavos, requests_per_minute, opened_at)
     VALUES ('luna', 'consumo', 1, 1, '2026-03-10T10:00:02Z'), ('sol', 'connect', 1, 1, '2026-03-10T10:00:01Z'),
            ('alba', 'consumo', 1, 1, '2026-03-10T10:00:02Z'), ('mar', 'consumo', 1, 1, '2026-03-10T10:00:03Z')`,
  )
  await query(
    url,
    `INSERT INTO processor_accounts (account_id, destination, key_id, sealed) VALUES ('sol', 'acct_1', 'k1', '')`,
  )
  await query(
    url,
    `INSERT INTO api_keys (digest, account_id, key_id, issued_at, revoked_at)
     VALUES ('a', 'sol', 'late', '2026-03-10T10:00:03Z', NULL), ('b', 'sol', 'early', '2026-03-10T10:00:01Z', NULL),
            ('c', 'sol', 'revoked', '2026-03-10T10:00:02Z', '2026-03-10T11:00:00Z'),
            ('d', 'luna', 'early', '2026-03-10T10:00:00Z', NULL)`,
  )
})

const ports = () =>
  Layer.merge(PostgresAccounts.layer, PostgresSecrets.layer).pipe(
    Layer.provide([patientDatabase(url), PlatformSecrets.layer(keyring)]),
  )
const accounts = <A, E>(use: (port: AccountAdministration['Service']) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provide(AccountAdministration.use(use), ports()))
describe('accounts as an operator sees them', () => {
  it('are listed oldest first, and of the same instant by name, each with who is paid', async () => {
    const listed = await accounts(({ list }) => list)
    expect(listed.map(({ account, destination }) => [account.id, destination])).toEqual([
      ['sol', 'acct_1'],
      ['alba', null],
      ['luna', null],
      ['mar', null],
    ])
    expect(await accounts(({ find }) => Effect.map(find('nadie'), Option.isNone))).toBe(true)
  })

  it('have keys, the one that was issued first before the others, and none of another account', async () => {
    const keys = await accounts(({ listKeys }) => listKeys('sol'))
    expect(keys.map(({ keyId }) => keyId)).toEqual(['early', 'revoked', 'late'])
  })

  it('have keys that stay revoked since the first time', async () => {
    expect(await accounts(({ revokeKey }) => revokeKey('sol', 'revoked'))).toBe(true)
    const at = "SELECT revoked_at = '2026-03-10T11:00:00Z' AS same FROM api_keys WHERE digest = 'c'"
    expect(await query(url, at)).toEqual([{ same: true }])
  })
})

it('a deposit is not taken for entered by what has its reference and amount, and is of another kind', async () => {
  await query(
    url,
    `INSERT INTO ledger_entries (account_id, kind, debit, credit, amount_centavos, reference, reason)
     VALUES ('mar', 'ajuste', 'ajustes', 'saldo', 500, 'r-1', 'x')`,
  )
  const failure = await accounts(({ creditOnce }) => Effect.flip(creditOnce('mar', 500, 'r-1', 'x')))
  expect(failure).toMatchObject({ _tag: 'ReferenceTaken', reference: 'r-1', amountCentavos: 500 })
})

it('a signing secret has the time at which it was issued itself, also once another stands in its place', async () => {
  const secrets = <A, E>(use: (port: SigningSecretAdministration['Service']) => Effect.Effect<A, E>): Promise<A> =>
    Effect.runPromise(Effect.provide(SigningSecretAdministration.use(use), ports()))
  const listed = async () =>
    (await secrets(({ list }) => list('alba'))).map(({ role, issuedAt }) => [role, DateTime.formatIso(issuedAt)])
  const old = '2026-03-01T00:00:00.000Z'
  await query(
    url,
    `INSERT INTO signing_secrets (account_id, role, key_id, sealed, issued_at)
     VALUES ('alba', 'actual', 'k1', '', '2026-02-01T00:00:00Z'), ('alba', 'siguiente', 'k1', '', '${old}')`,
  )
  await secrets(({ rotate }) => rotate('alba', Redacted.make('whsec_tres')))
  expect(await listed()).not.toContainEqual(['siguiente', old])
  await query(url, `UPDATE signing_secrets SET issued_at = '${old}' WHERE account_id = 'alba' AND role = 'siguiente'`)
  await secrets(({ activate }) => activate('alba'))
  expect(await listed()).toEqual([['actual', old]])
})

describe('the next signing secret of an account', () => {
  const isTried = async (change: string) => {
    await query(url, 'DELETE FROM delivery_attempts')
    await query(
      url,
      `INSERT INTO delivery_attempts (account_id, verification_id, number, kind, started_at, took_ms, status)
       VALUES ('luna', 'ver_1', 1, 'programado', '2026-03-10T12:00:00.001Z', 1, 200)`,
    )
    if (change !== '') await query(url, `UPDATE delivery_attempts SET ${change}`)
    return Effect.runPromise(
      Effect.provide(
        SigningSecretAdministration.use((port) => port.isTried('luna')),
        ports(),
      ),
    )
  }
  beforeAll(() =>
    query(
      url,
      `INSERT INTO signing_secrets (account_id, role, key_id, sealed, issued_at)
       VALUES ('luna', 'actual', 'k1', '', '2026-03-01T00:00:00Z'), ('luna', 'siguiente', 'k1', '', '2026-03-10T12:00:00Z'),
              ('mar', 'siguiente', 'k1', '', '2026-03-01T00:00:00Z')`,
    ),
  )

  it.each([
    ['', true],
    ["started_at = '2026-03-10T12:00:00Z'", false],
    ["started_at = '2026-03-10T11:59:59Z'", false],
    ['status = 299', true],
    ['status = 300', false],
    ['status = 199', false],
    ["status = NULL, failure = 'tiempo_agotado'", false],
    ["account_id = 'mar'", false],
    ["account_id = 'sol'", false],
  ])('was taken by a receiver, of an attempt after it was made with %s: %s', async (change, isTrue) => {
    expect(await isTried(change)).toBe(isTrue)
  })
})
