import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { started } from '#test/support/childProcess.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { ownPostgres, query, testDatabase } from '#tools/postgres/postgres.ts'
import { page } from '#tools/service/page.ts'
import {
  environmentOf,
  get,
  laterKeyring,
  migrated,
  openAccount,
  rotatedKeyring,
  type ServerProcess,
  startReplica,
  startServer,
  until,
} from '#tools/service/server.ts'

const servers: Array<ServerProcess> = []
const start = async (url: string, changes: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServer(environmentOf(url, changes))
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.end('SIGKILL')
})

/** Waits until both ports say the same: 200 arriba, or 503 base_no_alcanzable. */
const saidBy = async ({ base, metrics }: ServerProcess, status: 200 | 503): Promise<void> => {
  for (const port of [base, metrics]) await until(async () => (await get(port, '/_salud')).status === status)
  const expected = status === 200 ? { estado: 'arriba', base: 'alcanzable' } : { codigo: 'base_no_alcanzable' }
  for (const port of [base, metrics]) expect((await get(port, '/_salud')).body).toMatchObject(expected)
}
/** Waits until its own metrics say whether it is. */
const toldReady = ({ metrics }: ServerProcess, value: 0 | 1) =>
  until(async () => new RegExp(`^cotejo_ready\\S* ${value}$`, 'm').test((await page(`${metrics}/metrics`)).text))
const alive = async ({ metrics }: ServerProcess) => (await page(`${metrics}/livez`)).status

describe('/livez', () => {
  it('answers 200, and _salud 503, while a database that takes connections says nothing', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const at = silent.address()
    const port = typeof at === 'object' && at !== null ? at.port : 0
    const replica = started(process.execPath, ['src/main.ts'], {
      env: environmentOf(`postgres://cotejo_app@127.0.0.1:${port}/cotejo`),
    })
    const [, metrics = ''] = await replica.says(/"metrics listening".*"address":"([^"]+)"/)
    expect((await page(`${metrics}/livez`)).status).toBe(200)
    expect(await get(metrics, '/_salud')).toMatchObject({ status: 503, body: { codigo: 'base_no_alcanzable' } })
    expect((await page(`${metrics}/metrics`)).status).toBe(200)
    expect(replica.printed()).not.toContain('api listening')
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

describe('_salud', () => {
  it('answers 503 base_no_alcanzable while the database is read-only, on either port, and the process lives', async () => {
    const postgres = await ownPostgres({ durable: false })
    try {
      await migrated(postgres.url)
      const server = await start(postgres.url)
      await saidBy(server, 200)
      await toldReady(server, 1)
      const readOnly = async (value: string) => {
        await query(postgres.url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`)
        await query(postgres.url, 'SELECT pg_reload_conf()')
      }
      await readOnly('on')
      await saidBy(server, 503)
      await toldReady(server, 0)
      expect(await alive(server)).toBe(200)
      await readOnly('off')
      await saidBy(server, 200)
    } finally {
      await postgres.stop()
    }
  })

  it('answers 503 base_no_alcanzable while the disk of the database is full', async ({ skip }) => {
    const namespace = ['--mount', '--propagation', 'private']
    const isPossible = process.getuid?.() === 0 && spawnSync('unshare', [...namespace, 'true']).status === 0
    skip(!isPossible, 'needs Linux, root and unshare: there is no small disk here')
    const program = fileURLToPath(new URL(import.meta.resolve('#test/support/smallDisk.ts')))
    const directory = temporaryDirectory('disk')
    const disk = started('unshare', [...namespace, process.execPath, program, directory])
    const [, url = ''] = await disk.says(/^url (.*)$/m)
    await migrated(url)
    const server = await start(url)
    await saidBy(server, 200)
    disk.tell('fill\n')
    await disk.says(/^done fill$/m)
    await saidBy(server, 503)
    expect(await alive(server)).toBe(200)
    disk.tell('empty\n')
    await disk.says(/^done empty$/m)
    await saidBy(server, 200)
  })

  it('answers 503 base_no_alcanzable while everything that is stored is sealed by keys that the replica lacks', async () => {
    const url = await testDatabase(migrated)
    const health = async (base: string) => (await get(base, '/_salud')).status
    const alone = await startReplica(url, { keyring: laterKeyring })
    expect(await health(alone.base)).toBe(200)
    await alone.stop()
    await openAccount(url, 'sol', { signingSecret: 'whsec_uno' })
    const foreign = await startReplica(url, { keyring: laterKeyring })
    expect(await health(foreign.base)).toBe(503)
    const both = await startReplica(url, { keyring: rotatedKeyring })
    expect(await health(both.base)).toBe(200)
    await both.stop()
    // Once something is sealed by its own key.
    await query(url, "UPDATE signing_secrets SET key_id = 'k2'")
    await until(async () => (await health(foreign.base)) === 200)
    await foreign.stop()
  })

  it('answers 503 base_no_alcanzable from SIGTERM on, while everything else is answered 200', async () => {
    const server = await start(await testDatabase(migrated), { COTEJO_LAST_CALL: '1 minute' })
    await saidBy(server, 200)
    server.child.kill('SIGTERM')
    await saidBy(server, 503)
    expect((await page(`${server.base}/openapi.json`)).status).toBe(200)
    expect(await alive(server)).toBe(200)
    expect((await page(`${server.metrics}/metrics`)).status).toBe(200)
  })
})
