import { type Duration, Effect, Option } from 'effect'
import { Command, Flag } from 'effect/cli'
import { secureContextOf } from '#adapters/egress/Tls.ts'
import { checkProvider } from '#adapters/sources/real/Check.ts'
import { parse } from '#domain/person/Curp.ts'
import { providerSettings } from '#src/config/Providers.ts'
import { providerKey, providerUrl } from '#src/config/Readers.ts'
import { load, type Reader } from '#src/config/Variable.ts'
import { Refused, Unsound } from './Failures.ts'
import { textOf } from './FileContent.ts'
import { printTable } from './Output.ts'

const read = <A>(flag: string, reader: Reader<A>, text: string): Effect.Effect<A, Refused> =>
  Effect.mapError(Effect.fromResult(reader(text)), (complaint) => new Refused({ reason: `${flag} ${complaint}` }))

const Person = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(description),
    Flag.filterMap(
      (text) => Option.map(parse(text.toUpperCase()), ({ value }) => value),
      () => 'a CURP of the environment for tests',
    ),
  )

const check = Command.make(
  'check',
  {
    source: Flag.Literals('source', ['identidad', 'judicial']).pipe(Flag.withDescription('Source to test')),
    url: Flag.String('url').pipe(Flag.withDescription('Base address of the provider')),
    keyFile: Flag.String('key-file').pipe(
      Flag.withDescription('File with a test key. On the command line, other users could see it'),
    ),
    known: Person('known', 'A fictitious applicant that the provider knows; give several to test every finding').pipe(
      Flag.atLeast(1),
    ),
    unknown: Person('unknown', 'A fictitious applicant that the provider does not know'),
    names: Flag.String('names').pipe(Flag.withDescription('Given names, for judicial'), Flag.withDefault('PERSONA')),
    first: Flag.String('first-surname').pipe(Flag.withDefault('FICTICIA')),
    second: Flag.String('second-surname').pipe(Flag.optional),
  },
  Effect.fnUntraced(function* ({ source, known, unknown, names, first, second, ...given }) {
    const { certificates, own, timeout } = yield* load(providerSettings)
    const secureContext = secureContextOf(certificates === null ? [] : [certificates], own)
    const url = new URL(yield* read('--url', providerUrl, given.url))
    const key = yield* read('--key-file', providerKey, (yield* textOf(given.keyFile)).trim())
    const checked = yield* checkProvider({
      source,
      known,
      unknown,
      timeout,
      line: { url, key, secureContext },
      name: { nombres: names, primerApellido: first, segundoApellido: Option.getOrNull(second) },
      wait: (time: Duration.Duration) => Effect.sleep(time),
    })
    yield* printTable(
      checked.map(({ check, finding, action }) => ({
        check,
        result: action === null ? 'ok' : 'fault',
        finding,
        action,
      })),
      '',
    )
    if (checked.some(({ action }) => action !== null)) return yield* new Unsound()
  }),
).pipe(
  Command.withDescription('Test a provider against the contract with fictitious applicants, and report what to fix'),
)

export const sources = Command.make('sources').pipe(Command.withSubcommands([check]))
