import { Effect } from 'effect'
import { Command } from 'effect/cli'
import { type ReplicaRecord, ReplicaRecords } from '#ports/ReplicaRecords.ts'
import * as Access from './Access.ts'
import { type Facts, instant, printTable } from './Output.ts'

const factsOf = ({ name, version, since, heartbeatAt, isAlive, holds }: ReplicaRecord): Facts => ({
  replica: name,
  version,
  since: instant(since),
  heartbeat: instant(heartbeatAt),
  alive: isAlive,
  ...holds,
})

export const replicas = Command.make('replicas', {}, () =>
  Effect.gen(function* () {
    const { list } = yield* ReplicaRecords
    yield* printTable((yield* list).map(factsOf), 'No replica works over this database.')
  }),
).pipe(Command.provide(Access.replicas))
