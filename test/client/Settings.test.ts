import { describe, expect, it } from 'vitest'
import { Cotejo } from '#client/Client.ts'
import { Pace } from '#client/Pace.ts'
import { isPrivateHost } from '#client/PrivateHost.ts'
import { settingsOf } from '#client/Settings.ts'
import { apiKey } from '#test/support/client.ts'

describe('a client that is written wrongly', () => {
  it.each([
    'http://api.example.com',
    'http://127.0.0.1.example.com',
    'http://10.0.0.1',
    'ftp://api.example.com',
    'api.example.com',
    '',
    'https://user:pass@api.example.com',
    'https://user@api.example.com',
    'https://:pass@api.example.com',
    'https://api.example.com/?key=1',
    'https://api.example.com/#v1',
    'https://api.example.com/?',
    'https://api.example.com/#',
  ])('has a baseUrl that would show the key, or none: %j', (baseUrl) => {
    expect(() => new Cotejo({ baseUrl, apiKey })).toThrow(TypeError)
  })

  it.each(['https://api.example.com', 'http://localhost:4010', 'http://127.0.0.1:4010/', 'http://[::1]:4010'])(
    'is not one whose baseUrl is %s',
    (baseUrl) => {
      expect(new Cotejo({ baseUrl, apiKey })).toBeInstanceOf(Cotejo)
    },
  )

  it.each([
    'http://127.0.0.1:4010',
    'http://10.0.0.1',
    'http://172.16.0.1:4010',
    'http://172.31.255.255',
    'http://192.168.1.20:4010',
    'http://[fd00::1]:4010',
    'http://[fe80::1]',
    'http://mac.local:4010',
    'http://host.docker.internal:4010',
    'http://cotejo.equipo.internal',
    'http://cotejo:4010',
    'http://cotejo-simulator_1:4010',
    'https://api.example.com',
  ])('may be allowed http on the own network: %s', (baseUrl) => {
    expect(new Cotejo({ baseUrl, apiKey, allowPrivateHttp: true })).toBeInstanceOf(Cotejo)
  })

  it.each([
    'http://api.example.com',
    'http://172.15.0.1',
    'http://172.32.0.1',
    'http://8.8.8.8',
    'http://192.169.0.1',
    'http://10.0.0.1.example.com',
    'http://local.example.com',
    'http://internal.example.com',
    'http://cotejo.internals',
    'http://10.internal.com',
    'http://[2001:db8::1]',
    'http://[::ffff:8.8.8.8]',
    'http://134744072',
    'http://cotejo.',
    'ftp://cotejo',
  ])('is allowed http nowhere else: %s', (baseUrl) => {
    expect(() => new Cotejo({ baseUrl, apiKey, allowPrivateHttp: true })).toThrow(TypeError)
  })

  it.each(['http://10.0.0.1', 'http://mac.local', 'http://cotejo:4010'])('is not allowed it unasked: %s', (baseUrl) => {
    expect(() => new Cotejo({ baseUrl, apiKey })).toThrow(TypeError)
  })

  it.each(['', 'avs_test_1\n', 'avs test', 'llave-ñ'])('has no key: %j', (wrong) => {
    expect(() => new Cotejo({ baseUrl: 'https://api.example.com', apiKey: wrong })).toThrow(/^Cotejo: apiKey(?!.*avs)/)
  })

  it('lacks a setting', () => {
    const baseUrl = 'https://api.example.com'
    expect(() => new Cotejo(JSON.parse(JSON.stringify({ baseUrl })))).toThrow('apiKey is missing')
    expect(() => new Cotejo(JSON.parse(JSON.stringify({ apiKey })))).toThrow('baseUrl is not')
  })

  it.each([
    { timeoutMs: Number.POSITIVE_INFINITY },
    { timeoutMs: -1 },
    { maxRetries: Number.NaN },
    { maxRetries: 1.5 },
    { maxRetries: -1 },
    { timeScale: 0 },
    { timeScale: -1 },
    { timeScale: Number.NaN },
    { polling: { firstWaitMs: Number.NaN } },
    { polling: { factor: -1 } },
    { polling: { longestWaitMs: Number.POSITIVE_INFINITY } },
    { polling: { giveUpAfterMs: JSON.parse('"660000"') } },
  ])('has a number that is none to wait or count by: %o', (options) => {
    const name = Object.keys(options.polling ?? options)[0]
    const create = () => new Cotejo({ baseUrl: 'https://api.example.com', apiKey, ...options })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(`${name} is not`)
  })
})

describe('the settings of a client', () => {
  const baseUrl = 'https://api.example.com'
  const day = 86_400_000

  it('are those of the contract where none are given', () => {
    const { service, authorized, maxRetries, polling, pace } = settingsOf({ baseUrl, apiKey })
    expect([service.base, service.timeoutMs, maxRetries]).toEqual([baseUrl, 30_000, 4])
    expect(authorized).toEqual({ authorization: `Bearer ${apiKey}` })
    expect(polling).toEqual({ firstWaitMs: 5_000, factor: 1.5, longestWaitMs: 30_000, giveUpAfterMs: 660_000 })
    expect(pace.scaled(1_000)).toBe(1_000)
  })

  it('are those that are given, none at all and as long as a timer can wait', () => {
    const none = { firstWaitMs: 0, factor: 0, longestWaitMs: 0, giveUpAfterMs: 0 }
    const { service, maxRetries, polling } = settingsOf({ baseUrl, apiKey, timeoutMs: 0, maxRetries: 0, polling: none })
    expect([service.timeoutMs, maxRetries, polling]).toEqual([0, 0, none])
    expect(settingsOf({ baseUrl, apiKey, timeoutMs: 90 * day }).service.timeoutMs).toBe(2_147_483_647)
    expect(settingsOf({ baseUrl, apiKey, timeScale: 60 }).pace.scaled(60_000)).toBe(1_000)
  })

  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com//', 'https://api.example.com'],
    ['https://api.example.com/avs/', 'https://api.example.com/avs'],
    ['https://API.example.com:443/avs', 'https://api.example.com/avs'],
  ])('of %s begin at %s', (given, base) => {
    expect(settingsOf({ baseUrl: given, apiKey }).service.base).toBe(base)
  })
})

it.each([
  [null, '60', 60],
  [null, '1', 1],
  [null, '3600', 3_600],
  [null, '36000', 3_600],
  [null, '0.5', 1],
  [null, '-3', 1],
  [null, 'aprisa', 1],
  [null, null, 1],
  [10, '60', 10],
])('a pace of %s hears that time runs %s times as fast, and is %d', (fixed, told, scale) => {
  const pace = new Pace(fixed)
  pace.hear({ get: (name) => (name === 'simulador-velocidad' ? told : null) })
  expect(pace.scaled(3_600_000)).toBe(3_600_000 / scale)
})

it.each([
  ...['10.0.0.1', '172.16.0.1', '172.31.0.1', '192.168.0.1', '[fc00::1]', '[fd12::1]', '[fe80::1]'].map(
    (host) => [host, true] as const,
  ),
  ...['[fe90::1]', '[fea0::1]', '[febf::1]', 'cotejo', 'a.local', 'a.b.internal'].map((host) => [host, true] as const),
  ...['11.0.0.1', '172.15.0.1', '172.32.0.1', '192.167.0.1', '[fe70::1]', '[fec0::1]', '[fb00::1]'].map(
    (host) => [host, false] as const,
  ),
  ...['a.locale', 'internal.com', 'a.'].map((host) => [host, false] as const),
])('the host %s is of the own network: %s', (host, isPrivate) => {
  expect(isPrivateHost(host)).toBe(isPrivate)
})
