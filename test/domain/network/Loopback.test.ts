import { describe, expect, it } from 'vitest'
import { isLoopback, isLoopbackAuthority, isLoopbackOrigin, isLoopbackUrl } from '#domain/network/Loopback.ts'

const hosts = ['localhost', '127.0.0.1', '127.8.9.10', '[::1]']
const others = [
  '',
  'localhost.',
  'localhost.example.com',
  'my-localhost',
  '127.0.0.1.example.com',
  '127.1',
  '128.0.0.1',
  '0.0.0.0',
  '[::]',
  '[::2]',
  '[::ffff:127.0.0.1]',
]

describe('isLoopback', () => {
  it.each([...hosts, '::1'])('knows %s', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each([...others, '::2', 'localhost:80', 'http://localhost'])('does not take "%s" for this machine', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})

describe('isLoopbackAuthority', () => {
  it.each(hosts)('knows %s, with a port or without, in either case', (host) => {
    expect([host, `${host}:8080`, host.toUpperCase()].map(isLoopbackAuthority)).toEqual([true, true, true])
  })

  it.each([...others, '::1', '::1:80', 'localhost:', 'localhost:123456', 'user@localhost', 'localhost/'])(
    'does not take "%s" for this machine',
    (text) => {
      expect([text, `${text}:8080`].map(isLoopbackAuthority)).toEqual([false, false])
    },
  )
})

describe('isLoopbackOrigin', () => {
  it.each(hosts)('knows a page of %s, in either case', (host) => {
    const origins = [`http://${host}`, `https://${host}:3000`, `HTTP://${host.toUpperCase()}`]
    expect(origins.map(isLoopbackOrigin)).toEqual([true, true, true])
  })

  it.each([
    ...others.map((host) => `http://${host}`),
    'null',
    'localhost',
    'ftp://localhost',
    'http://localhost/',
    'http://user@localhost',
  ])('does not take "%s" for this machine', (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(false)
  })
})

describe('isLoopbackUrl', () => {
  it.each(hosts)('knows a URL that leads to %s', (host) => {
    const urls = [`http://${host}`, `https://${host}:3000`, `http://${host}/webhooks`, `http://${host}:3000?a=b`]
    expect(urls.map(isLoopbackUrl)).toEqual([true, true, true, true])
  })

  it.each([
    ...others.map((host) => `http://${host}/webhooks`),
    'localhost/webhooks',
    'http://localhost:3000@example.com/',
    'http://user@localhost/',
    'http://localhost#@example.com/',
    'postgres://localhost/',
  ])('does not take "%s" for this machine', (url) => {
    expect(isLoopbackUrl(url)).toBe(false)
  })
})
