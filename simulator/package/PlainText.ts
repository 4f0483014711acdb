/** What a lever answered, for people: a line for each member, and what is in it beneath, further in. */

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)
const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value)
const isEmpty = (value: unknown): boolean =>
  (isList(value) && value.length === 0) || (isMembers(value) && Object.keys(value).length === 0)

const scalar = (value: unknown): string => (value === null || isEmpty(value) ? '-' : String(value))

const memberLines = (name: string, value: unknown, width: number): ReadonlyArray<string> =>
  isEmpty(value) || (!isList(value) && !isMembers(value))
    ? [`${name.padEnd(width)}  ${scalar(value)}`]
    : [name, ...linesOf(value).map((line) => (line === '' ? '' : `  ${line}`))]

const linesOf = (value: unknown): ReadonlyArray<string> => {
  if (isList(value))
    return value.flatMap((item, index) => [...(index > 0 && isMembers(item) ? [''] : []), ...linesOf(item)])
  if (!isMembers(value)) return [scalar(value)]
  const width = Math.max(...Object.keys(value).map(({ length }) => length))
  return Object.entries(value).flatMap(([name, member]) => memberLines(name, member, width))
}

export const plainText = (answer: unknown): string => linesOf(answer).join('\n')
