import { Console, DateTime, Duration, Effect, Layer } from 'effect'
import { Command, Flag } from 'effect/cli'
import { keyRevision } from '#adapters/lists/Keys.ts'
import * as Screening from '#adapters/lists/Screening.ts'
import { unfitLists } from '#domain/screening/Freshness.ts'
import { kindOf, type ListEntry, type ListName, listNames } from '#domain/screening/ListEntry.ts'
import { ageOf } from '#domain/screening/ListVersion.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { Time } from '#ports/Time.ts'
import { listsMaxAge, listsRequired } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import * as Access from './Access.ts'
import { Unsound } from './Failures.ts'
import { limit } from './Inputs.ts'
import { fetchLists } from './ListFetch.ts'
import { importList } from './ListImport.ts'
import { search } from './ListSearch.ts'
import { type Facts, instant, printDetails, printTable } from './Output.ts'

const factsOf =
  (change: 'added' | 'removed') =>
  ({ id, names, situation }: ListEntry): Facts => ({ change, entry: id, name: names[0] ?? null, situation })

export const changes = Command.make(
  'changes',
  { list: Flag.Literals('list', listNames).pipe(Flag.withDescription('Which list')), limit },
  Effect.fnUntraced(function* ({ list, limit }) {
    const { added, removed } = yield* (yield* ListAdministration).changes(list)
    const rows = [...added.map(factsOf('added')), ...removed.map(factsOf('removed'))]
    const facts = { list, added: added.length, removed: removed.length }
    yield* printDetails(facts, 'entries', rows.slice(0, limit), 'The two versions have the same entries.')
  }),
).pipe(Command.withDescription('Show the differences between the current version of a list and the previous one'))

const settings = load({ maxAge: listsMaxAge, required: listsRequired })

const screening = Layer.unwrap(Effect.map(settings, Screening.layer))

/** What is to be done about a list that hinders: one that is required and missing, or one that is there and cannot be used. */
const meanings = {
  falta: () => 'was never imported, and is required: screening is unavailable. See cotejo lists import --help.',
  vencida: (list: ListName, today: string) =>
    `is too old: screening is unavailable. Import or fetch a newer one; if its publisher has none today: cotejo lists import --list ${list} --file … --checked ${today}.`,
  otras_claves: () => 'was imported by another release: screening is unavailable. Import or fetch it again.',
} as const

const status = Command.make('status', {}, () =>
  Effect.gen(function* () {
    const { maxAge, required } = yield* settings
    const now = yield* (yield* Time).now
    const { history } = yield* ListAdministration
    const factsOf = Effect.fnUntraced(function* (list: ListName) {
      const [current, former] = yield* history(list)
      const [unfit] = unfitLists(current === undefined ? [] : [current], { maxAge, required: [list], keyRevision }, now)
      return {
        list,
        kind: kindOf[list],
        state: unfit?.because ?? ('vigente' as const),
        required: required.includes(list),
        cutOff: current?.cutOff ?? null,
        days: current === undefined ? null : Math.floor(Duration.toDays(ageOf(current, now))),
        maxDays: Math.floor(Duration.toDays(maxAge(list))),
        people: current?.entries ?? null,
        added: current?.added ?? null,
        removed: current?.removed ?? null,
        imported: instant(current?.importedAt ?? null),
        confirmed: instant(current?.confirmedAt ?? null),
        formerCutOff: former?.cutOff ?? null,
      }
    })
    const rows = yield* Effect.forEach(listNames, factsOf)
    yield* printTable(rows, '', ['list', 'state', 'required', 'cutOff', 'days', 'maxDays', 'people', 'imported'])
    const today = DateTime.formatIsoDateUtc(now)
    const hindering = rows.filter(({ required: isRequired, state }) => isRequired || state !== 'falta')
    for (const { list, state } of hindering) {
      if (state !== 'vigente') yield* Console.error(`${list} ${meanings[state](list, today)}`)
    }
    if (hindering.some(({ state }) => state !== 'vigente')) return yield* new Unsound()
  }),
).pipe(
  Command.withDescription(
    'Show the current version of each list, its age, and whether it can be used. Exits with 1 if an imported or required list cannot',
  ),
)

export const lists = Command.make('lists').pipe(
  Command.withSubcommands([
    importList.pipe(Command.provide(Access.lists)),
    fetchLists.pipe(Command.provide(Access.lists)),
    status.pipe(Command.provide(Access.keylessLists)),
    changes.pipe(Command.provide(Access.keylessLists)),
    search.pipe(Command.provide(screening), Command.provide(Layer.merge(Access.lists, Access.clearances))),
  ]),
  Command.provide(Layer.merge(Access.time, Access.audit)),
)
