import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { ConfigProvider, DateTime, Effect, Layer, Logger, Option } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import * as PostgresStorage from '#adapters/postgres/PostgresStorage.ts'
import { scenarioOf } from '#adapters/sources/sandbox/Scenarios.ts'
import { begin, type InProgress } from '#domain/verification/Verification.ts'
import { Accounts } from '#ports/Accounts.ts'
import { Secrets } from '#ports/Secrets.ts'
import { Verifications } from '#ports/Verifications.ts'
import { serverSettings } from '#src/Config.ts'
import { type Canary, canaries, tracesIn } from '#test/support/canaries.ts'
import { type Draft, put, validDraft } from '#test/support/draft.ts'
import { faults } from '#test/support/faults.ts'
import { indiscretions, type Written } from '#test/support/indiscretions.ts'
import { applicationOf } from '#test/support/storedVerifications.ts'
import { plainEnvironment } from '#tools/machine/processes.ts'
import { patient } from '#tools/postgres/database.ts'
import { type OwnPostgres, ownPostgres, query } from '#tools/postgres/postgres.ts'
import { consulted } from '#tools/service/arbitraryEvidence.ts'
import { validBody } from '#tools/service/sandbox.ts'
import { create, environmentOf, get, migrated, openAccount, until } from '#tools/service/server.ts'

/** Some of every scenario, each sent by HTTP and each once more as a verification that began a while ago. */
const people = canaries.slice(0, 56)

/** `node src/main.ts`, and all that it ever says. */
interface Speaker {
  readonly child: ChildProcess
  readonly out: Array<string>
  readonly err: Array<string>
}

/** A server process; what it says is added to what one before it said. */
const speaking = (environment: Record<string, string>, before?: Speaker): Speaker => {
  const child = spawn(process.execPath, ['src/main.ts'], { env: { ...plainEnvironment, ...environment } })
  const { out, err }: Omit<Speaker, 'child'> = before ?? { out: [], err: [] }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => out.push(chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => err.push(chunk))
  return { child, out, err }
}

/** Where it listens, as it said last. */
const addressIn = ({ out }: Speaker, what: string): string =>
  [...out.join('').matchAll(new RegExp(`"${what} listening",.*?"address":"([^"]+)"`, 'g'))].at(-1)?.[1] ?? ''

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request as it is written, and waits for the answer or for the connection to break. */
const send = (base: string, { method, path, headers, body }: Written) =>
  new Promise<string>((resolve) => {
    const bytes = Buffer.from(body ?? '')
    const fields = headers.map(([name, value]) => [name, Buffer.from(value).toString('latin1')])
    const all = [['host', new URL(base).host], ...fields, ['content-length', String(bytes.length)]].flat()
    const outgoing = request(base, { agent, method, path, headers: all }, (response) => {
      const head = `${response.statusCode} ${response.rawHeaders}`
      response
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => resolve(`${head} ${chunks.join('')}`))
    })
    outgoing.on('error', (error) => resolve(`broken: ${error.message}`))
    outgoing.end(bytes)
  })

/** What is wrong in the request alone: nothing has to come before it. */
const isAlone = ({ plan, earlier, overCeiling }: Draft): boolean =>
  Object.keys(plan).length === 0 && earlier === 'nothing' && !overCeiling

const written = ({ authorization, headers, body, text, bytes }: Draft, key: string) => ({
  method: 'POST',
  path: '/v1/verificaciones',
  headers: Object.entries({
    authorization: authorization ?? [`Bearer ${key}`],
    'idempotency-key': [String(body['solicitud_id'])],
    'content-type': ['application/json'],
    ...headers,
  }).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  body: bytes(Buffer.from(text(JSON.stringify(body)))),
})

/** How far a verification has come that began four minutes ago: its sources answer as soon as it is worked on. */
const started = ({ curp }: Canary, since: DateTime.Utc): InProgress => {
  const { identidad } = scenarioOf(curp)
  const state = begin(since)
  if (identidad === 'falla' || identidad._tag === 'no_existe') return state
  return { ...state, othersOpenedAt: since, evidence: { ...state.evidence, identidad: consulted(identidad) } }
}

/** Admits them as another replica with the same keys would have, a while ago. */
const admitStarted = (environment: Record<string, string>, key: string, whom: ReadonlyArray<Canary>) =>
  Effect.gen(function* () {
    const { database, keyring } = yield* serverSettings
    const storage = PostgresStorage.layer('antes').pipe(
      Layer.provide(Database.layer({ ...database, apiConnections: 2, workConnections: 2, dispatchConnections: 1 })),
      Layer.provideMerge(PlatformSecrets.layer(keyring)),
      Layer.provide(patient),
    )
    const admitting = Effect.gen(function* () {
      const { digestApiKey } = yield* Secrets
      const principal = Option.getOrThrow(yield* (yield* Accounts).authenticate(digestApiKey(key)))
      const { admit } = yield* Verifications
      const since = DateTime.subtract(yield* DateTime.now, { minutes: 4 })
      for (const one of whom) {
        const times = { createdAt: since, deadline: DateTime.add(since, { minutes: 10 }) }
        const { nombre, apellido_paterno: apellidoPaterno, apellido_materno: apellidoMaterno } = one
        yield* admit({
          ...applicationOf(principal, { ...times, state: started(one, since) }),
          subject: { curp: one.curp, nombre, apellidoPaterno, apellidoMaterno },
        })
      }
    })
    yield* Effect.provide(admitting, storage)
  }).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(environment)),
    Effect.provide(Logger.layer([])),
    Effect.runPromise,
  )

describe('what a server process writes and measures while canaries pass through it', () => {
  let postgres: OwnPostgres
  let server: Speaker
  let environment: Record<string, string>
  let [base, metrics, key] = ['', '', '']

  beforeAll(async () => {
    postgres = await ownPostgres({ durable: false })
    await migrated(postgres.url)
    key = await openAccount(postgres.url, 'sol', { plan: { priceCentavos: 1, requestsPerMinute: 100_000 } })
    // Webhooks are left to other replicas: this one is to send nothing to anywhere.
    environment = environmentOf(postgres.url, { COTEJO_LOG_LEVEL: 'Debug', COTEJO_ROLES: 'api,worker' })
    server = speaking(environment)
    await listening()
  })
  afterAll(async () => {
    server.child.kill('SIGKILL')
    agent.destroy()
    await postgres.stop()
  })

  const listening = async () => {
    await until(async () => addressIn(server, 'api') !== base && addressIn(server, 'metrics') !== metrics)
    base = addressIn(server, 'api')
    metrics = addressIn(server, 'metrics')
    await healthy()
  }
  const healthy = () => until(async () => (await get(base, '/_salud')).status === 200)
  const hears = (message: string) => until(async () => server.out.join('').includes(`"message":"${message}"`))
  const traces = async () => ({
    out: tracesIn(server.out.join('')),
    err: tracesIn(server.err.join('')),
    metrics: tracesIn(await (await fetch(`${metrics}/metrics`)).text()),
  })
  const none = { out: [], err: [], metrics: [] }
  const steps = ['1', '2', ...Array.from({ length: 13 }, (_, index) => String(index + 3))]
  /** The lines that say why a request was refused. */
  const refusals = () =>
    server.out
      .join('')
      .split('\n')
      .filter((line) => line.includes('"message":"request refused"'))
      .map((line): Record<string, unknown> => JSON.parse(line))
  const states = async (): Promise<Record<string, number>> => {
    const rows = await query(postgres.url, 'SELECT state, count(*)::integer AS count FROM verifications GROUP BY state')
    return Object.fromEntries(rows.map((row) => [Reflect.get(row, 'state'), Number(Reflect.get(row, 'count'))]))
  }
  const createAll = (whom: ReadonlyArray<Canary>) =>
    Promise.all(whom.map((solicitante) => create(base, key, { solicitante })))

  it('holds no trace of them when they are requested, repeated, confused, and come to their ends', async () => {
    const body = validBody({ solicitante: people[0] })
    const told = [...(await createAll(people)), await create(base, key, body), await create(base, key, body)]
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await create(base, key, { ...body, solicitante: people[1] })).toMatchObject({ status: 409 })

    await admitStarted(environment, key, people)
    await until(
      async () => Object.values(await states()).reduce((all, count) => all + count, 0) === 2 * people.length + 1,
    )
    await until(async () => (await states())['en_proceso'] === people.length + 1)
    expect(await states()).toMatchObject({ emitida: 42, no_concluyente: 14 })
    await hears('verification ended')
    expect(await traces()).toEqual(none)
  })

  it('holds no trace of them when their requests are wrong, or hold them where they do not belong', async () => {
    const drafts = faults.map(({ change }, index) =>
      change(put('solicitante', people[index % people.length])(validDraft())),
    )
    const wrong = drafts.filter(isAlone).map((draft) => written(draft, key))
    const requests = [...wrong, ...people.slice(0, 2).flatMap((one) => indiscretions(one, key))]
    // A few at a time: on a busy machine some of many would wait too long for their turn, and not be judged.
    const answers: Array<string> = []
    for (let from = 0; from < requests.length; from += 4) {
      answers.push(...(await Promise.all(requests.slice(from, from + 4).map((one) => send(base, one)))))
    }
    expect(answers.length).toBeGreaterThan(150)
    expect(tracesIn(answers.join('\n'))).toEqual([])
    expect(await traces()).toEqual(none)
    // Lines may be written after their answers.
    const [named, rule] = ['consentimiento.version_aviso', 'texto_fuera_de_forma']
    const indiscreet = () => refusals().find((line) => line['field'] === named && line['rule'] === rule)
    await until(async () => steps.every((wanted) => refusals().some(({ step }) => step === wanted)))
    await until(async () => indiscreet() !== undefined)
    expect(indiscreet()).toMatchObject({
      level: 'info',
      service_request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
      code: 'peticion_invalida',
    })
    const fields = new Set(refusals().map(({ field }) => field ?? ''))
    for (const field of fields)
      expect(field).toMatch(/^[\w.]*$|^(?:Authorization|Content-Type|Content-Encoding|Idempotency-Key|X-Canal)$/)
  })

  it('holds no trace of them when the database refuses a statement, or what is sealed is not what it should be', async () => {
    await query(postgres.url, 'ALTER TABLE verification_work ADD CONSTRAINT refused CHECK (crashes < 0) NOT VALID')
    const refused = await createAll(people.slice(0, 8))
    await query(postgres.url, 'ALTER TABLE verification_work DROP CONSTRAINT refused')
    expect(refused.map(({ body }) => body['codigo'])).toEqual(refused.map(() => 'error_interno'))
    await query(postgres.url, "UPDATE verification_work SET sealed = sealed || 'x', due_at = now()")
    await hears('cannot decrypt verification; leaving it to another replica')
    await hears('unexpected defect')
    expect(await traces()).toEqual(none)
  })

  it('holds no trace of them when the database is frozen or killed in the middle', async () => {
    server.child.kill('SIGTERM')
    await once(server.child, 'close')
    // Its clients wait for a frozen database no longer than those of production.
    server = speaking({ ...environment, COTEJO_TIMEOUT_FACTOR: '1' }, server)
    await listening()
    const frozen = createAll(people.slice(0, 8))
    postgres.pause()
    await frozen
    const told = await createAll(people.slice(8, 16))
    postgres.resume()
    expect(told.map(({ body }) => body['codigo'])).toEqual(told.map(() => 'base_no_alcanzable'))
    await healthy()

    const killed = createAll(people.slice(16, 32))
    await postgres.kill()
    await killed
    expect((await createAll(people.slice(32, 36))).map(({ status }) => status)).toEqual([503, 503, 503, 503])
    await hears('resolution loop failed')
    await postgres.restart()
    await healthy()
    expect(await traces()).toEqual(none)
  })

  it('ends with 0, having said everything in JSON on one stream and nothing of them', async () => {
    server.child.kill('SIGTERM')
    await once(server.child, 'close')
    expect(server.child.exitCode).toBe(0)
    const lines = server.out.join('').trim().split('\n')
    const levels = new Set(lines.map((line) => JSON.parse(line).level))
    expect([...levels].sort()).toEqual(expect.arrayContaining(['error', 'info', 'warn']))
    expect(lines.length).toBeGreaterThan(200)
    expect(server.err).toEqual([])
    expect(tracesIn(lines.join('\n'))).toEqual([])
  })
})
