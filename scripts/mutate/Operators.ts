/** What is put in the place of an operator, a call or a text. */

const comparisons = new Map<string, ReadonlyArray<string>>(
  Object.entries({
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '===': ['!=='],
    '!==': ['==='],
    '==': ['!='],
    '!=': ['=='],
  }),
)

const calculations = new Map<string, string>(Object.entries({ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }))

export const comparisonsFor = (operator: string): ReadonlyArray<string> => comparisons.get(operator) ?? []
export const calculationFor = (operator: string): string | undefined => calculations.get(operator)

export const logic = { '&&': '||', '||': '&&', '??': '&&' } as const

const assignments = new Map<string, string>(
  Object.entries({
    '+=': '-=',
    '-=': '+=',
    '*=': '/=',
    '/=': '*=',
    '??=': '=',
    '||=': '=',
    '&&=': '=',
  }),
)
export const assignmentFor = (operator: string): string | undefined => assignments.get(operator)

const opposites = new Map<string, string>(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    toUpperCase: 'toLowerCase',
    toLowerCase: 'toUpperCase',
  }),
)
export const oppositeOf = (method: string): string | undefined => opposites.get(method)

/** Methods whose receiver may stand in the place of what they return. */
export const leftOut: ReadonlySet<string> = new Set([
  ...['slice', 'trim', 'trimStart', 'trimEnd', 'normalize', 'replace', 'replaceAll', 'padStart', 'padEnd', 'substring'],
  ...['toSorted', 'sort', 'toReversed', 'reverse', 'filter', 'map', 'flat', 'concat'],
])

/** Whether what is called takes texts that only people read: those of logs and errors, and the names of spans. */
export const isForPeople = (callee: string): boolean =>
  /^(?:console\.\w+|Effect\.(?:log\w*|fn|withSpan)|\w*Error|process\.emitWarning)$/.test(callee)

/** A regular expression without its ends, and with each of its classes turned round. */
export const expressionsFor = (pattern: string): ReadonlyArray<string> => {
  const tokens: ReadonlyArray<string> = pattern.match(/\\[pP]\{[^}]*\}|\\.|\[\^?|./gsu) ?? []
  const turned = (token: string): string | null => {
    if (token === '^' || token === '$') return ''
    if (/^\\[dswpb]/i.test(token)) {
      const letter = token.charAt(1)
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      return `\\${other}${token.slice(2)}`
    }
    return token === '[' ? '[^' : token === '[^' ? '[' : null
  }
  return tokens.flatMap((token, place) => {
    const other = turned(token)
    return other === null ? [] : [tokens.with(place, other).join('')]
  })
}
