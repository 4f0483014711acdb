import { Order } from 'effect'

/** The account that work belongs to, and the host that it goes to; the host is null if it does not matter. */
export interface Lane {
  readonly account: string
  readonly host: string | null
}

export interface Room {
  /** Items that it may take now. */
  readonly most: number
  /** Items of one account, those it already holds included. */
  readonly perAccount: number
}

export interface HostRoom extends Room {
  /** Items to one host, those it already holds included. */
  readonly perHost: number
}

const tally = () => {
  const counts = new Map<string, number>()
  const of = (name: string): number => counts.get(name) ?? 0
  const add = (name: string): number => {
    counts.set(name, of(name) + 1)
    return of(name)
  }
  return { of, add }
}

const laneName = ({ account, host }: Lane): string => JSON.stringify([account, host])
/** Work without a host has a host of its own. */
const hostName = (lane: Lane): string => lane.host ?? laneName(lane)

interface Candidate<A> extends Lane {
  readonly item: A
  readonly index: number
  /** Position in its lane, its host or its account, after the held items. */
  readonly place: number
}

const byPlace = Order.mapInput(Order.Number, ({ place }: Candidate<unknown>) => place)
const byIndex = Order.mapInput(Order.Number, ({ index }: Candidate<unknown>) => index)

/**
 * Chooses which due items to take. The least-held comes first, at every level: an account, an account at a host, a host
 * of an account. So a backlog does not delay others, however few places are free. No account and no host gets more than
 * its limit. The SQL function `fair_shares` implements the same rule.
 *
 * @param due due items, the longest due first
 * @param held items in progress
 */
export const fairShares = <A>(
  due: ReadonlyArray<A>,
  held: ReadonlyArray<A>,
  laneOf: (item: A) => Lane,
  room: Room | HostRoom,
): ReadonlyArray<A> => {
  const perHost = 'perHost' in room ? room.perHost : Number.POSITIVE_INFINITY
  const [heldBefore, lanes, hosts, accounts] = [tally(), tally(), tally(), tally()]
  for (const lane of held.map(laneOf)) {
    heldBefore.add(laneName(lane))
    lanes.add(laneName(lane))
    hosts.add(hostName(lane))
    accounts.add(lane.account)
  }

  const inLanes = due
    .map((item, index): Candidate<A> => {
      const lane = laneOf(item)
      return { ...lane, item, index, place: lanes.add(laneName(lane)) }
    })
    .filter((one) => {
      const free = Math.min(room.perAccount - accounts.of(one.account), perHost - hosts.of(hostName(one)))
      return one.place - heldBefore.of(laneName(one)) <= free
    })
    .sort(byPlace)
  const inHosts = inLanes.filter((one) => hosts.add(hostName(one)) <= perHost)
  const inAccounts = inHosts
    .map((one): Candidate<A> => ({ ...one, place: accounts.add(one.account) }))
    .filter(({ place }) => place <= room.perAccount)
  return inAccounts
    .sort(Order.combine(byPlace, byIndex))
    .slice(0, room.most)
    .map(({ item }) => item)
}
