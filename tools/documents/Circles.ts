import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import packageJson from '#package.json' with { type: 'json' }

/** The target folders of `#domain/*` and similar imports. */
const aliases = Object.entries(packageJson.imports).flatMap(
  ([alias, place]): ReadonlyArray<[string, string]> =>
    alias.endsWith('*') ? [[alias.slice(0, -1), place.slice(2, -1)]] : [],
)

/** The path of an imported file; null if it is outside the project. */
const target = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const [alias = '', place = ''] = aliases.find(([start]) => specifier.startsWith(start)) ?? []
  return alias === '' ? null : place + specifier.slice(alias.length)
}

/** A folder that imports from a sibling folder. */
interface Need {
  readonly around: string
  readonly here: string
  readonly there: string
}

/** The sibling folders that contain two files, and their parent folder. */
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

/** Removes folders that need none of the others, because they are on no circle. */
const left = (needs: ReadonlyArray<Need>): ReadonlyArray<Need> => {
  const needing = new Set(needs.map(({ here }) => here))
  const rest = needs.filter(({ there }) => needing.has(there))
  return rest.length === needs.length ? rest : left(rest)
}

/** Sibling folders that import each other in a circle, with their parent folder. */
export const circlesOfFolders = (): ReadonlyArray<string> => {
  const files = globSync('{src,simulator,test,scripts,tools}/**/*.ts', { exclude: ['**/node_modules/**'] })
  const around = Map.groupBy(files.flatMap(needsOf), (need) => need.around)
  return [...around].flatMap(([folder, needs]) => {
    const names = new Set(left(needs).map(({ here }) => here))
    return names.size === 0 ? [] : [`${folder}: ${[...names].join(', ')}`]
  })
}
