import { Order } from 'effect'

/** Whose work it is and to which host it goes; null where hosts do not matter. */
export interface Lane {
  readonly account: string
  readonly host: string | null
}

/** How much one process takes. */
export interface Room {
  /** Now, in all. */
  readonly most: number
  /** Of one account, with what it holds already. */
  readonly perAccount: number
}

export interface HostRoom extends Room {
  /** To one host, with what it holds already. */
  readonly perHost: number
}

/** Counts by name. */
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
/** Work without a host shares none. */
const hostName = (lane: Lane): string => lane.host ?? laneName(lane)

interface Candidate<A> extends Lane {
  readonly item: A
  /** Place among what is due. */
  readonly index: number
  /** Place in its lane, its host or its account, after what is held. */
  readonly place: number
}

const byPlace = Order.mapInput(Order.Number, ({ place }: Candidate<unknown>) => place)
const byIndex = Order.mapInput(Order.Number, ({ index }: Candidate<unknown>) => index)

/**
 * Chooses what is taken of what is due. Whoever holds least comes first, whether an account, an account at a
 * host, or one host of an account: a backlog keeps nobody else waiting, however few places are free. No
 * account and no host gets more than its room. The SQL function `fair_shares` says the same.
 *
 * @param due the longest due first
 * @param held what is under way already
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
