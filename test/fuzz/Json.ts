/** JSON as it is written: every number, escape, order and repeated member as the fuzz wants it. */
export type Json =
  | { readonly lexeme: string }
  | { readonly items: ReadonlyArray<Json> }
  | { readonly members: ReadonlyArray<Member> }

/** A member; its name is a lexeme, quotes and escapes included. */
export interface Member {
  readonly name: string
  readonly value: Json
}

/** Names from the document's root to a member. */
export type Path = ReadonlyArray<string>

export const lexeme = (text: string): Json => ({ lexeme: text })

/** Every UTF-16 unit of the text as an escape. */
export const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`

/** A value as `JSON.stringify` writes it: unpaired surrogates and control characters become escapes. */
export const json = (value: unknown): Json => {
  if (Array.isArray(value)) return { items: value.map(json) }
  if (typeof value !== 'object' || value === null) return { lexeme: JSON.stringify(value) ?? 'null' }
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  return { members: members.map(([name, one]) => ({ name: JSON.stringify(name), value: json(one) })) }
}

export const write = (node: Json, gap = ''): string => {
  if ('lexeme' in node) return node.lexeme
  const parts =
    'items' in node
      ? node.items.map((item) => write(item, gap))
      : node.members.map(({ name, value }) => `${name}${gap}:${gap}${write(value, gap)}`)
  const [open, close] = 'items' in node ? '[]' : '{}'
  return `${open}${gap}${parts.join(`${gap},${gap}`)}${gap}${close}`
}

const isNamed = (name: string) => (member: Member) => JSON.parse(member.name) === name

/** Arrays in arrays, this deep. */
export const nested = (depth: number): Json => (depth === 0 ? lexeme('1') : { items: [nested(depth - 1)] })

const valueAt = (node: Json, [name, ...rest]: Path): Json | undefined => {
  if (name === undefined) return node
  const found = 'members' in node ? node.members.find(isNamed(name)) : undefined
  return found === undefined ? undefined : valueAt(found.value, rest)
}

/** The string at a path; undefined where there is none. */
export const textAt = (node: Json, path: Path): string | undefined => {
  const value = valueAt(node, path)
  if (value === undefined || !('lexeme' in value) || !value.lexeme.startsWith('"')) return undefined
  try {
    return String(JSON.parse(value.lexeme))
  } catch {
    return undefined
  }
}

/** Changes the members of the object at a path; what is no object becomes one with these members first. */
export const within = (
  node: Json,
  [name, ...rest]: Path,
  change: (members: ReadonlyArray<Member>) => ReadonlyArray<Member>,
  fresh: ReadonlyArray<Member> = [],
): Json => {
  const members = 'members' in node ? node.members : fresh
  if (name === undefined) return { members: change(members) }
  const own = members.find(isNamed(name))?.value ?? { members: fresh }
  const value = within(own, rest, change, fresh)
  return { members: replaced(members, name, value) }
}

/** Members with this one, in the place of the one that is there. */
export const replaced = (members: ReadonlyArray<Member>, name: string, value: Json): ReadonlyArray<Member> =>
  members.some(isNamed(name))
    ? members.map((member) => (isNamed(name)(member) ? { ...member, value } : member))
    : [...members, { name: JSON.stringify(name), value }]

/** Members without the one of this name. */
export const without = (members: ReadonlyArray<Member>, name: string): ReadonlyArray<Member> =>
  members.filter((member) => !isNamed(name)(member))
