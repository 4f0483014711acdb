import { Console, Effect } from 'effect'
import { Command } from 'effect/cli'
import * as RouterMap from '#adapters/platform/RouterMap.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import { keyDigests } from '#adapters/postgres/operators/AccountMove.ts'
import { Secrets } from '#ports/Secrets.ts'
import * as Access from './Access.ts'
import * as OtherCell from './OtherCell.ts'
import { printTable } from './Output.ts'

const map = Command.make(
  'map',
  { cell: OtherCell.named, ...OtherCell.routers },
  Effect.fnUntraced(
    function* ({ cell, router, map: file }) {
      const { work: sql } = yield* Database
      const digests = yield* keyDigests({ sql }, 'live')
      // The router sends them to the old cell or to the new one: their move decides.
      const moving = yield* keyDigests({ sql }, 'moving')
      if (router.length === 0) return yield* Console.log(digests.map((digest) => `${digest} ${cell}`).join('\n'))
      const rows = yield* Effect.forEach(router, (socket) =>
        Effect.map(RouterMap.send({ socket, file }, digests, cell, moving), (changes) => ({
          router: socket,
          keys: digests.length,
          changes,
        })),
      )
      yield* printTable(rows, '')
    },
    Effect.catchTag('SqlError', toStorageFailure),
  ),
).pipe(
  Command.withDescription(
    "Print the map's lines of this cell: the digest of each key in force, and the cell. With --router, update running routers",
  ),
)

const routerKey = Command.make('router-key', {}, () =>
  Effect.flatMap(Secrets, ({ routerKey: key }) => Console.log(key)),
).pipe(
  Command.withDescription('Print the key with which a router digests API keys. It is the same for all cells'),
  Command.provide(Access.secrets),
)

export const cells = Command.make('cells').pipe(
  Command.withSubcommands([map, routerKey]),
  Command.provide(Access.database),
)
