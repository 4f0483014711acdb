import { Console, DateTime, Effect } from 'effect'
import { Flag, GlobalFlag } from 'effect/cli'
import { toPesos } from '#domain/account/Money.ts'
import { layout } from './Table.ts'

/** What a terminal does not show, or obeys: control and format characters, separators, blanks that are no space. */
const invisible = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('')

/** The text with each of these as `\u202e`, as JSON writes them. Line feeds stay: they lay out what is printed. */
const visible = (text: string): string => text.replace(invisible, escaped)

/** The same in one line. */
const visibleLine = (text: string): string => visible(text).replaceAll('\n', '\\u000a')

const shown = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.map((value) => (typeof value === 'string' ? visible(value) : value))

/** Whatever a command prints, partners' own texts included, neither steers an operator's terminal nor hides in it. */
export const printingVisibly = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateService(command, Console.Console, (console) => ({
    ...console,
    log: (...values) => console.log(...shown(values)),
    error: (...values) => console.error(...shown(values)),
  }))

/** JSON in place of tables, for scripts. */
export const Json = GlobalFlag.Setting('json')({
  flag: Flag.Boolean('json').pipe(Flag.withDescription('Print JSON, for scripts'), Flag.withDefault(false)),
})

/** Tables with all columns, however long their lines become. */
export const Wide = GlobalFlag.Setting('wide')({
  flag: Flag.Boolean('wide').pipe(
    Flag.withDescription('Print tables with all columns, even wider than 100 characters'),
    Flag.withDefault(false),
  ),
})

type Value = string | number | boolean | null
/** What a command tells, by name. Amounts are pesos. */
export type Facts = Readonly<Record<string, Value>>

export const pesos = (centavos: number): number => toPesos(centavos)
export const instant = (at: DateTime.Utc | null): string | null => at && DateTime.formatIso(at)

const text = (name: string, value: Value | undefined): string => {
  if (value === null || value === undefined || value === '') return '-'
  return typeof value === 'number' && /pesos$/i.test(name) ? value.toFixed(2) : visibleLine(String(value))
}

/** Instants are shown to the second. */
const brieflyAt = (cell: string): string => cell.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/, '$1Z')

/** `pricePesos` is headed PRICE PESOS. */
const heading = (name: string): string => name.replace(/[A-Z]/g, (capital) => ` ${capital}`).toUpperCase()

/**
 * @param brief the columns that are shown unless all are asked for; all of them where it is left out
 */
const table = (rows: ReadonlyArray<Facts>, isWide: boolean, brief?: ReadonlyArray<string>): string => {
  const names = Object.keys(rows[0] ?? {}).filter((name) => isWide || brief === undefined || brief.includes(name))
  const columns = names.map((name) => ({
    heading: heading(name),
    texts: rows.map((row) => {
      const cell = text(name, row[name])
      return isWide ? cell : brieflyAt(cell)
    }),
    isNumeric: rows.some((row) => typeof row[name] === 'number'),
  }))
  return layout(columns, isWide)
}

const card = (facts: Facts): string => {
  const width = Math.max(...Object.keys(facts).map((name) => heading(name).length))
  return Object.entries(facts)
    .map(([name, value]) => `${heading(name).toLowerCase().padEnd(width)}  ${text(name, value)}`)
    .join('\n')
}

const print = (forPeople: (isWide: boolean) => string, forScripts: unknown) =>
  Effect.gen(function* () {
    const [isJson, isWide] = [yield* Json, yield* Wide]
    yield* Console.log(isJson ? JSON.stringify(forScripts, null, 2) : forPeople(isWide))
  })

/** Prints rows as a table, or `whenEmpty`. */
export const printTable = (rows: ReadonlyArray<Facts>, whenEmpty: string, brief?: ReadonlyArray<string>) =>
  print((isWide) => (rows.length === 0 ? whenEmpty : table(rows, isWide, brief)), rows)

/** The latest of a kind, at most `limit`, and on the standard error that there may be more of them. */
export const printLatest = (rows: ReadonlyArray<Facts>, limit: number, brief?: ReadonlyArray<string>) =>
  Effect.andThen(
    printTable(rows, 'There are none.', brief),
    rows.length < limit ? Effect.void : Console.error(`These are the latest ${limit}, and there may be more: --limit.`),
  )

export const printCard = (facts: Facts) => print(() => card(facts), facts)

export const printDetails = (facts: Facts, name: string, rows: ReadonlyArray<Facts>, whenEmpty: string) =>
  print((isWide) => `${card(facts)}\n\n${rows.length === 0 ? whenEmpty : table(rows, isWide)}`, {
    ...facts,
    [name]: rows,
  })

/** One thing and what it consists of, part by part. */
export const printWhole = (facts: Facts, parts: Readonly<Record<string, ReadonlyArray<Facts>>>) =>
  print(
    (isWide) =>
      [
        card(facts),
        ...Object.entries(parts).map(
          ([name, rows]) => `${heading(name)}\n${rows.length === 0 ? 'None.' : table(rows, isWide)}`,
        ),
      ].join('\n\n'),
    { ...facts, ...parts },
  )

/** The note for an act that is done only once and was repeated. */
export const noteOf = (isDone: boolean): string | null => (isDone ? null : 'Already done; nothing changed.')

export const printDone = (sentence: string, facts: Facts) => print(() => sentence, facts)
