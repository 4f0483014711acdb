import { describe, expect, it } from 'vitest'
import { Cotejo } from '#client/Client.ts'
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
