/** What a service leaves to be looked at: its metrics as Prometheus reads them, its log, its traces. */
import { spansIn } from '#test/support/collector.ts'
import { page } from '#test/support/page.ts'
import type { World } from './World.ts'

type Labels = Readonly<Record<string, string>>
interface Series {
  readonly name: string
  readonly labels: Labels
  readonly value: number
}
interface Span {
  readonly name: string
  readonly millis: number
  readonly attributes: Labels
  readonly traceId: string
}

export interface Seen {
  /** The sum over replicas of what is counted, with these labels. */
  readonly sum: (name: string, labels?: Labels) => number
  /** The largest of the replicas. */
  readonly largest: (name: string, labels?: Labels) => number
  /** The bound under which this part of a histogram lies. */
  readonly quantile: (name: string, part: number, labels?: Labels) => number
  /** The sums over replicas by the values of a label. */
  readonly by: (label: string, name: string, labels?: Labels) => ReadonlyMap<string, number>
  readonly log: World['replicas'][number]['log']
  readonly spans: ReadonlyArray<Span>
}

const seriesOf = (text: string): ReadonlyArray<Series> =>
  Array.from(text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)/gm), ([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries(
      Array.from(labels.matchAll(/(\w+)="([^"]*)"/g), ([, key = '', text = '']) => [key, text]),
    ),
    value: Number(value),
  }))

const spansOf = (text: string): ReadonlyArray<Span> =>
  spansIn(text).map(({ name, traceId, startTimeUnixNano, endTimeUnixNano, attributes }) => ({
    name,
    traceId,
    millis: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])])),
  }))

const has = (one: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => one[name] === value)

export const look = async ({ replicas, traces }: Pick<World, 'replicas' | 'traces'>): Promise<Seen> => {
  const pages = await Promise.all(replicas.map(({ metrics }) => page(`${metrics}/metrics`)))
  const series = pages.flatMap(({ text }) => seriesOf(text))
  const those = (name: string, labels: Labels) => series.filter((one) => one.name === name && has(one.labels, labels))
  const sum = (name: string, labels: Labels = {}) => those(name, labels).reduce((all, { value }) => all + value, 0)
  const by = (label: string, name: string, labels: Labels = {}) => {
    const groups = Map.groupBy(those(name, labels), (one) => one.labels[label] ?? '')
    return new Map([...groups].map(([key, some]) => [key, some.reduce((all, { value }) => all + value, 0)]))
  }
  return {
    sum,
    by,
    largest: (name, labels = {}) => Math.max(...those(name, labels).map(({ value }) => value)),
    quantile: (name, part, labels = {}) => {
      const bounds = [...by('le', `${name}_bucket`, labels)].map(
        ([le, count]) => [Number(le.replace('+', '')), count] as const,
      )
      const all = sum(`${name}_count`, labels)
      return bounds.toSorted(([a], [b]) => a - b).find(([, count]) => count >= all * part)?.[0] ?? Number.NaN
    },
    log: replicas.flatMap(({ log }) => log),
    spans: spansOf(traces()),
  }
}
