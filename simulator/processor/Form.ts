/** Parameters as Stripe's API takes them, in a query or in a body: `a=1&metadata[b]=2&expand[]=c`. */
export interface Form {
  /** A plain parameter; null when it is missing or empty. */
  readonly one: (name: string) => string | null
  /** The members of a nested parameter, by the text in the brackets. */
  readonly members: (name: string) => ReadonlyArray<readonly [member: string, value: string]>
  /** Every parameter, without brackets. */
  readonly names: ReadonlySet<string>
  /** Identical for forms with the same meaning. */
  readonly canonical: string
}

const nested = /^(\w+)\[([^\]]*)\]$/

/** Reads a URL's query or a body of type `application/x-www-form-urlencoded`. */
export const readForm = (text: string): Form => {
  const pairs = [...new URLSearchParams(text)]
  return {
    one: (name) => pairs.find(([given]) => given === name)?.[1] || null,
    members: (name) =>
      pairs.flatMap(([given, value]) => {
        const [, parent, member = ''] = nested.exec(given) ?? []
        return parent === name ? [[member, value] as const] : []
      }),
    names: new Set(pairs.map(([given]) => given.split('[')[0] ?? '')),
    canonical: JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}
