import { Duration, Effect, Layer, Schedule } from 'effect'
import { Command } from 'effect/cli'
import * as RouterMap from '#adapters/platform/RouterMap.ts'
import { Database } from '#adapters/postgres/connection/Database.ts'
import { isPooled } from '#adapters/postgres/connection/Pooler.ts'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import { checkSettings } from '#adapters/postgres/installation/StartChecks.ts'
import { type Cell, measured } from '#adapters/postgres/operators/AccountCopy.ts'
import * as AccountMove from '#adapters/postgres/operators/AccountMove.ts'
import * as PostgresAudit from '#adapters/postgres/operators/Audit.ts'
import { AccountUnknown } from '#ports/AccountAdministration.ts'
import { Audit } from '#ports/Audit.ts'
import { Secrets } from '#ports/Secrets.ts'
import * as Config from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import * as Access from './Access.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import * as OtherCell from './OtherCell.ts'
import { printDone } from './Output.ts'
import { recorder } from './Recording.ts'

/** Longer than a request that the router sent to the old cell may still wait there. */
const lastRequests = Duration.seconds(2)
/** Longer than a verification may take. */
const longestDrain = Duration.minutes(15)

/** The account's two cells, and where each keeps its audit. */
interface Cells {
  readonly here: Cell
  readonly there: Cell
  /** Connections of both that keep a lock. */
  readonly direct: ReadonlyArray<Cell['sql']>
  readonly auditThere: Audit['Service']
}

const cellsOf = Effect.gen(function* () {
  const other = yield* Layer.build(
    // A layer is built once, and this command has built the one of its own cell.
    Layer.fresh(PostgresAudit.layer).pipe(Layer.provideMerge(OtherCell.database), Layer.merge(OtherCell.secrets)),
  )
  for (const [which, pooled] of [
    ['DATABASE_URL', isPooled],
    ['COTEJO_OTHER_DATABASE_URL', Effect.provide(isPooled, other)],
  ] as const)
    if (yield* pooled)
      return yield* new Refused({
        reason: `${which} leads to a pooler, where no lock holds. Use the direct address of Postgres.`,
      })
  const { environment } = yield* load({ environment: Config.environment })
  yield* checkSettings(environment).pipe(
    Effect.catchTag('ProcessRefused', ({ message }) => new Refused({ reason: `The other cell: ${message}` })),
    Effect.provide(other),
  )
  const cell = Effect.gen(function* () {
    const { work: sql, direct } = yield* Database
    return { sql, direct, secrets: yield* Secrets }
  })
  const here = yield* cell
  const there = yield* Effect.provide(cell, other)
  return { here, there, direct: [here.direct, there.direct], auditThere: yield* Effect.provide(Audit, other) }
})

const drained = Effect.fnUntraced(function* (cell: Cell, account: string) {
  yield* AccountMove.drain(cell, account).pipe(
    Effect.repeat({ until: (left) => left === 0, schedule: Schedule.spaced('250 millis') }),
    Effect.timeoutOrElse({
      duration: longestDrain,
      orElse: () => new Refused({ reason: 'Work on it has not ended: see cotejo doctor, and repeat this.' }),
    }),
  )
})

/** One move of an account at a time, between two databases: kept until the command ends, past a pooler. */
const locked = Effect.fnUntraced(function* ({ direct }: Cells, account: string) {
  for (const sql of direct) {
    const connection = yield* sql.reserve
    const ask = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is_alone'
    const [row] = yield* connection.execute(ask, [`traslado/${account}`], undefined)
    if (row?.['is_alone'] !== true)
      return yield* new Refused({
        reason: `Another command moves account "${account}", or both addresses name one database.`,
      })
  }
})

/** Refuses what cannot be moved. Returns the states of the account in the two cells. */
const judged = Effect.fnUntraced(function* ({ here, there }: Cells, account: string, to: string) {
  const [ours, theirs] = [yield* AccountMove.schemaOf(here), yield* AccountMove.schemaOf(there)]
  if (ours !== theirs)
    return yield* new Refused({
      reason: 'The cells have different schemas. Bring both to one release: cotejo migrate.',
    })
  const states = {
    old: yield* AccountMove.standingOf(here, account),
    next: yield* AccountMove.standingOf(there, account),
  }
  const { old, next } = states
  if (old.state === 'none') return yield* new AccountUnknown({ accountId: account })
  if (old.state === 'copy')
    return yield* new Refused({
      reason: `This cell has only a copy of account "${account}": run this in its old cell.`,
    })
  if (old.to !== null && old.to !== to)
    return yield* new Refused({ reason: `Account "${account}" moves, or was moved, to cell "${old.to}".` })
  if (old.state === 'moved') {
    const isIt = (next.state === 'copy' || next.state === 'live') && next.moveId === old.moveId
    if (!isIt)
      return yield* new Refused({
        reason: `The other database does not have the account "${account}" that was moved. Is it cell "${to}"?`,
      })
    return states
  }
  const isOther = next.opened !== null && next.opened !== old.opened
  if (next.state === 'live' || next.state === 'halted' || isOther)
    return yield* new Refused({ reason: `Cell "${to}" has an account "${account}" of its own. Is it the same cell?` })
  return states
})

/** Refuses also an account that would be wrong or unreadable there, and what separates accounts of one platform. */
const movable = Effect.fnUntraced(function* (cells: Cells, account: string, to: string, alone: boolean) {
  const states = yield* judged(cells, account, to)
  const { state } = states.old
  if (state === 'moved') return states
  yield* AccountMove.checked(cells.here, account)
  if (yield* AccountMove.lacksKey(cells.there))
    return yield* new Refused({ reason: `Replicas of cell "${to}" lack the first key of COTEJO_OTHER_SEALING_KEYS.` })
  const others = alone || state === 'halted' ? [] : yield* AccountMove.leftBehind(cells.here, account, to)
  if (others.length > 0)
    return yield* new Refused({
      reason: `Accounts of the same payment platform stay here: ${others.join(', ')}. In two cells, one payment could pay for two verifications. Move all of them, each with --alone, and suspend them before.`,
    })
  return states
})

const moving = Effect.fnUntraced(function* (
  cells: Cells,
  account: string,
  to: string,
  alone: boolean,
  routers: ReadonlyArray<RouterMap.RouterMap>,
) {
  const { here, there, auditThere } = cells
  const { old, next } = yield* movable(cells, account, to, alone)
  const record = yield* recorder('accounts move')
  const facts = (step: string) => ({ account, details: { to, step } })
  const routed = Effect.gen(function* () {
    const digests = yield* AccountMove.keyDigests(there, { of: account })
    const changes = yield* Effect.forEach(routers, (router) => RouterMap.send(router, digests, to, null))
    if (changes.some((count) => count > 0)) yield* Effect.sleep(lastRequests)
  })

  if (old.state === 'live') yield* record(AccountMove.halt(here, account, to), facts('halt'))
  if (old.state !== 'moved') {
    yield* drained(here, account)
    const replaced = Effect.gen(function* () {
      yield* AccountMove.copy(here, there, account)
      yield* routed
      yield* AccountMove.bury(here, account)
    })
    yield* record(replaced, facts('bury'))
  } else yield* routed
  if (next.state === 'live') return
  const recordThere = yield* Effect.provideService(recorder('accounts move'), Audit, auditThere)
  yield* recordThere(AccountMove.revive(there, account, 'copy'), facts('revive'))
})

const cancelling = Effect.fnUntraced(function* (cells: Cells, account: string, to: string) {
  const { old } = yield* judged(cells, account, to)
  if (old.state !== 'halted') return yield* new Refused({ reason: `Account "${account}" is not moving.` })
  const record = yield* recorder('accounts move')
  yield* record(AccountMove.cancel(cells.here, cells.there, account), { account, details: { to, step: 'cancel' } })
})

export const move = Command.make(
  'move',
  {
    account: Inputs.account,
    to: OtherCell.name('to', "The other cell's name in the router's map"),
    ...OtherCell.routers,
    dryRun: Inputs.isGiven('dry-run', 'Only print what would be copied, and ask the routers for the map'),
    cancel: Inputs.isGiven('cancel', 'Give up a move that has not ended: the account stays here'),
    alone: Inputs.isGiven('alone', 'Although other accounts of its payment platform stay here'),
  },
  Effect.fnUntraced(
    function* ({ account, to, router, map, dryRun, cancel, alone }) {
      const cells = yield* cellsOf
      yield* locked(cells, account)
      if (cancel) {
        yield* cancelling(cells, account, to)
        return yield* printDone(`Account "${account}" stays here. Update the map: cotejo cells map.`, {
          account,
          moved: false,
        })
      }
      if (router.length === 0)
        return yield* new Refused({ reason: 'Name every router with --router, or its partner would be refused.' })
      const routers = router.map((socket) => ({ socket, file: map }))
      if (dryRun) {
        const { old } = yield* movable(cells, account, to, alone)
        yield* Effect.forEach(routers, RouterMap.check)
        const found = yield* measured(cells.here, account)
        return yield* printDone(`This would move account "${account}" to cell "${to}": ${found}. Nothing was done.`, {
          account,
          to,
          state: old.state,
          rows: found,
          dryRun: true,
        })
      }
      yield* moving(cells, account, to, alone, routers)
      yield* printDone(`Account "${account}" is in cell "${to}" now. Write its map file: cotejo cells map.`, {
        account,
        to,
        moved: true,
      })
    },
    Effect.scoped,
    Effect.catchTag('SqlError', toStorageFailure),
  ),
).pipe(
  Command.withDescription('Move an account to another cell. Repeat it after an interruption. Run it as cotejo_migrate'),
  Command.provide(Layer.merge(Access.database, Access.secrets)),
)
