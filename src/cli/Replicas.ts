import { Effect } from 'effect'
import { Command } from 'effect/cli'
import * as Replicas from '#adapters/postgres/operators/Replicas.ts'
import * as Access from './Access.ts'
import { instant, printTable } from './Output.ts'

export const replicas = Command.make('replicas', {}, () =>
  Effect.flatMap(Replicas.replicas, (found) =>
    printTable(
      found.map(({ name, since, heartbeatAt, isAlive, version, roles, ...holds }) => ({
        replica: name,
        version,
        roles: roles.join(','),
        since: instant(since),
        heartbeat: instant(heartbeatAt),
        alive: isAlive,
        ...holds,
      })),
      'No replica works over this database.',
    ),
  ),
).pipe(Command.provide(Access.database))
