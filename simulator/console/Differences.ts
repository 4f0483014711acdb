import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { breakable, table } from './Parts.ts'
import { t } from './Words.ts'

/** In what two things of one kind differ, value by value. */

const valuesOf = (value: unknown, path = ''): ReadonlyArray<readonly [path: string, text: string]> => {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([name, member]) => valuesOf(member, path === '' ? name : `${path}.${name}`))
}

/** Each path at which the two values differ, with both texts; '' for a missing value. */
const differencesOf = (
  one: unknown,
  other: unknown,
): ReadonlyArray<readonly [path: string, one: string, other: string]> => {
  const first = new Map(valuesOf(one))
  const second = new Map(valuesOf(other))
  const paths = [...new Set([...first.keys(), ...second.keys()])]
  return paths
    .map((path) => [path, first.get(path) ?? '', second.get(path) ?? ''] as const)
    .filter(([, before, after]) => before !== after)
}

interface Comparison {
  readonly title: string
  readonly names: readonly [one: string, other: string]
  readonly one: unknown
  readonly other: unknown
}

/** Closed until the reader opens it. */
export const differences = ({ title, names, one, other }: Comparison): VNode => {
  const found = differencesOf(one, other)
  const row = ([path, before, after]: (typeof found)[number]): VNode =>
    html`<tr key=${path}>
      <th scope="row"><code>${breakable(path)}</code></th><td>${breakable(before)}</td><td>${breakable(after)}</td>
    </tr>`
  return html`<details class="exact compared">
    <summary>${title} (${found.length})</summary>
    ${found.length === 0 ? html`<p>${t('noDifference')}</p>` : table(title, [t('field'), ...names], found.map(row))}
  </details>`
}
