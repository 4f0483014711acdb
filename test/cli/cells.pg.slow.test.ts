import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '#tools/machine/freePort.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { haproxyIsInstalled, startHaproxy } from '#tools/peers/haproxy.ts'
import { webhookSender } from '#tools/peers/webhookSender.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, create, get, migrated, openAccount, startReplica, until } from '#tools/service/server.ts'
import { errorBody } from '#wire/Errores.ts'

const configuration = 'ops/cells/haproxy.cfg'

it('answers for a cell without replicas what the service answers without its database', () => {
  const answers = readFileSync(configuration, 'utf8').match(/(?<=http-error status 50[23] .*')\{.*\}/g)
  expect(answers?.map((answer) => JSON.parse(answer))).toEqual(Array(2).fill(errorBody('base_no_alcanzable')))
})

/** A router over one server for each cell, which it never takes for down: a busy machine answers health checks late. */
const startRouter = async (servers: { readonly a: string; readonly b: string }, routerKey: string, map: string) => {
  const directory = temporaryDirectory('router')
  const files = { socket: join(directory, 'admin.sock'), map: join(directory, 'cells.map') }
  const patient = join(directory, 'haproxy.cfg')
  writeFileSync(files.map, map)
  writeFileSync(patient, readFileSync(configuration, 'utf8').replace('timeout check 2s', 'timeout check 1h'))
  const [port = ''] = await freePorts(1)
  const variables = {
    CELLS_SOCKET: files.socket,
    CELLS_BIND: `127.0.0.1:${port}`,
    CELLS_ROUTER_KEY: routerKey,
    CELLS_MAP: files.map,
    ...{ CELL_A1: servers.a, CELL_A2: servers.a, CELL_B1: servers.b, CELL_B2: servers.b },
  }
  const log = join(directory, 'router.log')
  return { ...files, base: `http://127.0.0.1:${port}`, log, stop: startHaproxy(patient, variables, log) }
}

it.skipIf(!haproxyIsInstalled())('sends a POST once more that a replica left unanswered', async () => {
  const bodies: Array<string> = []
  const server = createServer(async (request, response) => {
    if (request.url === '/_salud') return response.end()
    bodies.push(await text(request))
    const isLost = bodies.length === 2 || bodies.at(-1) === 'never'
    return isLost ? request.socket.destroy() : response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = typeof address === 'object' ? `127.0.0.1:${address?.port}` : ''
  const { base, log, stop } = await startRouter({ a: host, b: host }, 'AAAA', '')
  const post = (body: string) =>
    fetch(`${base}/v1/verificaciones/LIMP900101HDFRRS03`, { method: 'POST', body }).then(({ status }) => status)
  await until(async () => (await fetch(base).catch(() => null))?.status === 200)
  bodies.length = 0

  expect([await post('first'), await post('second')]).toEqual([200, 200])
  // HAProxy may also close the connection.
  expect(await post('never').catch(() => 502)).toBe(502)
  expect(bodies).toEqual(['first', 'second', 'second', 'never', 'never'])
  await stop()
  const logged = readFileSync(log, 'utf8')
  expect(logged).toMatch(/ POST$/m)
  expect(logged).not.toContain('LIMP')
  server.closeAllConnections()
  server.close()
})

describe.skipIf(!haproxyIsInstalled())('two cells behind ops/cells/haproxy.cfg', () => {
  const stops: Array<() => Promise<unknown>> = []
  const keys = { sol: '', luna: '' }
  let [base, socket, a, b] = ['', '', '', '']
  const { sent, sender } = webhookSender()

  const replicaOf = async (url: string): Promise<string> => {
    const { base: address, stop } = await startReplica(url, {}, undefined, sender)
    stops.push(stop)
    return new URL(address).host
  }
  const operate = (url: string, ...args: ReadonlyArray<string>) => cotejo(url, args)
  const routed = ['--router', '', '--map', '']
  const health = (authorization: string) =>
    fetch(`${base}/v1/cuenta/consumo`, { headers: { authorization } }).then(({ status }) => status)

  beforeAll(async () => {
    ;[a, b] = [await testDatabase(migrated), await testDatabase(migrated)]
    keys.sol = await openAccount(a, 'sol', { signingSecret: 'whsec_uno' })
    keys.luna = await openAccount(b, 'luna', { signingSecret: 'whsec_dos' })
    const maps = [await operate(a, 'cells', 'map', 'a'), await operate(b, 'cells', 'map', 'b')]
    const routerKey = (await operate(a, 'cells', 'router-key')).out.trim()
    const servers = { a: await replicaOf(a), b: await replicaOf(b) }
    const router = await startRouter(servers, routerKey, maps.map(({ out }) => out).join(''))
    stops.push(router.stop)
    ;({ base, socket } = router)
    routed.splice(0, 4, '--router', socket, '--map', router.map)
    await until(async () => {
      const answers = await Promise.all([keys.sol, keys.luna].map((key) => health(`Bearer ${key}`).catch(() => 0)))
      return answers.every((status) => status === 200)
    })
  })
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })

  it('send a key to its cell however it is written, and strangers to one', async () => {
    for (const key of [keys.sol, keys.luna])
      for (const written of [`Bearer ${key}`, `bearer   ${key}`, `\tBEARER ${key} \t`])
        expect(await health(written)).toBe(200)
    expect(await Promise.all(['Bearer avs_test_otra', 'Basic x', ''].map(health))).toEqual([401, 401, 401])
    expect((await get(base, '/v1/cuenta/consumo')).body['codigo']).toBe('llave_ausente')
  })

  it('learn new and revoked keys while they run', async () => {
    const { out } = await operate(b, 'api-keys', 'issue', 'luna', '--id', 'k2', '--json')
    const { key } = JSON.parse(out)
    expect(await health(`Bearer ${key}`)).toBe(401)
    expect(await operate(b, 'cells', 'map', 'b', ...routed)).toMatchObject({ code: 0, err: '' })
    await until(async () => (await health(`Bearer ${key}`)) === 200)
    await operate(b, 'api-keys', 'revoke', 'luna', 'k2', '--reason', 'caso-1')
    const changed = await operate(b, 'cells', 'map', 'b', ...routed, '--json')
    expect(JSON.parse(changed.out)).toEqual([{ router: socket, keys: 1, changes: 1 }])
    expect(await health(`Bearer ${key}`)).toBe(401)
  })

  it('move an account while it and others work: only 200 and 503, nothing lost, nothing doubled', async () => {
    const made = { sol: new Set<unknown>(), luna: new Set<unknown>() }
    const seen = { sol: new Set<number>(), luna: new Set<number>() }
    let isOver = false
    const partner = async (name: 'sol' | 'luna') => {
      for (let number = 0; !isOver || number < 5; ) {
        const { status, body } = await create(base, keys[name], { solicitud_id: `${name}-${number}` })
        seen[name].add(status)
        if (status !== 200) continue
        made[name].add(body['verificacion_id'])
        number += 1
        seen[name].add((await get(base, `/v1/verificaciones/${body['verificacion_id']}`, keys[name])).status)
      }
    }
    await cotejo(a, ['accounts', 'credit', 'sol', '900000', '--reference', 'spei-1', '--reason', 'caso-1'])
    await cotejo(b, ['accounts', 'credit', 'luna', '900000', '--reference', 'spei-1', '--reason', 'caso-1'])
    const working = Promise.all([partner('sol'), partner('luna')])
    // A partner without an answer ends the test.
    const reached = (count: number) => Promise.race([working, until(async () => made.sol.size > count)])
    await reached(5)
    const ended = await cotejo(a, ['accounts', 'move', 'sol', '--to', 'b', ...routed, '--reason', 'caso-1'], {
      COTEJO_OTHER_DATABASE_URL: b,
    })
    expect(ended).toMatchObject({ code: 0, err: '' })
    const [before] = [made.sol.size]
    await reached(before + 5)
    isOver = true
    await working

    expect([...seen.sol].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect([...seen.luna]).toEqual([200])
    await until(async () => (await query(b, "SELECT FROM deliveries WHERE state <> 'entregada'")).length === 0)
    for (const name of ['sol', 'luna'] as const) {
      const rows = await query(b, `SELECT verification_id AS id FROM verifications WHERE account_id = '${name}'`)
      expect(new Set(rows.map(({ id }: { id?: string }) => id))).toEqual(made[name])
    }
    expect(await query(a, "SELECT FROM verifications WHERE account_id = 'sol'")).toEqual([])
    expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(sent.length)
    for (const url of [a, b]) expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })
  })

  it('are compared by cotejo doctor --with, which names what is in both', async () => {
    const compared = async () => {
      const { out } = await cotejo(a, ['doctor', '--with', 'b', '--json'], { COTEJO_OTHER_DATABASE_URL: b })
      const found: ReadonlyArray<Record<string, string>> = JSON.parse(out)
      return found.find(({ check }) => check === 'cell b')
    }
    expect(await compared()).toMatchObject({
      result: 'ok',
      finding: 'no account, key, payment or destination is in both',
    })
    await openAccount(a, 'luna')
    for (const url of [a, b]) await query(url, "INSERT INTO payment_claims VALUES ('pi_1', 'luna', 'ver_1')")
    expect(await compared()).toMatchObject({
      result: 'fault',
      finding: 'in both cells: the account "luna", the payment "pi_1"',
    })
  })
})
