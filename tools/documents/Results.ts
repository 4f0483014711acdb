import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Schema } from 'effect'
import { table } from './Tables.ts'

/** The results of the last runs, from the files that `npm run bench` and `npm run chaos` write. */

const Result = Schema.Struct({
  date: Schema.String,
  tables: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      rows: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown)),
    }),
  ),
})
type Result = typeof Result.Type

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Result))
const read = (path: string): Result => decode(readFileSync(path, 'utf8'))

/** A cell of a result: file, row and column, and part of the table's title if the row is in several tables. */
type Cell = readonly [label: string, path: string, row: string, column: string, title?: string]

const valueOf = (result: Result, [, , row, column, title = '']: Cell): string => {
  const found = result.tables.find((one) => one.title.includes(title) && one.rows[row]?.[column] !== undefined)
  return String(found?.rows[row]?.[column] ?? 'not measured')
}

const cells = (heads: ReadonlyArray<string>, chosen: ReadonlyArray<Cell>): string =>
  table(
    heads,
    chosen.map((cell) => {
      const result = read(cell[1])
      return [cell[0], valueOf(result, cell), result.date]
    }),
  )

export const figures = (): string =>
  cells(
    ['What', 'Value', 'Run'],
    [
      ['creations a second, 200 accounts', 'benchmarks/admission.json', 'a: Cotejo', 'requests/s', '200 account'],
      ['creations a second, one account', 'benchmarks/admission.json', 'a: Cotejo', 'requests/s', '1 account(s), 64'],
      ['verifications ended a second, one process', 'benchmarks/resolution.json', 'one process', 'ended per second'],
      ['webhooks a second, one process, 50 hosts', 'benchmarks/webhooks.json', '1 process, to 50 hosts', 'delivered/s'],
      ['GET one, p50, 64 connections, ms', 'benchmarks/reading.json', 'GET one', 'p50', 'by 64 connections'],
      [
        'requests served a second at five times the load',
        'benchmarks/overload.json',
        'five times as much, first',
        'served/s',
      ],
      ['memory of a replica at rest, MB', 'benchmarks/overload.json', 'memory before', 'value'],
      ['memory of a replica at five times the load, MB', 'benchmarks/overload.json', 'memory at most', 'value'],
      ['screening against 500,000 entries, p99, ms', 'benchmarks/matching.json', 'postgres', 'p99 ms'],
      [
        'CPU of a replica and its client for one verification, ms',
        'benchmarks/storage.json',
        'CPU of the replica, with that of its client',
        'each',
      ],
      ['CPU of Postgres for one verification, ms', 'benchmarks/storage.json', 'CPU of Postgres', 'each'],
      ['write-ahead log for one verification, KB', 'benchmarks/storage.json', 'write-ahead log', 'each'],
      ['disk for one verification, KB', 'benchmarks/storage.json', 'disk, as it is written', 'each'],
    ],
  )

/** The result tables that miss an aim, and by how much. */
export const aims = (): string =>
  table(
    ['Benchmark', 'Compared', 'Aims kept', 'Missed: value (aim)'],
    globSync('benchmarks/*.json')
      .sort()
      .flatMap((path) => {
        const result = read(path)
        return result.tables.flatMap(({ title, rows }) => {
          const judged = Object.entries(rows).filter(([, row]) => row['aim'] !== undefined && row['verdict'] !== '')
          const missed = judged.filter(([, row]) => row['verdict'] === 'missed')
          if (missed.length === 0) return []
          return [
            [
              basename(path, '.json'),
              title,
              `${judged.length - missed.length} of ${judged.length}`,
              missed.map(([name, row]) => `${name} ${row['value']} (${row['aim']})`).join('; '),
            ],
          ]
        })
      }),
  )

const without = 'longest without a 200, s'
const trial = (name: string): string => `trials/${name}.json`

export const trials = (): string =>
  cells(
    ['What', 'Value', 'Run'],
    [
      ['`crash`: replicas killed', trial('crash'), 'kills with SIGKILL', 'value'],
      ['`crash`: verifications acknowledged', trial('crash'), 'answered 200', 'value'],
      ['`crash`: lost or doubled', trial('crash'), 'lost or doubled', 'value'],
      ['`crash`: never ended', trial('crash'), 'never ended', 'value'],
      [
        '`crash`: first progress after a kill, at most, s',
        trial('crash'),
        'first progress after a kill, at most, s',
        'value',
      ],
      ['`rolling`: emitted without a transfer', trial('rolling'), 'emitted, not transferred', 'count'],
      ['`rolling`: transferred twice', trial('rolling'), 'transferred twice', 'count'],
      ['`clocks`: lost, one clock an hour ahead', trial('clocks'), 'lost', 'value', 'an hour ahead'],
      ['`clocks`: lost, one clock an hour behind', trial('clocks'), 'lost', 'value', 'an hour behind'],
      ['`cluster`: lost at a fail-over', trial('cluster'), 'lost (acknowledged, and not there)', 'value'],
      [
        '`cluster`: from a killed primary to the first 200, s',
        trial('cluster'),
        'from its beginning to the first 200 of a POST, s',
        'value',
      ],
      ['`cells`: lost', trial('cells'), 'lost', 'value', 'In all'],
      ['`cells`: doubled', trial('cells'), 'doubled', 'value', 'In all'],
      ['`cells`: an account without a 200 while it moves, s', trial('cells'), 'the moved account', without, 'moves'],
      ['`cells`: cell a without a 200 while its primary is killed, s', trial('cells'), 'cell a', without, 'is killed'],
      ['`cells`: cell b without a 200 meanwhile, s', trial('cells'), 'cell b', without, 'is killed'],
      ['`cells`: cell a without a 200 while b stands still, s', trial('cells'), 'cell a', without, 'stands still'],
      ['`sweep`: points tried', trial('sweep'), 'trials', 'value'],
      ['`sweep`: broke a promise', trial('sweep'), 'broke a promise', 'value'],
      ['`schedules`: schedules played', trial('schedules'), 'schedules', 'value'],
      ['`schedules`: with a violation', trial('schedules'), 'with a violation', 'value'],
    ],
  )
