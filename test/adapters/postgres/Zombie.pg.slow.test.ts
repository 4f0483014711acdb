import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Effect, Option } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountAdministration } from '#ports/AccountAdministration.ts'
import { Accounts } from '#ports/Accounts.ts'
import { Verifications } from '#ports/Verifications.ts'
import { patientStorage } from '#test/support/storage.ts'
import { applicationOf } from '#test/support/storedVerifications.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { cotejo, migrated, until } from '#tools/service/server.ts'

interface Node {
  readonly child: ChildProcess
  /** Says a line, and waits for the answer. */
  readonly tell: (order: string) => Promise<string>
  /** Says a line to one that may not hear it yet. */
  readonly say: (order: string) => void
  readonly hear: () => Promise<string>
}

const script = fileURLToPath(new URL('../../support/zombie.ts', import.meta.url))
const started: Array<ChildProcess> = []
afterEach(async () => {
  for (const child of started.splice(0)) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await ended
  }
})

const startNode = async (url: string, replicaId: string): Promise<Node> => {
  const child = spawn(process.execPath, [script, url, replicaId], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  const spoken: Array<string> = []
  const lines = createInterface({ input: child.stdout }).on('line', (line) => spoken.push(line))
  const hear = async (): Promise<string> => {
    while (spoken.length === 0) await once(lines, 'line')
    return spoken.shift() ?? ''
  }
  const say = (order: string) => void child.stdin.write(`${order}\n`)
  const tell = (order: string) => {
    say(order)
    return hear()
  }
  expect(await hear()).toBe('ready')
  return { child, tell, say, hear }
}

describe('a process that was stopped for longer than its lease', () => {
  let url = ''
  beforeEach(async () => {
    url = await testDatabase(migrated)
    const admitted = Effect.gen(function* () {
      const administration = yield* AccountAdministration
      const plan = { priceCentavos: 100_00, requestsPerMinute: 600, monthlyQuota: null }
      yield* administration.open({ id: 'sol', mode: 'consumo', plan })
      yield* administration.issueKey('sol', 'k1', 'digest')
      yield* administration.creditOnce('sol', 1_000_00, 'saldo inicial', 'saldo inicial')
      const principal = Option.getOrThrow(yield* (yield* Accounts).authenticate('digest'))
      yield* (yield* Verifications).admit(applicationOf(principal))
    })
    await Effect.runPromise(Effect.provide(admitted, patientStorage(url, 'admission')))
  })

  /** The verification, and what it cost. */
  const outcome = async () => {
    const [row] = await query(
      url,
      `SELECT v.state, v.reason, a.settled_centavos::integer AS settled,
              a.held_centavos::integer AS held,
              (SELECT count(*)::integer FROM verification_work) AS work,
              (SELECT count(*)::integer FROM ledger_entries WHERE kind = 'cargo') AS charges
         FROM verifications v JOIN accounts a USING (account_id)`,
    )
    return row
  }
  const charged = { state: 'emitida', reason: null, settled: 900_00, held: 0, work: 0, charges: 1 }
  const released = {
    state: 'no_concluyente',
    reason: 'curp_inexistente',
    settled: 1_000_00,
    held: 0,
    work: 0,
    charges: 0,
  }

  /** Both, once the other has seen the zombie's lease: a lease that it never saw before counts for minutes. */
  const startBoth = async () => {
    const nodes = await Promise.all([startNode(url, 'zombie'), startNode(url, 'other')] as const)
    const beat = async () =>
      JSON.stringify(await query(url, "SELECT beat_at::text FROM replicas WHERE replica_id = 'other'"))
    // Each heartbeat looks at the leases after it has renewed its own.
    for (let beats = 0; beats < 2; beats += 1) {
      const before = await beat()
      await until(async () => (await beat()) !== before)
    }
    return nodes
  }
  /** As if the zombie's lease had run out. */
  const endLease = () => query(url, `UPDATE replicas SET lease_until = '-infinity' WHERE replica_id = 'zombie'`)
  /** Claims what the other lost, as soon as it is given back; it counts as a crash of the other. */
  const takeOver = (node: Node) =>
    until(async () => {
      await endLease()
      return (await node.tell('claim')) === 'held 1'
    })
  const booksAreRight = async () => expect(await cotejo(url, ['ledger', 'check'])).toMatchObject({ code: 0 })

  it.each([
    ['no_concluyente', released],
    ['emitida', charged],
  ] as const)('is refused its end when another ended the verification %s meanwhile', async (state, expected) => {
    const [zombie, other] = await startBoth()
    expect(await zombie.tell('claim')).toBe('held 0')
    expect(await other.tell('claim')).toBe('nothing')
    zombie.child.kill('SIGSTOP')
    await takeOver(other)
    expect(await other.tell(`conclude ${state}`)).toBe('true')
    expect(await outcome()).toEqual(expected)

    zombie.child.kill('SIGCONT')
    expect(await zombie.tell('conclude emitida')).toBe('false')
    expect(await outcome()).toEqual(expected)
    await booksAreRight()
  })

  it('is refused its end while another still works on the verification', async () => {
    const [zombie, other] = await startBoth()
    expect(await zombie.tell('claim')).toBe('held 0')
    zombie.child.kill('SIGSTOP')
    await takeOver(other)
    zombie.child.kill('SIGCONT')
    expect(await zombie.tell('conclude emitida')).toBe('false')
    expect(await outcome()).toMatchObject({ state: 'en_proceso', held: 100_00, work: 1, charges: 0 })
    expect(await other.tell('conclude no_concluyente')).toBe('true')
    expect(await outcome()).toEqual(released)
    await booksAreRight()
  })

  it('may have ended the verification with its last word: then nobody takes it over', async () => {
    const [zombie, other] = await startBoth()
    expect(await zombie.tell('claim')).toBe('held 0')
    // Stopped somewhere between the order and the answer to its COMMIT.
    zombie.say('conclude emitida')
    zombie.child.kill('SIGSTOP')
    await until(async () => {
      await endLease()
      return (await query(url, `SELECT FROM replicas WHERE replica_id = 'zombie'`)).length === 0
    })
    const taken = await other.tell('claim')
    if (taken === 'held 1') expect(await other.tell('conclude no_concluyente')).toBe('true')
    const before = await outcome()
    expect([charged, released]).toContainEqual(before)

    zombie.child.kill('SIGCONT')
    expect(await zombie.hear()).toBe(taken === 'held 1' ? 'false' : 'true')
    expect(await outcome()).toEqual(before)
    await booksAreRight()
  })

  // Nothing in the work leaves a transaction open between statements; should anything ever, it is cut off.
  it('loses a transaction that it left open, whose locks keep nobody waiting', async () => {
    const [zombie, other] = await startBoth()
    expect(await zombie.tell('claim')).toBe('held 0')
    expect(await zombie.tell('lock')).toBe('locked')
    zombie.child.kill('SIGSTOP')
    await takeOver(other)
    expect(await other.tell('conclude no_concluyente')).toBe('true')

    zombie.child.kill('SIGCONT')
    expect(await zombie.tell('commit')).toBe('refused')
    expect(await zombie.tell('conclude emitida')).toBe('false')
    expect(await outcome()).toEqual(released)
    await booksAreRight()
  })
})
