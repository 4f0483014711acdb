import { Option, Predicate } from 'effect'
import { isMessage, parseMessages } from '#mcp/Messages.ts'
import { tools } from '#mcp/Tools.ts'
import { declaredMembers } from '#wire/PeticionRules.ts'
import { mask } from './Masking.ts'

/** The names in an object that should not be there, and those that may be. */
export interface Undeclared {
  readonly sobran: ReadonlyArray<string>
  readonly declarados: ReadonlyArray<string>
}

/** A member of a request that a program sends is called so. Anything else could be a value in the wrong place. */
const memberName = /^[a-z][a-z_]{0,39}$/i
/** Letters of a word that could be a name of the applicant. */
const shortestName = 3
/** How many names are shown. */
const most = 10

const wordsIn = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values
    .filter(Predicate.isString)
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u))
    .filter((word) => word.length >= shortestName)

/** Names that are declared for a tool, or for the body of POST. */
const namesFor = (tool: unknown): ReadonlyArray<string> => {
  const found = tools.find(([name]) => name === tool)
  return found === undefined ? [...declaredMembers(null)] : Object.keys(found[1].inputSchema['properties'] ?? {})
}

/**
 * Names what the closed schema does not declare. A name that could say who the applicant is stays masked.
 *
 * @param member the object that has it; null for the whole body, or the arguments of a tool
 */
export const undeclaredIn = (bytes: Uint8Array | null, member: string | null): Undeclared | null => {
  const sent = bytes === null ? undefined : Option.getOrUndefined(parseMessages(bytes))
  const call = isMessage(sent) ? Object(sent['params']) : { arguments: sent }
  const body = Object(call['arguments'])
  const object = Object(member === null ? body : body[member])
  const declarados = member === null ? namesFor(call['name']) : [...declaredMembers(member)]
  const personal = wordsIn(Object.values(Object(body.solicitante)))
  const isShown = (strange: string): boolean =>
    memberName.test(strange) && !personal.some((word) => strange.toLowerCase().includes(word))
  const sobran = Object.keys(object).filter((one) => !declarados.includes(one))
  if (sobran.length === 0) return null
  return { sobran: sobran.slice(0, most).map((one) => (isShown(one) ? one : mask)), declarados }
}
