import { BlockList, isIPv6 } from 'node:net'
import { Context, Duration, Effect, Layer, Option } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import { isLoopback } from '#domain/network/Loopback.ts'

const network = /^([\d.]+|[\da-f:]+)\/(\d{1,3})$/i

const added = (list: BlockList, [, address = '', bits = '']: ReadonlyArray<string>) =>
  Option.liftThrowable(() => list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4'))()

/**
 * Whether webhooks may go to a destination: on this machine, or where the start allowed it.
 *
 * @param allowed names of hosts and networks (`172.17.0.0/16`), separated by commas; null allows this machine alone
 */
const mayReceive = (allowed: string | null): ((destination: string) => boolean) => {
  const entries = (allowed ?? '').split(',').map((entry) => entry.trim().toLowerCase())
  const networks = new BlockList()
  for (const entry of entries) {
    const parts = network.exec(entry)
    if (parts !== null) added(networks, parts)
  }
  const names = new Set(entries.filter((entry) => entry !== '' && !entry.includes('/')))
  return (destination) => {
    const url = URL.parse(destination)
    if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') return false
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return isLoopback(host) || names.has(host) || networks.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
  }
}

/** A webhook as it came to a receiver. */
export interface Arrived {
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** As it was received, before parsing. */
  readonly body: string
}

/** Longer than the service waits for a receiver. */
const timeout = Duration.seconds(12)
/** These belong to the connection that they came over. */
const ofTheConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

/** Selects webhooks: of one account, or to one `webhook_url`. */
export type Whose = { readonly tenant: string } | { readonly url: string }

const nowhere = () => ({
  ofTenant: new Map<string, string>(),
  ofUrl: new Map<string, string>(),
  owners: new Map<string, string>(),
})

/** The receivers that developers run themselves, to which webhooks go in place of the simulated Internet. */
export class Destinations extends Context.Service<
  Destinations,
  {
    /** From now on these webhooks go there; null ends it. */
    readonly put: (whose: Whose, destination: string | null) => Effect.Effect<void>
    /** Records the account of a verification. */
    readonly owned: (verificationId: string, tenant: string) => void
    /** The account of a verification whose webhook was claimed. */
    readonly owner: (verificationId: string | null) => string | undefined
    /** Where a webhook goes; null: to the simulated Internet. A destination set for its URL comes first. */
    readonly of: (url: string, verificationId: string | null) => string | null
    /** Forwards it and waits for the status of the response; none if the receiver does not answer. */
    readonly deliver: (destination: string, arrived: Arrived) => Effect.Effect<Option.Option<number>>
    /** Whether webhooks may be sent there. */
    readonly mayReceive: (destination: string) => boolean
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/webhooks/Destinations') {
  /**
   * @param everything where webhooks without a destination of their own go; null: to the simulated Internet
   * @param allowed where they may go in addition to this machine
   */
  static readonly layer = (everything: string | null, allowed: string | null) =>
    Layer.sync(Destinations, () => {
      const { get, reset, save } = makeCell(nowhere)
      const isAllowed = mayReceive(allowed)

      const put = (whose: Whose, destination: string | null): void => {
        const [places, name] = 'url' in whose ? [get().ofUrl, whose.url] : [get().ofTenant, whose.tenant]
        if (destination === null) places.delete(name)
        else places.set(name, destination)
      }

      const post = (destination: string, { headers, body }: Arrived) =>
        Effect.tryPromise(async (signal) => {
          const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.has(name)))
          const response = await fetch(destination, { method: 'POST', headers: kept, body, redirect: 'manual', signal })
          await response.body?.cancel()
          return response.status
        }).pipe(Effect.timeout(timeout))

      const owner = (verificationId: string | null) => get().owners.get(verificationId ?? '')

      return Destinations.of({
        put: (whose, destination) => Effect.sync(() => put(whose, destination)),
        owned: (verificationId, tenant) => void get().owners.set(verificationId, tenant),
        owner,
        of: (url, verificationId) => {
          const { ofUrl, ofTenant } = get()
          const own = ofUrl.get(url) ?? ofTenant.get(owner(verificationId) ?? '')
          // A world that came from a file may name places that this simulator does not send to.
          return own !== undefined && isAllowed(own) ? own : everything
        },
        deliver: (destination, arrived) =>
          post(destination, arrived).pipe(
            Effect.tap((status) => Effect.logInfo('webhook forwarded', { to: destination, status })),
            Effect.tapError(() => Effect.logWarning('webhook not forwarded: no answer', { to: destination })),
            Effect.option,
          ),
        mayReceive: isAllowed,
        reset,
        save,
      })
    })
}
