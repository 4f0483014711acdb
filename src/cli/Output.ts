import { Console, DateTime, Effect } from 'effect'
import { Flag, GlobalFlag } from 'effect/cli'
import { toPesos } from '#domain/account/Money.ts'

/** JSON in place of tables, for scripts. */
export const Json = GlobalFlag.Setting('json')({
  flag: Flag.Boolean('json').pipe(Flag.withDescription('Print JSON, for scripts'), Flag.withDefault(false)),
})

type Value = string | number | boolean | null
/** What a command tells, by name. Amounts are pesos. */
export type Facts = Readonly<Record<string, Value>>

export const pesos = (centavos: number): number => toPesos(centavos)
export const instant = (at: DateTime.Utc | null): string | null => at && DateTime.formatIso(at)

const text = (name: string, value: Value | undefined): string => {
  if (value === null || value === undefined || value === '') return '-'
  return typeof value === 'number' && /pesos$/i.test(name) ? value.toFixed(2) : String(value)
}

/** `pricePesos` is headed PRICE PESOS. */
const heading = (name: string): string => name.replace(/[A-Z]/g, (capital) => ` ${capital}`).toUpperCase()

const table = (rows: ReadonlyArray<Facts>): string => {
  const names = Object.keys(rows[0] ?? {})
  const columns = names.map((name) => {
    const cells = [heading(name), ...rows.map((row) => text(name, row[name]))]
    const width = Math.max(...cells.map(({ length }) => length))
    const isNumeric = rows.some((row) => typeof row[name] === 'number')
    return cells.map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)))
  })
  const lines = Array.from({ length: rows.length + 1 }, (_, line) => columns.map((cells) => cells[line] ?? ''))
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n')
}

const card = (facts: Facts): string => {
  const width = Math.max(...Object.keys(facts).map((name) => heading(name).length))
  return Object.entries(facts)
    .map(([name, value]) => `${heading(name).toLowerCase().padEnd(width)}  ${text(name, value)}`)
    .join('\n')
}

const print = (forPeople: string, forScripts: unknown) =>
  Effect.flatMap(Json, (json) => Console.log(json ? JSON.stringify(forScripts, null, 2) : forPeople))

/** Many things of a kind, or what to say when there is none. */
export const printTable = (rows: ReadonlyArray<Facts>, whenEmpty: string) =>
  print(rows.length === 0 ? whenEmpty : table(rows), rows)

/** The latest so many of a kind, and on the standard error that there may be more of them. */
export const printLatest = (rows: ReadonlyArray<Facts>, limit: number) =>
  Effect.andThen(
    printTable(rows, 'There are none.'),
    rows.length < limit ? Effect.void : Console.error(`These are the latest ${limit}, and there may be more: --limit.`),
  )

/** One thing. */
export const printCard = (facts: Facts) => print(card(facts), facts)

/** One thing and, under a name, the many that belong to it. */
export const printDetails = (facts: Facts, name: string, rows: ReadonlyArray<Facts>, whenEmpty: string) =>
  print(`${card(facts)}\n\n${rows.length === 0 ? whenEmpty : table(rows)}`, { ...facts, [name]: rows })

/** One thing and what it consists of, part by part. */
export const printWhole = (facts: Facts, parts: Readonly<Record<string, ReadonlyArray<Facts>>>) =>
  print(
    [
      card(facts),
      ...Object.entries(parts).map(([name, rows]) => `${heading(name)}\n${rows.length === 0 ? 'None.' : table(rows)}`),
    ].join('\n\n'),
    { ...facts, ...parts },
  )

/** What is to be noted of what is done once, whoever asks for it again. */
export const noteOf = (isDone: boolean): string | null =>
  isDone ? null : 'It was done before, so nothing was done now.'

/** What was done. */
export const printDone = (sentence: string, facts: Facts) => print(sentence, facts)
