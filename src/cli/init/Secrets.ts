import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type Plan, roles } from './Plan.ts'

const newKey = (): string => randomBytes(32).toString('base64')

/**
 * The verifier that Postgres stores for a password (SCRAM-SHA-256, RFC 5803). It reveals the password neither to readers of a
 * script nor in a log of statements.
 */
const scramVerifier = (password: string, salt: Buffer = randomBytes(16)): string => {
  const iterations = 4_096
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (label: string): Buffer => createHmac('sha256', salted).update(label).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

/** The Postgres that the containers of an installation bring. */
export const ownDatabase = 'postgres:5432/cotejo?sslmode=verify-full'

/** The secrets of a new installation, by the name of their file, and the statements that set the passwords of the roles. */
export const newSecrets = ({ environment, database }: Plan, month: string) => {
  const passwords = roles.map((role) => [role, randomBytes(24).toString('hex')] as const)
  const address = database ?? ownDatabase
  const files: Record<string, string> = {
    digest_key: newKey(),
    // A line: the operator appends the next key.
    sealing_keys: `${month}:${newKey()}\n`,
    ...Object.fromEntries(
      passwords.map(([role, password]) => [`database_${role}`, `postgres://cotejo_${role}:${password}@${address}`]),
    ),
    // psql and pg_dump find the password by the name of the role.
    pgpass: passwords.map(([role, password]) => `*:*:*:cotejo_${role}:${password}\n`).join(''),
    // Empty until the operator writes the keys of the providers.
    ...(environment === 'production' ? { identity_key: '', judicial_key: '' } : {}),
    ...(database === null ? { postgres_password: randomBytes(24).toString('hex') } : {}),
  }
  const statements = passwords.map(
    ([role, password]) => `ALTER ROLE cotejo_${role} PASSWORD '${scramVerifier(password)}';\n`,
  )
  return { files, statements: statements.join('') }
}
