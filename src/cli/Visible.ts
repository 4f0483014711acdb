import { Console, Effect } from 'effect'

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
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', '\\u000a')

const shown = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.map((value) => (typeof value === 'string' ? visible(value) : value))

/** Whatever a command prints, partners' own texts included, neither steers an operator's terminal nor hides in it. */
export const printingVisibly = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateService(command, Console.Console, (console) => ({
    ...console,
    log: (...values) => console.log(...shown(values)),
    error: (...values) => console.error(...shown(values)),
  }))
