import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import packageJson from '#package.json' with { type: 'json' }

/** Where `#domain/*` and the like lead to. */
const aliases = Object.entries(packageJson.imports).flatMap(
  ([alias, place]): ReadonlyArray<[string, string]> =>
    alias.endsWith('*') ? [[alias.slice(0, -1), place.slice(2, -1)]] : [],
)

/** The path of a file that another one imports; null where it is none of the project's. */
const target = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [alias = '', place = ''] = aliases.find(([start]) => specifier.startsWith(start)) ?? []
  return alias === '' ? null : place + specifier.slice(alias.length)
}

/** A folder needs another beside it. */
interface Need {
  readonly around: string
  readonly here: string
  readonly there: string
}

/** The folders side by side, and the folder around them, in which two files are. */
const apart = (one: string, other: string): Need | null => {
  const [from, to] = [one.split('/'), other.split('/')]
  const depth = from.findIndex((part, index) => part !== to[index])
  if (depth === from.length - 1 || depth === to.length - 1) return null
  return { around: from.slice(0, depth).join('/'), here: from[depth] ?? '', there: to[depth] ?? '' }
}

const needsOf = (file: string): ReadonlyArray<Need> =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport\() ?'([#.][^']+)'/g)].flatMap(([, specifier = '']) => {
    const imported = target(file, specifier)
    return imported === null ? [] : (apart(file, imported) ?? [])
  })

/** Whoever needs nobody that is left is on no circle. */
const left = (needs: ReadonlyArray<Need>): ReadonlyArray<Need> => {
  const needing = new Set(needs.map(({ here }) => here))
  const rest = needs.filter(({ there }) => needing.has(there))
  return rest.length === needs.length ? rest : left(rest)
}

/** Folders side by side that need each other, with the folder around them. */
export const circlesOfFolders = (): ReadonlyArray<string> => {
  const files = globSync('{src,simulator,test,scripts,tools}/**/*.ts', { exclude: ['**/node_modules/**'] })
  const around = Map.groupBy(files.flatMap(needsOf), (need) => need.around)
  return [...around].flatMap(([folder, needs]) => {
    const names = new Set(left(needs).map(({ here }) => here))
    return names.size === 0 ? [] : [`${folder}: ${[...names].join(', ')}`]
  })
}
