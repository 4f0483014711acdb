import { createServer } from 'node:net'
import { Effect, Fiber, Layer, Redacted } from 'effect'
import { TestClock } from 'effect/testing'
import { expect, it, onTestFinished } from 'vitest'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'
import { DatabaseClock } from '#adapters/postgres/installation/DatabaseClock.ts'
import * as PostgresAudit from '#adapters/postgres/operators/Audit.ts'
import { Audit } from '#ports/Audit.ts'

/** AuthenticationOk and ReadyForQuery. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** The port of what lets everybody in, and never answers a statement. */
const frozenDatabase = () =>
  new Promise<number>((resolve) => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.write(welcome))
      socket.on('error', () => socket.destroy())
    })
    onTestFinished(() => void server.close())
    server.listen(0, '127.0.0.1', () => resolve(Object(server.address()).port))
  })

it('what is to be recorded is given up where the database lets in and then answers nothing', async () => {
  const url = Redacted.make(`postgres://nadie:clave@127.0.0.1:${await frozenDatabase()}/nada?sslmode=disable`)
  const database = Database.layer({ url, apiConnections: 1, workConnections: 1, dispatchConnections: 1 })
  const recording = Audit.use((audit) =>
    audit.recording(Effect.void, 'accounts list', { actor: 'ana', reason: null }, () => ({})),
  )
  const given = Effect.flip(recording).pipe(
    Effect.provide(Layer.provide(PostgresAudit.layer, database)),
    Effect.provideService(TimeoutFactor, 0.1),
  )
  expect(await Effect.runPromise(given)).toMatchObject({ _tag: 'StorageUnavailable', reason: 'no answer in time' })
})

it('a process that starts waits two seconds for the time, and then goes on without trusting its own', async () => {
  const url = Redacted.make(`postgres://nadie:clave@127.0.0.1:${await frozenDatabase()}/nada?sslmode=disable`)
  const database = Database.layer({ url, apiConnections: 1, workConnections: 1, dispatchConnections: 1 })
  const starting = Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(
      DatabaseClock.use(({ isTrusted }) => isTrusted).pipe(
        Effect.provide(Layer.provide(DatabaseClock.layer, database)),
        // However long a statement may take.
        Effect.provideService(TimeoutFactor, 1_000),
      ),
    )
    yield* TestClock.adjust('1999 millis')
    const before = fiber.pollUnsafe()
    yield* TestClock.adjust('1 millis')
    return [before, yield* Fiber.join(fiber)]
  })
  expect(await Effect.runPromise(Effect.provide(starting, TestClock.layer()))).toEqual([undefined, false])
})
