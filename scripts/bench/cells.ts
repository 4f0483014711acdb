/** A model of 1 to 100 cells: the accounts are skewed, one cell fails a day. It measures nothing: its inputs are measured. */
import { round } from '#tools/reports/measure.ts'
import { report } from '#tools/reports/report.ts'

/** From docs/operate/capacity.md and the trials in docs/operate/high-availability.md. */
const measured = {
  /** CPU for each verification, in ms. */
  postgres: 1.4,
  replicas: 3.1,
  /** How much of a machine may be used in the busiest minute. */
  used: 0.5,
  /** Seconds without a 200 after a killed primary. */
  outage: 20,
  /** The log of each verification in KB, and its disk in KB while it is kept. */
  log: 10,
  disk: 8.3,
}
/** The busiest minute against the mean of a day; partners; how far the requests of each may change in a month. */
const assumed = { peak: 5, accounts: 2_000, drift: 0.5 }
/** The least cell: three nodes of Postgres with two cores, two replicas with one. */
const least = { nodes: 3, coresOfNode: 2, replicas: 2 }

/** Fractions in a fixed order, as different as random ones. */
const fraction = (index: number): number => (index * 0.618_033_988_749_895) % 1

/** Zipf: the partner of rank r asks 1/r as often as the first one. */
const zipf = (count: number): ReadonlyArray<number> => {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1))
  const sum = weights.reduce((all, one) => all + one)
  return weights.map((one) => one / sum)
}

/** Each account goes to the cell with the least load, the largest one first. */
const placed = (shares: ReadonlyArray<number>, cells: number): ReadonlyArray<number> => {
  const loads = Array.from({ length: cells }, () => 0)
  return shares.map((share) => {
    const cell = loads.indexOf(Math.min(...loads))
    loads[cell] = (loads[cell] ?? 0) + share
    return cell
  })
}

const loadsOf = (shares: ReadonlyArray<number>, places: ReadonlyArray<number>, cells: number): Array<number> => {
  const loads = Array.from({ length: cells }, () => 0)
  for (const [account, cell] of places.entries()) loads[cell] = (loads[cell] ?? 0) + (shares[account] ?? 0)
  return loads
}

/** How many accounts must move, each from the fullest to the emptiest cell, until no cell has a tenth more than before. */
const movesFor = (
  shares: ReadonlyArray<number>,
  places: ReadonlyArray<number>,
  cells: number,
  bound: number,
): number => {
  const now = [...places]
  for (let moves = 0; ; moves++) {
    const loads = loadsOf(shares, now, cells)
    const [full, empty] = [loads.indexOf(Math.max(...loads)), loads.indexOf(Math.min(...loads))]
    const excess = (loads[full] ?? 0) - bound
    const gap = ((loads[full] ?? 0) - (loads[empty] ?? 0)) / 2
    const fitting = now.flatMap((cell, account) => (cell === full && (shares[account] ?? 0) <= gap ? [account] : []))
    const [best] = fitting.toSorted((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0))
    if (excess <= 0 || best === undefined) return moves
    now[best] = empty
  }
}

const modelOf = (cells: number) => {
  const shares = zipf(assumed.accounts)
  const places = placed(shares, cells)
  const fullest = Math.max(...loadsOf(shares, places, cells))
  const drifted = shares.map((share, account) => share * (1 + assumed.drift * (2 * fraction(account) - 1)))
  const sum = drifted.reduce((all, one) => all + one)
  const later = drifted.map((one) => one / sum)
  return {
    'share of partners that a failure affects, %': round(100 / cells, 1),
    'share of requests, at most, %': round(100 * fullest, 1),
    'fullest cell against the mean': round(fullest * cells, 2),
    'seconds a day without service, mean of partners': round(measured.outage / cells, 2),
    'accounts to move after a month': movesFor(later, places, cells, 1.1 * Math.max(fullest, 1 / cells)),
    fullest,
  }
}

/** Cores of a whole installation for a number of verifications a day. */
const costOf = (perDay: number, cells: number, fullest: number) => {
  const perSecond = (perDay / 86_400) * assumed.peak * fullest
  const cores = (millis: number) => (perSecond * millis) / 1_000 / measured.used
  const node = Math.max(least.coresOfNode, Math.ceil(cores(measured.postgres)))
  const replicas = Math.max(least.replicas, Math.ceil(cores(measured.replicas)) + 1)
  return {
    'busiest second of the fullest cell': round(perSecond, 1),
    'cores of a node of Postgres': node,
    'replicas of a cell': replicas,
    'cores in all': cells * (least.nodes * node + replicas),
    'disk of a node for 30 days, TB': round((perDay * 30 * measured.disk * fullest) / 1e9, 2),
    'log of a cell, MB/s': round((perSecond * measured.log) / 1_000, 2),
  }
}

export const cells = async (): Promise<void> => {
  const numbers = [1, 2, 4, 10, 30, 100]
  const models = numbers.map((count) => ({ count, model: modelOf(count) }))
  const shown = models.map(({ count, model: { fullest: _, ...rows } }) => [`${count} cells`, rows] as const)
  report(`${assumed.accounts} accounts by Zipf, a primary is killed in one cell a day`, Object.fromEntries(shown))
  // Every inhabitant of a country of 130 million once a year is 356,000 a day.
  for (const perDay of [356_000, 1_000_000, 10_000_000]) {
    const costs = models.map(({ count, model }) => [`${count} cells`, costOf(perDay, count, model.fullest)] as const)
    report(`${perDay.toLocaleString('en')} verifications a day`, Object.fromEntries(costs))
  }
}
