import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'rolldown/utils'

/** A regular expression as it stands in a file. */
export interface Expression {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** Texts in there come from an operator: settings, arguments, files of lists. */
const ofOperators = ['src/cli/', 'src/config/', 'src/adapters/lists/formats/']

const files = ['src', 'simulator']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`))
  .filter((file) => !ofOperators.some((folder) => file.startsWith(folder)))

const visitAll = (visitorOf: (file: string) => ConstructorParameters<typeof Visitor>[0]): void => {
  for (const file of files) new Visitor(visitorOf(file)).visit(parseSync(file, readFileSync(file, 'utf8')).program)
}

/** Every regular expression literal. */
export const literals = (): ReadonlyArray<Expression> => {
  const found: Array<Expression> = []
  visitAll((file) => ({
    Literal: (node) => {
      if ('regex' in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
  }))
  return found
}

/** Every file that makes a regular expression from a text. */
export const makers = (): ReadonlyArray<string> => {
  const found = new Set<string>()
  visitAll((file) => {
    const look = ({ callee }: { readonly callee: object }) => {
      if ('name' in callee && callee.name === 'RegExp') found.add(file)
    }
    return { NewExpression: look, CallExpression: look }
  })
  return [...found].sort()
}

/** Prints, once a module is loaded, what its file and those that it imports made from texts. */
const recorder = `
  const made = []
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, args) {
      const file = /(?:src|simulator)\\/[^:)]+\\.ts/.exec(new Error().stack.split('\\n')[2] ?? '')?.[0]
      const expression = new target(...args)
      if (file !== undefined) made.push({ file, source: expression.source, flags: expression.flags })
      return expression
    },
  })
  for (const file of process.argv.slice(1)) await import(process.cwd() + '/' + file)
  console.log(JSON.stringify(made))
`

/** What these files make from texts while they are loaded. */
export const made = (from: ReadonlyArray<string>): ReadonlyArray<Expression> => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', recorder, ...from])
  if (stdout.length === 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}
