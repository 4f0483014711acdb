import { Effect, Schema } from 'effect'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { isAlive } from '#adapters/postgres/connection/Leases.ts'
import { keyNameOf, sealingKeysOf } from '#adapters/postgres/connection/Replica.ts'
import { missingKeys, refusedKeys } from '#adapters/postgres/installation/KnownKeys.ts'
import { rowsOf } from '#adapters/postgres/rows/Columns.ts'
import { Secrets } from '#ports/Secrets.ts'
import { type Check, fault, ok, warning } from './Check.ts'

const nodesIn = rowsOf(Schema.Struct({ replica_id: Schema.String, sealing_keys: Schema.Array(Schema.String) }))

const given: Check<Database | Secrets> = {
  check: 'keys',
  look: Effect.gen(function* () {
    const { givenKeys } = yield* Secrets
    const refused = yield* refusedKeys
    if (refused !== null) return fault(refused.found, refused.action)
    const missing = yield* missingKeys
    const sealing = givenKeys.filter(({ use }) => use === 'sealing').map(({ keyId }) => `"${keyId}"`)
    return missing.length === 0
      ? ok(`as in the database: COTEJO_DIGEST_KEY, sealing keys ${sealing.join(', ')}`)
      : fault(`stored data needs "${missing.join('", "')}"`, 'Append them to COTEJO_SEALING_KEYS.')
  }),
}

const replicas: Check<Database | Secrets> = {
  check: 'keys of replicas',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const ours = sealingKeysOf(yield* Secrets)
    const [first = ''] = ours
    const name = keyNameOf(first)
    const replicas = nodesIn(
      yield* sql`SELECT replica_id, sealing_keys FROM replicas WHERE ${isAlive(sql)} ORDER BY replica_id`,
    )
    const lacking = replicas.filter(({ sealing_keys }) => !sealing_keys.includes(first))
    const unlike = lacking.filter(({ sealing_keys }) => sealing_keys.some((key) => keyNameOf(key) === name))
    const named = (some: typeof replicas) => some.map(({ replica_id }) => replica_id).join(', ')
    if (unlike.length > 0) {
      return warning(
        `${unlike.length} of ${replicas.length} replicas have another value for "${name}" than this command: ${named(unlike)}`,
        'The line keys shows whether the value here is right.',
      )
    }
    if (lacking.length > 0) {
      return warning(
        `${lacking.length} of ${replicas.length} replicas lack the first key of COTEJO_SEALING_KEYS: ${named(lacking)}`,
        'Append it to the settings of these replicas, and restart them.',
      )
    }
    const behind = replicas.filter(({ sealing_keys }) => ours.some((key) => !sealing_keys.includes(key)))
    return behind.length === 0
      ? ok(`${replicas.length} replicas have the first key`)
      : warning(
          `${behind.length} of ${replicas.length} replicas lack a further key of COTEJO_SEALING_KEYS: ${named(behind)}`,
          'If the key is new, restart these replicas before you move it to the first place.',
        )
  }),
}

const processorIn = rowsOf(Schema.Struct({ account_id: Schema.String, is_set: Schema.Boolean }))

const processors: Check<Database> = {
  check: 'processor of accounts',
  look: Effect.gen(function* () {
    const { work: sql } = yield* Database
    const accounts = processorIn(
      yield* sql`
        SELECT a.account_id, p.account_id IS NOT NULL AS is_set
          FROM accounts a LEFT JOIN processor_accounts p USING (account_id)
         WHERE a.mode = 'connect' AND a.status = 'activa' ORDER BY a.account_id`,
    )
    const [unset = null, ...others] = accounts.filter(({ is_set }) => !is_set)
    if (unset === null) return ok(`${accounts.length} accounts in mode connect`)
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return fault(
      `none is set for "${unset.account_id}"${more}: their payments are refused`,
      `Run: cotejo accounts processor ${unset.account_id} --destination acct_…`,
    )
  }),
}

export const keyChecks = [given, replicas]
export const accountChecks = [processors]
