import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Duration, Effect, Latch } from 'effect'
import type { AttemptFailure } from '#domain/delivery/Delivery.ts'
import { isPublicAddress } from '#domain/delivery/PublicAddress.ts'
import { webhookAddresses } from '#domain/Limits.ts'
import type { Network } from '#domain/network/Network.ts'

/** The timeout per name server and question in milliseconds, and the number of tries. */
export const question = { timeout: 2_000, maxTimeout: 2_000, tries: 2 }
/** How long to wait for the other address family after the first has answered: some servers never answer AAAA. */
const otherFamily = Duration.seconds(1)

/**
 * One resolver per name, because `cancel` ends all questions of a resolver. Uses c-ares and not `getaddrinfo`, which
 * cannot be cancelled and shares four threads with the whole process. Therefore the hosts file and search domains are
 * ignored.
 */
const open = (servers: ReadonlyArray<string>) =>
  Effect.sync(() => {
    const resolver = new Resolver(question)
    if (servers.length > 0) resolver.setServers(servers)
    return resolver
  })

/** Alternates the address families, IPv4 first, because not every network can reach IPv6. */
const interleaved = (v4: ReadonlyArray<string>, v6: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [
    ...v4.slice(index, index + 1),
    ...v6.slice(index, index + 1),
  ]).flat()

/**
 * Resolves a name. If one family has no answer (no record, a failing or silent server), only the other family's
 * addresses are returned.
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
 * The addresses of a receiver, at least one: the literal itself, or the current addresses of its host name. If any of
 * them is not public, the whole name is refused, because such a mixture suggests an attack. All addresses are checked;
 * only the first `webhookAddresses` are returned.
 *
 * @param servers name servers as `address` or `address:port`; the system's if empty
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
