import { Context, Option } from 'effect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DoubtfulKeyLimits } from '#application/DoubtfulKeys.ts'
import { make } from '#domain/account/ApiKey.ts'
import { doubtfulKeys } from '#domain/Limits.ts'
import { parseNetwork } from '#domain/network/Network.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { migrated, openAccount, startReplica } from '#tools/service/server.ts'

const trustedProxies = [Option.getOrThrow(parseNetwork('127.0.0.1'))]
/** Weeks, so that who waits waits as long as the test. */
const limits = { ...doubtfulKeys, perMinute: 5, everyMillis: 2_000_000_000, waitingPerAddress: 2 }
let replica: Awaited<ReturnType<typeof startReplica>>
let partner = ''
beforeAll(async () => {
  const url = await testDatabase(migrated)
  partner = await openAccount(url, 'cuenta-vista')
  const references = Context.make(DoubtfulKeyLimits, limits)
  replica = await startReplica(url, { trustedProxies }, undefined, undefined, references)
})
afterAll(() => replica.stop())

type Channel = 'rest' | 'mcp'
const ping = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) }

/** Status, code and `Retry-After` of a request with a key, over a proxy that was called by this address. */
const ask = async (key: string, address: string, channel: Channel = 'rest', signal = new AbortController().signal) => {
  const response = await fetch(replica.base + (channel === 'mcp' ? '/mcp' : '/v1/cuenta/consumo'), {
    ...(channel === 'mcp' ? ping : {}),
    signal,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-forwarded-for': `203.0.113.77, ${address}`,
    },
  })
  const { codigo = '' }: { codigo?: string } = JSON.parse(await response.text())
  return `${response.status} ${codigo} ${response.headers.get('retry-after') ?? ''}`.trim()
}

let guesses = 0
/** A key that nobody has, and nobody presented before. */
const guess = () => {
  guesses += 1
  return make('sandbox', 1_000_000n + BigInt(guesses))
}

it.each([
  ['rest', '192.0.2.1', '192.0.2.2'],
  ['mcp', '2001:db8:5:6::1', '192.0.2.4'],
] as const)(
  'over %s an address that presents many keys that are nobody’s has them wait, no partner and nobody elsewhere does',
  async (channel, busy, calm) => {
    expect(await ask(partner, busy, channel)).toBe('200')
    for (let nth = 0; nth < 5; nth++) expect(await ask(guess(), busy, channel)).toBe('401 llave_invalida')

    const gone = new AbortController()
    const waiting = [1, 2, 3].map(() => ask(guess(), busy, channel, gone.signal))
    expect(await Promise.race(waiting)).toBe('503 base_no_alcanzable 1')
    expect(await ask(guess(), busy, channel)).toBe('503 base_no_alcanzable 1')
    expect(await ask(partner, busy, channel)).toBe('200')
    expect(await ask(guess(), calm, channel)).toBe('401 llave_invalida')
    gone.abort()
    const ends = await Promise.allSettled(waiting)
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  },
)
