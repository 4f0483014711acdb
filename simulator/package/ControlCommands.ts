import { readFileSync, writeFileSync } from 'node:fs'
import { Console, Data, Effect } from 'effect'
import { Argument, Command, Flag } from 'effect/cli'
import { type Declaration, declarations, isOfOneWorld, placeholders } from '#simulator/levers/Declarations.ts'
import { membersOf, sentenceIn } from '#simulator/levers/Lever.ts'
import { meanings } from '#simulator/levers/Meanings.ts'
import { usually } from '#simulator/Settings.ts'
import { reasonOf } from './LeverFailures.ts'
import { call } from './SimulatorClient.ts'

/** What a lever answered, for people: a line for each member, and what is in it beneath, further in. */

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)
const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value)
const isEmpty = (value: unknown): boolean =>
  (isList(value) && value.length === 0) || (isMembers(value) && Object.keys(value).length === 0)

const scalar = (value: unknown): string => (value === null || isEmpty(value) ? '-' : String(value))

const memberLines = (name: string, value: unknown, width: number): ReadonlyArray<string> =>
  isEmpty(value) || (!isList(value) && !isMembers(value))
    ? [`${name.padEnd(width)}  ${scalar(value)}`]
    : [name, ...linesOf(value).map((line) => (line === '' ? '' : `  ${line}`))]

const linesOf = (value: unknown): ReadonlyArray<string> => {
  if (isList(value))
    return value.flatMap((item, index) => [...(index > 0 && isMembers(item) ? [''] : []), ...linesOf(item)])
  if (!isMembers(value)) return [scalar(value)]
  const width = Math.max(...Object.keys(value).map(({ length }) => length))
  return Object.entries(value).flatMap(([name, member]) => memberLines(name, member, width))
}

const plainText = (answer: unknown): string => linesOf(answer).join('\n')

/** The levers as commands, from their declarations: `cotejo-simulator time advance 240`. */

/** What cannot be done: exit code 1. */
class Refused extends Data.TaggedError('Refused')<{ readonly message: string }> {}

/** A command: a lever, what of its body is always so, and the members that are written without their names. */
interface Form {
  readonly group: string
  readonly verb: string
  readonly positional: ReadonlyArray<string>
  readonly lever: Declaration
  readonly always: Readonly<Record<string, unknown>>
  readonly meaning: string
}

const formOf = (command: string, lever: Declaration, always: Form['always'], meaning: string): Form => {
  const [group = '', verb = '', ...members] = command.split(' ')
  return { group, verb, positional: members.map((one) => one.slice(1, -1)), lever, always, meaning }
}

const named = (name: string): Declaration => {
  const found = declarations.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no lever ${name}`)
  return found
}

/** Shorter ways to say what is said most. */
const shorthands: ReadonlyArray<Form> = [
  formOf(
    'time advance <avanzar_segundos>',
    named('mover_reloj'),
    {},
    'Jumps by simulated seconds, and waits for all work that falls due',
  ),
  formOf(
    'time next',
    named('mover_reloj'),
    { hasta_lo_siguiente: true },
    'Jumps to the next instant at which work falls due',
  ),
  formOf('time freeze', named('mover_reloj'), { congelado: true }, 'Stops simulated time but for jumps'),
  formOf('time run', named('mover_reloj'), { congelado: false }, 'Lets simulated time run again'),
  formOf(
    'account suspend <tenant>',
    named('cambiar_cuenta'),
    { estado: 'suspendida' },
    'Suspends an account: its keys answer 401',
  ),
  formOf(
    'account activate <tenant>',
    named('cambiar_cuenta'),
    { estado: 'activa' },
    'Accepts the keys of an account again',
  ),
]

const forms: ReadonlyArray<Form> = [
  ...shorthands,
  ...declarations.map((lever) => formOf(lever.command, lever, {}, meanings[lever.name] ?? lever.summary)),
]

/** The members of a lever, as JSON Schema has them. */
const fieldsOf = ({ parameters, body }: Declaration): Readonly<Record<string, unknown>> =>
  Object.assign({}, ...[parameters, body].map((part) => (part === undefined ? {} : membersOf(part))))

/** Whether a member is a text: then it is taken as it is written. */
const isText = (field: unknown): boolean => {
  const text = JSON.stringify(field)
  return text.includes('"type":"string"') && !/"type":"(?:number|integer|boolean|array|object)"/.test(text)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The value of a text: `null` is null, a text field takes the text, any other field reads it as JSON. */
const valueOf = (field: unknown, text: string): unknown => {
  if (text === 'null') return null
  return isText(field) ? text : parsed(text)
}

const kebab = (member: string): string => member.replaceAll('_', '-')
const common = {
  url: Flag.String('url').pipe(usually('http://127.0.0.1:4010', 'The simulator')),
  world: Flag.String('world').pipe(usually('principal', 'The world it is done in')),
  json: Flag.Boolean('json').pipe(Flag.withDescription('Print the answer as JSON'), Flag.withDefault(false)),
}

/** Where a lever is, and with what it is called. */
const requestOf = (
  { lever, always }: Form,
  { url, world }: { readonly url: string; readonly world: string },
  given: Readonly<Record<string, unknown>>,
) => {
  const base = `${url.replace(/\/+$/, '')}/_simulador${isOfOneWorld(lever) ? `/mundos/${encodeURIComponent(world)}` : ''}`
  const path = lever.path.replace(/:(\w+)/g, (_, member) => encodeURIComponent(String(given[member])))
  const inPath = placeholders(lever.path)
  const rest = Object.entries(given).filter(([member]) => !inPath.includes(member))
  if (lever.body !== undefined) return { url: base + path, body: { ...Object.fromEntries(rest), ...always } }
  const query = new URLSearchParams(Object.fromEntries(rest.map(([member, value]) => [member, String(value)])))
  return { url: `${base}${path}${query.size > 0 ? `?${query}` : ''}`, body: undefined }
}

const asking = (
  form: Form,
  place: { readonly url: string; readonly world: string },
  given: Readonly<Record<string, unknown>>,
) => {
  const { url, body } = requestOf(form, place, given)
  return Effect.tryPromise({
    try: () => call(url, form.lever.method, body),
    catch: (failure) => new Refused({ message: reasonOf(failure, place.url) }),
  })
}

const ending = <R>(done: Effect.Effect<void, Refused, R>) =>
  Effect.catchTag(done, 'Refused', ({ message }) =>
    Effect.andThen(
      Console.error(message),
      Effect.sync(() => process.exit(1)),
    ),
  )

const printed = (answer: unknown, json: boolean) =>
  Console.log(json ? JSON.stringify(answer, null, 2) : answer === null ? 'Hecho.' : plainText(answer))

const commandOf = (form: Form) => {
  const fields = fieldsOf(form.lever)
  const places = Object.fromEntries(
    form.positional.map((member) => [
      member,
      Argument.String(kebab(member)).pipe(Argument.withDescription(sentenceIn(fields[member]))),
    ]),
  )
  const others = Object.keys(fields).filter((member) => !form.positional.includes(member) && !(member in form.always))
  const flags = Object.fromEntries(
    others.map((member) => [
      member,
      Flag.String(kebab(member)).pipe(Flag.withDescription(sentenceIn(fields[member])), Flag.withDefault(null)),
    ]),
  )
  return Command.make(form.verb, { places, flags, ...common }, ({ places, flags, json, ...place }) => {
    const written = Object.entries({ ...places, ...flags }).flatMap(([member, text]) =>
      text === null ? [] : [[member, valueOf(fields[member], text)] as const],
    )
    return ending(Effect.flatMap(asking(form, place, Object.fromEntries(written)), (answer) => printed(answer, json)))
  }).pipe(Command.withDescription(form.meaning))
}

const file = Argument.String('file').pipe(Argument.withDescription('The file of the world'))
const inFile = <A>(name: string, use: () => A) =>
  Effect.try({
    try: use,
    catch: () => new Refused({ message: `No se puede leer o escribir ${name}, o no es un mundo.` }),
  })

/** What is in a file is not printed, and not written as an argument. */
const fileCommands = {
  guardar_mundo: (form: Form) =>
    Command.make(form.verb, { file, ...common }, ({ file: name, json, ...place }) =>
      ending(
        Effect.gen(function* () {
          const answer = yield* asking(form, place, {})
          yield* inFile(name, () => writeFileSync(name, `${JSON.stringify(answer)}\n`))
          yield* printed({ archivo: name }, json)
        }),
      ),
    ).pipe(Command.withDescription(form.meaning)),
  cargar_mundo: (form: Form) =>
    Command.make(form.verb, { file, ...common }, ({ file: name, json, ...place }) =>
      ending(
        Effect.gen(function* () {
          const saved = yield* inFile(name, (): unknown => JSON.parse(readFileSync(name, 'utf8')))
          yield* printed(yield* asking(form, place, { ...Object(saved) }), json)
        }),
      ),
    ).pipe(Command.withDescription(form.meaning)),
}

const ofForm = (form: Form) => {
  const { name } = form.lever
  return name === 'guardar_mundo' || name === 'cargar_mundo' ? fileCommands[name](form) : commandOf(form)
}

const groups = [...new Set(forms.map(({ group }) => group))]

export const controlCommands = groups.map((group) => {
  const verbs = forms.filter((form) => form.group === group)
  return Command.make(group).pipe(
    Command.withDescription(`Controls: ${verbs.map(({ verb }) => verb).join(', ')}`),
    Command.withSubcommands(verbs.map(ofForm)),
  )
})
