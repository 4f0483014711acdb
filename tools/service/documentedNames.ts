import { readFileSync } from 'node:fs'

const [, section = ''] =
  /^\| Name \| Meaning \| Logs \| Labels \| Spans \|\n(.*?)\n\n/ms.exec(
    readFileSync('docs/operate/monitoring.md', 'utf8'),
  ) ?? []

/** What docs/operate/monitoring.md says that keys of the log, labels of metrics and attributes of spans are called. */
const documented: ReadonlySet<string> = new Set(Array.from(section.matchAll(/`(\w+)`/g), ([, name = '']) => name))

/** Those that it does not name. */
export const undocumented = (names: Iterable<string>): ReadonlyArray<string> =>
  [...new Set(names)].filter((name) => !documented.has(name))
