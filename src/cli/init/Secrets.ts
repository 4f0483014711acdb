import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const newKey = (): string => randomBytes(32).toString('base64')

/**
 * The verifier that Postgres stores for a password (SCRAM-SHA-256, RFC 5803). It reveals the password neither to readers of a
 * script nor in a log of statements.
 */
const scramVerifier = (password: string): string => {
  const [iterations, salt] = [4_096, randomBytes(16)]
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (label: string): Buffer => createHmac('sha256', salted).update(label).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

/**
 * The secrets of a new installation, by the path of their file, and the statements that set the passwords of the roles.
 *
 * @param database `host:port/database?parameters`
 * @param month the name of the first sealing key, as 2026-11: those that follow it are named so too
 */
export const newSecrets = (database: string, month: string) => {
  const passwords = ['migrate', 'app', 'operator'].map((role) => [role, randomBytes(24).toString('hex')] as const)
  const addresses = passwords.map(
    ([role, password]) => [`secrets/database_${role}`, `postgres://cotejo_${role}:${password}@${database}`] as const,
  )
  const files: Readonly<Record<string, string>> = {
    ...Object.fromEntries(addresses),
    'secrets/digest_key': newKey(),
    // A line: the operator appends the next key.
    'secrets/sealing_keys': `${month}:${newKey()}\n`,
    // Empty until the operator writes the keys of the providers. The sandbox does not read them.
    'secrets/identity_key': '',
    'secrets/judicial_key': '',
    // psql and pg_dump find the password by the name of the role.
    'secrets/pgpass': passwords.map(([role, password]) => `*:*:*:cotejo_${role}:${password}\n`).join(''),
  }
  const statements = passwords.map(
    ([role, password]) => `ALTER ROLE cotejo_${role} PASSWORD '${scramVerifier(password)}';\n`,
  )
  return { files, statements: statements.join('') }
}
