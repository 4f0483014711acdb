import { readFileSync } from 'node:fs'

const [, section = ''] =
  /^\| Name \| Meaning \| Logs \| Labels \| Spans \|\n(.*?)\n\n/ms.exec(
    readFileSync('docs/operate/monitoring.md', 'utf8'),
  ) ?? []

/** The log keys, metric labels and span attributes that docs/operate/monitoring.md documents. */
const documented: ReadonlySet<string> = new Set(Array.from(section.matchAll(/`(\w+)`/g), ([, name = '']) => name))

/** The names that it does not document. */
export const undocumented = (names: Iterable<string>): ReadonlyArray<string> =>
  [...new Set(names)].filter((name) => !documented.has(name))
