import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { ownPostgres, query } from '#tools/postgres/postgres.ts'
import { cotejo } from '#tools/service/server.ts'

/** Runs the script, one statement after the other. */
const runScript = async (url: string, file: string): Promise<void> => {
  for (const statement of readFileSync(file, 'utf8').split(/^(?=ALTER ROLE)/m)) await query(url, statement)
}

it('the roles that roles.sql makes accept the passwords in secrets, and no others', async () => {
  const server = await ownPostgres({ durable: false })
  const { host, pathname } = new URL(server.url)
  const etc = join(temporaryDirectory('init'), 'etc')
  const flags = ['--name', 'avs.example.com', '--environment', 'sandbox', '--database', `${host}${pathname}`]
  expect(await cotejo('', ['init', etc, ...flags])).toMatchObject({ code: 0 })
  await runScript(server.url, join(etc, 'roles.sql'))
  for (const role of ['migrate', 'app', 'operator']) {
    const url = readFileSync(join(etc, `secrets/database_${role}`), 'utf8')
    expect(await query(url, 'SELECT current_user AS name')).toEqual([{ name: `cotejo_${role}` }])
    const wrong = new URL(url)
    wrong.password = `${wrong.password.slice(0, -1)}${wrong.password.endsWith('0') ? '1' : '0'}`
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow()
  }
  // The script, and a log of its statements, hold no password.
  const [stored] = await query(server.url, "SELECT rolpassword FROM pg_authid WHERE rolname = 'cotejo_app'")
  expect(stored).toEqual({ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) })
  // Repeated, it changes nothing.
  await runScript(server.url, join(etc, 'roles.sql'))
  const again = readFileSync(join(etc, 'secrets/database_operator'), 'utf8')
  expect(await query(again, 'SELECT current_user AS name')).toEqual([{ name: 'cotejo_operator' }])
})
