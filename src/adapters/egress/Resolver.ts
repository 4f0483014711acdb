import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Duration, Effect, Latch } from 'effect'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'
import { isPublicAddress } from '#domain/delivery/PublicAddress.ts'
import { webhookAddresses } from '#domain/Limits.ts'
import type { Network } from '#domain/network/Network.ts'

/** How long, in milliseconds, each name server has for one question, and how often it is asked. */
export const question = { timeout: 2_000, maxTimeout: 2_000, tries: 2 }
/** How long the address family that answered waits for the other one: servers that never answer AAAA exist. */
const otherFamily = Duration.seconds(1)

/**
 * A resolver for one name, since `cancel` ends all questions of its resolver. c-ares, not `getaddrinfo`,
 * which cannot be cancelled and of whose four threads the whole process lives; so the hosts file and
 * search domains have no say either.
 */
const open = (servers: ReadonlyArray<string>) =>
  Effect.sync(() => {
    const resolver = new Resolver(question)
    if (servers.length > 0) resolver.setServers(servers)
    return resolver
  })

/** One address of each family in turn, IPv4 first: not every network has a way for IPv6. */
const interleaved = (v4: ReadonlyArray<string>, v6: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [
    ...v4.slice(index, index + 1),
    ...v6.slice(index, index + 1),
  ]).flat()

/**
 * What the name servers say of a name. A family without an answer (there is no record, the server
 * fails or keeps silent) is left out if the other one has addresses.
 */
const resolve = (host: string, servers: ReadonlyArray<string>) =>
  Effect.acquireUseRelease(
    open(servers),
    (resolver) => {
      const answered = Latch.makeUnsafe()
      const tooLate = answered.await.pipe(Effect.andThen(Effect.sleep(otherFamily)), Effect.as([]))
      const addresses = (ask: () => Promise<ReadonlyArray<string>>) =>
        Effect.tryPromise(ask).pipe(
          Effect.tap(() => answered.open),
          Effect.orElseSucceed(() => []),
          Effect.raceFirst(tooLate),
        )
      return Effect.all([addresses(() => resolver.resolve4(host)), addresses(() => resolver.resolve6(host))], {
        concurrency: 'unbounded',
      })
    },
    (resolver) => Effect.sync(() => resolver.cancel()),
  ).pipe(Effect.map(([v4, v6]) => interleaved(v4, v6)))

/**
 * The addresses that a receiver may be reached at, at least one: those that its host name has now, if
 * every one of them is public, or the literal that it is. A name with one forbidden address among its
 * addresses is refused as a whole: whoever mixes them tries something. All are judged; of more than
 * `webhookAddresses` the rest is left out.
 *
 * @param servers name servers to ask, as `address` or `address:port`; the system's own if there are none
 * @param denied networks that count as not public
 */
export const publicAddresses =
  (servers: ReadonlyArray<string>, denied: ReadonlyArray<Network>) =>
  (host: string): Effect.Effect<ReadonlyArray<string>, AttemptFailure> =>
    (isIP(host) === 0 ? resolve(host, servers) : Effect.succeed([host])).pipe(
      Effect.flatMap((addresses): Effect.Effect<ReadonlyArray<string>, AttemptFailure> => {
        if (addresses.length === 0) return Effect.fail('nombre_sin_resolver')
        return addresses.every((address) => isPublicAddress(address, denied))
          ? Effect.succeed(addresses.slice(0, webhookAddresses))
          : Effect.fail('direccion_no_publica')
      }),
    )
