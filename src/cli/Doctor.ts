import { Effect, Exit, Layer } from 'effect'
import { Command, Flag } from 'effect/cli'
import * as PlatformSecrets from '#adapters/platform/Secrets.ts'
import * as Time from '#adapters/platform/Time.ts'
import * as ListAdministration from '#adapters/postgres/operators/ListAdministration.ts'
import { keyring } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import * as Access from './Access.ts'
import { allLooked, type Check, reportedOnce } from './doctor/Check.ts'
import { egressChecks, otherChecks } from './doctor/Egress.ts'
import { otherCell } from './doctor/OtherCell.ts'
import { lists } from './doctor/ScreeningLists.ts'
import { accountChecks, keyChecks } from './doctor/Secrets.ts'
import { databaseChecks, environment } from './doctor/Tables.ts'
import { Unsound, Warned } from './Failures.ts'
import * as OtherCell from './OtherCell.ts'
import { printTable } from './Output.ts'

/** The keys as they were given, whether the database knows them or not. */
const secrets = Layer.unwrap(Effect.map(load({ keyring }), (settings) => PlatformSecrets.layer(settings.keyring)))

/** Looks with what the checks need. Where that cannot be had, each of them says why. */
const over = <R, E>(layer: Layer.Layer<R, E>, checks: ReadonlyArray<Check<R>>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const built = yield* Effect.exit(Layer.build(layer))
      return yield* allLooked(
        checks.map(({ check, look }) => ({
          check,
          look: Exit.isSuccess(built) ? Effect.provide(look, built.value) : Effect.failCause(built.cause),
        })),
      )
    }),
  )

/** @param other the name of another cell to compare with; null without */
const allOf = (other: string | null) =>
  Effect.all(
    [
      over(Layer.empty, otherChecks),
      over(Access.database, [
        ...databaseChecks,
        environment,
        ...accountChecks,
        ...(other === null ? [] : [otherCell(other, OtherCell.database)]),
      ]),
      over(Layer.merge(Access.database, secrets), keyChecks),
      over(Layer.mergeAll(ListAdministration.layer.pipe(Layer.provide([Access.database, secrets])), Time.layer), [
        lists,
      ]),
      over(Layer.empty, egressChecks),
    ],
    { concurrency: 'unbounded' },
  )

const withoutDatabase = new Set([...otherChecks, ...egressChecks].map(({ check }) => check))

const other = OtherCell.name(
  'with',
  'Also compare with this cell, whose database COTEJO_OTHER_DATABASE_URL names: nothing may be in both',
).pipe(Flag.withDefault(null))

export const doctor = Command.make('doctor', { other }, ({ other }) =>
  Effect.gen(function* () {
    const found = reportedOnce((yield* allOf(other)).flat(), (check) => !withoutDatabase.has(check))
    yield* printTable(found, '')
    if (found.some(({ result }) => result === 'fault')) return yield* new Unsound()
    if (found.some(({ result }) => result === 'warning')) return yield* new Warned()
  }),
).pipe()
