import { Effect, Layer } from 'effect'
import { Command } from 'effect/cli'
import { SharedSettings, settingDigest } from '#adapters/postgres/connection/SharedSettings.ts'
import { toStorageFailure } from '#adapters/postgres/connection/SqlFailures.ts'
import * as Migrations from '#adapters/postgres/schema/Migrations.ts'
import { applyRetention } from '#application/ApplyRetention.ts'
import { compareTransfers, unknown } from '#application/CompareTransfers.ts'
import { rotateKeys } from '#application/RotateKeys.ts'
import { Ledger } from '#ports/Ledger.ts'
import { Retention } from '#ports/Retention.ts'
import { retentionDays, sealingKeys } from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import * as Access from './Access.ts'
import { actingTime } from './ActingTime.ts'
import { Refused, Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { entryCommands } from './LedgerEntries.ts'
import { factsOf } from './LedgerFacts.ts'
import { instant, printDone, printTable } from './Output.ts'
import { recorded } from './Recording.ts'

export const migrate = Command.make('migrate', {}, () =>
  Effect.gen(function* () {
    const migrating = Effect.catchTag(Migrations.migrate(), 'SqlError', toStorageFailure)
    const { migrations, functions, grants, later } = yield* recorded(migrating, 'migrate', (done) => {
      const details = {
        migrations: done.migrations.length,
        functions: done.functions.length,
        grants: done.grants.length,
      }
      return Object.values(details).some((count) => count > 0) ? { details } : null
    })
    const revision = yield* yield* Migrations.appliedRevision
    const rights = grants.length === 0 ? [] : [`rights on ${grants.join(', ')}`]
    const changes = [...migrations, ...functions.map((name) => `${name}()`), ...rights]
    const done = changes.length === 0 ? 'Nothing to apply' : `Applied ${changes.join(', ')}`
    const message =
      later === null
        ? `${done}: the database is at revision ${revision}.`
        : `Nothing was done: a later program, version ${later.version}, migrated this database at ${instant(later.migrated_at)}. This one is version ${Migrations.definitions.version}: it works with the schema as it is, and only a later program may change it.`
    yield* printDone(message, {
      applied: migrations.length,
      functions: functions.length,
      grants: grants.length,
      revision,
      later: later?.version ?? null,
    })
  }),
).pipe(Command.provide(Layer.merge(Access.database, Access.audit)))

const compare = Effect.map(compareTransfers, ({ discrepancies, unknown: found, unanswered }) => ({
  different: [...discrepancies, ...found.map(unknown)],
  unanswered,
}))

const check = Command.make(
  'check',
  {
    processor: Inputs.isGiven('processor', "Also compare the processor's latest transfers with the ledger"),
  },
  Effect.fnUntraced(function* ({ processor }) {
    const { check: checking, noteCheck } = yield* Ledger
    const { accounts, promises, discrepancies: ours } = yield* checking
    const theirs = processor ? yield* Effect.provide(compare, Access.comparison) : null
    const discrepancies = [...ours, ...(theirs?.different ?? []), ...(theirs?.unanswered ?? [])]
    // Missing answers of the processor break no promise, so they must not fire an alert.
    const ofProcessor = theirs && { found: theirs.different.length, isComplete: theirs.unanswered.length === 0 }
    yield* noteCheck(ours.length, ofProcessor)
    if (discrepancies.length === 0) {
      const agreed = processor ? ', and the latest transfers at the processor are those of the books' : ''
      return yield* printDone(`OK: ${promises} promises hold over ${accounts} accounts${agreed}.`, {
        ...{ ok: true, accounts, promises, processor },
      })
    }
    yield* printTable(discrepancies.map(factsOf), '')
    return yield* new Unsound()
  }),
).pipe(
  Command.withDescription(
    'Check every promise about money and webhooks, over all accounts. Exits with 1 if one is broken',
  ),
  Command.provide(Access.ledger),
)

export const ledger = Command.make('ledger').pipe(Command.withSubcommands([check, ...entryCommands]))

const quoted = (names: ReadonlyArray<string>): string => names.map((name) => `"${name}"`).join(', ')

/** The steps before a newer key can be used or removed. */
const unusedYet = (newer: string, first: string, lacking: ReadonlyArray<string>): string =>
  [
    `${newer} came after "${first}", the first here. To use it,`,
    ...(lacking.length === 0 ? [] : [`restart these processes first, which lack it: ${lacking.join(', ')}. Then`]),
    'move it to the first place everywhere and restart every replica; if you do not need it, remove it.',
  ].join(' ')

/** That all is encrypted with the first key, and which are therefore not needed. */
const rotated = (resealed: number, [first = '', ...others]: ReadonlyArray<string>): string => {
  const needless = others.length === 0 ? '' : ` No longer needed: ${quoted(others)}.`
  return `Encrypted ${resealed} again: all is encrypted with "${first}", the first of COTEJO_SEALING_KEYS.${needless}`
}

const rotate = Command.make('rotate', {}, () =>
  Effect.gen(function* () {
    const { keys } = yield* load({ keys: sealingKeys })
    const first = keys[0].id
    const { resealed, unreadable, remaining, sealingOtherwise, newerKeys, lackingNewer } = yield* recorded(
      rotateKeys,
      'keys rotate',
      (done) => ({
        details: { resealed: done.resealed },
      }),
    )
    const left = remaining.map(({ keyId, values }) => `${values} with "${keyId}"`).join(', ')
    const needed = [
      ...(left === '' ? [] : [`Others remain: ${left}.`]),
      ...(unreadable === 0 ? [] : [`${unreadable} could not be read: append their key to COTEJO_SEALING_KEYS first.`]),
      // If this process lacks a key, the replicas may be right: do not advise to restart them.
      ...(sealingOtherwise.length === 0 || unreadable > 0
        ? []
        : [
            `These processes encrypt with another key than "${first}", the first here: ${sealingOtherwise.join(', ')}. If "${first}" is the new one, restart them with it in the first place.`,
          ]),
      ...(newerKeys.length === 0 ? [] : [unusedYet(quoted(newerKeys), first, lackingNewer)]),
    ]
    const isDone = needed.length === 0
    const sentence = isDone
      ? rotated(
          resealed,
          keys.map(({ id }) => id),
        )
      : `Encrypted ${resealed} again. ${needed.join(' ')} Keep the older keys, and run this again.`
    const values = remaining.reduce((sum, { values: more }) => sum + more, 0)
    yield* printDone(sentence, {
      resealed,
      unreadable,
      remaining: values,
      sealing_otherwise: sealingOtherwise.length,
      newer_keys: newerKeys.length,
      lacking_newer: lackingNewer.length,
    })
    if (!isDone) return yield* new Unsound()
  }),
).pipe(
  Command.withDescription(
    'Re-encrypt day keys, signing secrets and processor keys with the first key of COTEJO_SEALING_KEYS',
  ),
  Command.provide(Layer.merge(Access.audit, Access.maintenance)),
)

export const keys = Command.make('keys').pipe(Command.withSubcommands([rotate]))

const ownRetentionDays = Layer.effect(
  SharedSettings,
  Effect.map(load({ retentionDays }), (own) => ({ COTEJO_RETENTION_DAYS: settingDigest(own.retentionDays) })),
)

const run = Command.make(
  'run',
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* load({ retentionDays })
    const days = settings.retentionDays
    const differing = yield* (yield* Retention).differingSettings
    if (differing.length > 0) {
      return yield* new Refused({
        reason: `The replicas and this command have different values of ${differing.join(', ')}. Give all of them the same and restart the replicas; then run this again.`,
      })
    }
    yield* actingTime
    // It is many transactions, and recorded before the first.
    yield* recorded(Effect.void, 'retention run', { details: { days } })
    const retired = yield* (yield* applyRetention)(days)
    yield* printDone(`Removed the content of ${retired} verifications that ended more than ${days} days ago.`, {
      retired,
      days,
    })
  }),
).pipe(
  Command.withDescription(
    'Apply the retention now: remove the content of verifications older than COTEJO_RETENTION_DAYS, and their webhooks',
  ),
  Command.provide(
    // The days of this command must be those of the replicas.
    Layer.mergeAll(Access.audit, Layer.provide(Access.retention, ownRetentionDays), Access.time),
  ),
)

export const retention = Command.make('retention').pipe(Command.withSubcommands([run]))
