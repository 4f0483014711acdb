import type { Environment } from '#domain/account/ApiKey.ts'
import type { BillingMode } from '#domain/verification/Terms.ts'

export interface Plan {
  /** The directory of the installation: absolute. */
  readonly directory: string
  readonly environment: Environment
  /** How the first partner pays. */
  readonly billing: BillingMode
  /** The host name by which partners call the service. */
  readonly name: string
  /** `host:port/database?parameters` of an existing Postgres; null for a new one in a container. */
  readonly database: string | null
  /** File of the certificate authority of that Postgres; null for the authorities of Node. */
  readonly databaseAuthority: string | null
  readonly identityUrl: string | null
  readonly judicialUrl: string | null
  readonly image: string
}

/** The roles of the database, each with a password of its own. */
export const roles = ['migrate', 'app', 'operator'] as const
export type Role = (typeof roles)[number]

/** The settings of a replica or command that name the file of a secret, with the name of that file. */
export const secretSettings = (
  { environment }: Pick<Plan, 'environment'>,
  role: Role,
): ReadonlyArray<readonly [string, string]> => [
  ['DATABASE_URL_FILE', `database_${role}`],
  // `cotejo migrate` needs no keys.
  ...(role === 'migrate'
    ? []
    : ([
        ['COTEJO_DIGEST_KEY_FILE', 'digest_key'],
        ['COTEJO_SEALING_KEYS_FILE', 'sealing_keys'],
      ] as const)),
  ...(role === 'migrate' || environment === 'sandbox'
    ? []
    : ([
        ['COTEJO_IDENTITY_KEY_FILE', 'identity_key'],
        ['COTEJO_JUDICIAL_KEY_FILE', 'judicial_key'],
      ] as const)),
]

/**
 * The variable that tells psql and pg_dump which authorities to trust, if any. libpq trusts those of the system only
 * together with verify-full.
 */
export const authorityOfPsql = ({ directory, database, databaseAuthority }: Plan): ReadonlyArray<string> => {
  if (databaseAuthority !== null) return [`PGSSLROOTCERT=${directory}/database_ca.pem`]
  return database?.includes('sslmode=verify-full') ? ['PGSSLROOTCERT=system'] : []
}
