import { Layer, Logger, ManagedRuntime } from 'effect'
import { HttpServer } from 'effect/http'
import { sampleCurp } from '#simulator/SampleCurp.ts'
import type { Settings } from '#simulator/Settings.ts'
import { simulator } from '#simulator/Simulator.ts'

/** A simulator of the test's own, on a free port of loopback, quiet, its time standing nearly still. */
export interface Sandbox {
  readonly base: string
  /** Calls a route with a JSON body, or none, and reads the JSON answer. */
  readonly call: (
    method: string,
    path: string,
    options?: { readonly key?: string; readonly headers?: Record<string, string>; readonly body?: unknown },
  ) => Promise<Answer>
  /** POST /v1/verificaciones with a valid body, changed as told. */
  readonly create: (key: string, changes?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>
  /** Jumps this far in simulated time, with all work that falls due. */
  readonly advance: (seconds: number) => Promise<void>
  /** Opens an account with the lever. */
  readonly account: (options?: Record<string, unknown>) => Promise<{ readonly tenant: string; readonly llave: string }>
  readonly stop: () => Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Answers are asserted field by field; their schema is what is under test.
  readonly body: Record<string, unknown>
}

let requests = 0

/** A body that every check accepts, with a `solicitud_id` never used before. */
export const validBody = (changes: Record<string, unknown> = {}): Record<string, unknown> => {
  requests += 1
  return {
    solicitud_id: `sol-${requests.toString(36).padStart(6, '0')}`,
    solicitante: { curp: sampleCurp('LIMP') },
    consentimiento: {
      otorgado: true,
      otorgado_en: '2026-01-15T10:30:00-06:00',
      version_aviso: '2026-01',
      evidencia_id: 'ev-0001',
    },
    webhook_url: 'https://partner.example.com/webhooks/avs',
    ...changes,
  }
}

const settings: Settings = { port: 0, host: '127.0.0.1', speed: 0.001, seed: 'tests',
  storage: 'memory',
  data: '.datos',
  exposeLevers: false,
}

/** Starts a simulator; stop it after the test. */
export const startSandbox = async (changes: Partial<Settings> = {}): Promise<Sandbox> => {
  const runtime = ManagedRuntime.make(Layer.provide(simulator({ ...settings, ...changes }), Logger.layer([])))
  const { address } = await runtime.runPromise(HttpServer.HttpServer)
  const base = HttpServer.formatAddress(address)

  const call: Sandbox['call'] = async (method, path, { key, headers, body } = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }

  return {
    base,
    call,
    create: (key, fields, headers) => {
      const body = validBody(fields)
      return call('POST', '/v1/verificaciones', {
        key,
        body,
        headers: { 'idempotency-key': String(body['solicitud_id']), ...headers },
      })
    },
    advance: async (seconds) => {
      const { status } = await call('POST', '/_simulador/reloj', { body: { avanzar_segundos: seconds } })
      if (status !== 200) throw new Error(`the clock answered ${status}`)
    },
    account: async (options = {}) => {
      const { status, body } = await call('POST', '/_simulador/cuentas', {
        body: { modo: 'consumo', saldo: 10_000, ...options },
      })
      if (status !== 201) throw new Error(`the account lever answered ${status}`)
      return { tenant: String(body['tenant']), llave: String(body['llave']) }
    },
    stop: () => runtime.dispose(),
  }
}
