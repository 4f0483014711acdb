import { Effect } from 'effect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicAddresses, question } from '#adapters/egress/Resolver.ts'
import { addresses, type DnsServer, dnsServer } from '#test/support/dnsServer.ts'

const some = (count: number) => Array.from({ length: count }, (_, index) => `93.184.216.${index + 1}`)

let server: DnsServer
beforeAll(async () => {
  const zone = [16, 17].map((count) => [`${count}.socio.mx`, addresses(...some(count))] as const)
  server = await dnsServer(new Map([...zone, ['mixed.socio.mx', addresses(...some(16), '10.0.0.1')]]))
})
afterAll(() => server.stop())

/** How many different addresses a name leads to, or why to none. */
const found = (host: string) =>
  publicAddresses(
    [server.address],
    [],
  )(host).pipe(
    Effect.match({ onFailure: (reason) => reason, onSuccess: (all) => new Set(all).size }),
    Effect.runPromise,
  )

it.each([16, 17])('of more than 16 addresses the rest is left out: of %i', async (count) => {
  expect(await found(`${count}.socio.mx`)).toBe(16)
})

it('all of them are judged, those that are left out as well', async () => {
  expect(await found('mixed.socio.mx')).toBe('direccion_no_publica')
})

it('a name server has two seconds for a question, and is asked twice', () => {
  expect(question).toEqual({ timeout: 2_000, maxTimeout: 2_000, tries: 2 })
})
