import { Agent, request } from 'node:http'
import { Duration, Layer, Logger, ManagedRuntime } from 'effect'
import { HttpServer } from 'effect/http'
import { VerifyTime } from '#adapters/payments/Stripe.ts'
import { TimeoutFactor } from '#adapters/postgres/connection/TimeoutFactor.ts'
import { Ceilings } from '#application/Authenticate.ts'
import { FreeEvery, LongestWait } from '#http/connection/Turn.ts'
import type { Settings } from '#simulator/Settings.ts'
import { simulator } from '#simulator/Simulator.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'

/** A raw request. A header may be repeated, and the path is not normalised. */
interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: string | Uint8Array | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests assert the answers field by field; their schema is what is tested. Empty if the body is not JSON.
  readonly body: Record<string, unknown>
}

/** A test's own simulator on a free loopback port, without log output, whose time almost stands still. */
export interface Sandbox {
  readonly base: string
  readonly send: (sent: Sent) => Promise<Answer>
  /** Calls a route with a JSON body, or none, and parses the JSON answer. */
  readonly call: (
    method: string,
    path: string,
    options?: { readonly key?: string; readonly headers?: Record<string, string>; readonly body?: unknown },
  ) => Promise<Answer>
  /** POST /v1/verificaciones with a valid body, with these changes. */
  readonly create: (key: string, changes?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  /** GET of one verification. */
  readonly read: (key: string, id: unknown) => Promise<Answer>
  /** `saldo` of the account. */
  readonly balance: (key: string) => Promise<unknown>
  /** Jumps this many seconds of simulated time, and does all work that falls due. */
  readonly advance: (seconds: number) => Promise<void>
  /** Opens an account with the control. */
  readonly account: (options?: Record<string, unknown>) => Promise<{ readonly tenant: string; readonly llave: string }>
  /** Exhausts an account's protective ceiling (contract 4.2b), until a time later than any other wait. */
  readonly exhaustCeiling: (tenant: string) => void
  readonly stop: () => Promise<void>
}

let requests = 0

/** A body that passes every check, with a new `solicitud_id`. */
export const validBody = (changes: Record<string, unknown> = {}): Record<string, unknown> => {
  requests += 1
  return { ...sampleRequest(`sol-${requests.toString(36).padStart(6, '0')}`), ...changes }
}

const parsed = (text: string): Record<string, unknown> => (/^[{[]/.test(text) ? JSON.parse(text) : {})

const sending =
  (base: string, agent: Agent): Sandbox['send'] =>
  ({ method, path, headers = [], body }) =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body ?? '')
      // Node writes header strings as Latin-1, so each of these characters becomes one byte of UTF-8.
      const fields = headers.map(([name, value]) => [name, Buffer.from(value).toString('latin1')] as const)
      const length = body === undefined ? [] : [['content-length', String(bytes.length)] as const]
      const host = ['host', new URL(base).host] as const
      const raw = [host, ...fields, ...length].flat()
      const outgoing = request(base, { agent, method, path, headers: raw }, (incoming) => {
        const chunks: Array<Buffer> = []
        incoming.on('data', (chunk) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          const received = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          )
          resolve({ status: incoming.statusCode ?? 0, headers: new Headers(received), text, body: parsed(text) })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(bytes)
    })

const conveniences = ({ base, send }: Pick<Sandbox, 'base' | 'send'>): Omit<Sandbox, 'exhaustCeiling' | 'stop'> => {
  const call: Sandbox['call'] = (method, path, { key, headers = {}, body } = {}) =>
    send({
      method,
      path,
      headers: [
        ...(key === undefined ? [] : [['authorization', `Bearer ${key}`] as const]),
        ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
        ...Object.entries(headers),
      ],
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    })

  const lever = async (path: string, body: unknown, expected: number) => {
    const answer = await call('POST', path, { body })
    if (answer.status !== expected) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }

  return {
    base,
    send,
    call,
    create: (key, fields, headers) => {
      const body = validBody(fields)
      const own = { 'idempotency-key': String(body['solicitud_id']), ...headers }
      return call('POST', '/v1/verificaciones', { key, body, headers: own })
    },
    read: (key, id) => call('GET', `/v1/verificaciones/${id}`, { key }),
    balance: async (key) => (await call('GET', '/v1/cuenta/consumo', { key })).body['saldo'],
    advance: async (seconds) => {
      const jump = async (to: number) =>
        Date.parse(String((await lever('/_simulador/reloj', { avanzar_segundos: to }, 200))['ahora']))
      const target = (await jump(0)) + seconds * 1_000
      // On a slow machine, a jump with much work ends early. Repeat it until the target.
      for (let left = seconds; left > 0; left = (target - (await jump(left))) / 1_000);
    },
    account: async (options = {}) => {
      const { tenant, llave } = await lever('/_simulador/cuentas', { modo: 'consumo', saldo: 10_000, ...options }, 201)
      return { tenant: String(tenant), llave: String(llave) }
    },
  }
}

export const settings: Settings = {
  port: 0,
  host: '127.0.0.1',
  speed: 0.001,
  sources: 'fixtures',
  seed: 'tests',
  storage: 'memory',
  data: '.datos',
  exposeLevers: false,
  hostName: null,
  forwardWebhooks: null,
  allowDestination: null,
}

/**
 * Longer waits than the service's own, because requests wait longer on a busy machine. A payment's processor that does
 * not answer is waited for in earnest.
 */
const patient = Layer.mergeAll(
  Layer.succeed(LongestWait, Duration.minutes(5)),
  Layer.succeed(FreeEvery, Duration.zero),
  Layer.succeed(TimeoutFactor, 100),
  Layer.succeed(VerifyTime, Duration.seconds(10)),
)

const centuryMillis = 100 * 365 * 86_400_000

/** More than a day, in seconds. */
const usuallyAhead = 25 * 3_600 + 1_234

/**
 * Starts a simulator with long timeouts, without log output unless a logger is given. Stop it after the tests.
 *
 * @param changes changes of the settings; `aheadSeconds` is how far its clock is ahead of real time, 0 without controls
 */
export const startSandbox = async (
  { aheadSeconds = usuallyAhead, ...changes }: Partial<Settings> & { readonly aheadSeconds?: number } = {},
  logger = Logger.layer([]),
  waits: Layer.Layer<never> = patient,
): Promise<Sandbox> => {
  const running = simulator({ ...settings, ...changes })
  const runtime = ManagedRuntime.make(Layer.provide(running, [logger, waits]))
  const { address } = await runtime.runPromise(HttpServer.HttpServer)
  // Call it on loopback, whatever address it listens on.
  const base = HttpServer.formatAddress(address).replace('//0.0.0.0:', '//127.0.0.1:')
  const agent = new Agent({ keepAlive: true })
  const ceilings = await runtime.runPromise(Ceilings)
  const sandbox = conveniences({ base, send: sending(base, agent) })
  // Moves the clock, so that code that confuses real and simulated time fails.
  if (aheadSeconds > 0) await sandbox.advance(aheadSeconds)
  return {
    ...sandbox,
    exhaustCeiling: (tenant) => ceilings.set(`${tenant}/principal`, performance.now() + centuryMillis),
    stop: async () => {
      agent.destroy()
      await runtime.dispose()
    },
  }
}
