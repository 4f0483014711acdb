import { Effect } from 'effect'
import { Command, Flag } from 'effect/cli'
import { type ListEntry, listNames } from '#domain/screening/ListEntry.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { limit } from './Inputs.ts'
import { type Facts, printDetails } from './Output.ts'

const factsOf =
  (change: 'added' | 'removed') =>
  ({ id, names, situation }: ListEntry): Facts => ({ change, entry: id, name: names[0] ?? null, situation })

/** `cotejo lists changes` */
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
