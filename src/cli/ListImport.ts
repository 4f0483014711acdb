import { DateTime, Effect, Option } from 'effect'
import { Command, Flag } from 'effect/cli'
import * as Reader from '#adapters/lists/Reader.ts'
import { isExpired } from '#domain/screening/Freshness.ts'
import { type ListName, listNames } from '#domain/screening/ListEntry.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { type ImportRefused, ListAdministration } from '#ports/ListAdministration.ts'
import { type ListContent, ListReader, type ListUnreadable } from '#ports/ListReader.ts'
import { listsMaxAge } from '#src/Config.ts'
import { inWords } from '#src/config/Readers.ts'
import { load } from '#src/config/Variable.ts'
import { actingTime } from './ActingTime.ts'
import { Refused } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { printDone } from './Output.ts'
import { recorded } from './Recording.ts'

const aDay = Flag.filter(isDay, () => 'a day as 2026-01-31')

const unchanged = 'Nothing was imported: the current version stays.'
const ifMeant = 'If this is intended, repeat the command with --force.'

/** The day up to which a list is complete: as the file says, or as the operator does where it does not. */
const cutOffOf = (list: ListName, file: ListContent, given: Option.Option<string>): Effect.Effect<string, Refused> => {
  const cutOff = Option.getOrElse(given, () => file.cutOff)
  if (cutOff === null) {
    return Effect.fail(
      new Refused({
        reason: `The files of ${list} do not say up to when they are complete: give --cutoff. ${unchanged}`,
      }),
    )
  }
  return file.cutOff === null || cutOff === file.cutOff
    ? Effect.succeed(cutOff)
    : Effect.fail(
        new Refused({ reason: `The file says ${file.cutOff}, and --cutoff ${cutOff}: leave it out. ${unchanged}` }),
      )
}

const confirmedOn = (
  checked: Option.Option<string>,
  now: DateTime.Utc,
): Effect.Effect<DateTime.Utc | null, Refused> => {
  const at = Option.match(checked, { onNone: () => null, onSome: (day) => DateTime.makeUnsafe(`${day}T00:00:00Z`) })
  return at !== null && DateTime.isGreaterThan(at, now)
    ? Effect.fail(
        new Refused({ reason: `--checked ${Option.getOrElse(checked, () => '')} is in the future. ${unchanged}` }),
      )
    : Effect.succeed(at)
}

const explained =
  (list: ListName, next: { readonly cutOff: string; readonly entries: number; readonly names: number }) =>
  ({ reason, current }: ImportRefused): Refused => {
    const was = `the current version of ${list} (${current?.entries ?? 0} people, ${current?.cutOff ?? 'none'})`
    const because = {
      futura: `Its cut-off ${next.cutOff} is in the future.`,
      anterior: `Its cut-off ${next.cutOff} is before that of ${was}. ${ifMeant}`,
      encogida:
        current === null
          ? `It has no natural person. ${ifMeant}`
          : `It has ${next.entries} people, too few compared with ${was}. ${ifMeant}`,
      crecida: `It has ${next.entries} people, too many compared with ${was}. ${ifMeant}`,
      alias: `Its ${next.entries} people have ${next.names} names, where those of ${was} have ${current?.names ?? 0}. ${ifMeant}`,
      en_curso: `${list} is being imported by another process. See: cotejo lists status`,
    }
    return new Refused({ reason: `${because[reason]} ${unchanged}` })
  }

const unreadable = ({ reason }: ListUnreadable) => Effect.fail(new Refused({ reason: `${reason} ${unchanged}` }))

const counted = (leftOut: ListContent['leftOut']): string => {
  const parts = Object.entries(leftOut).map(([reason, count]) => `${reason} (${count})`)
  return parts.length === 0 ? '' : ` Left out: ${parts.join(', ')}.`
}

/** Of a first version that was cut off at the end of a row nothing may tell. */
const unproven = (entries: number): string =>
  ` Nothing in the file shows that it is whole, and there is no version before: compare the ${entries} people with what the publisher says.`

export const importList = Command.make(
  'import',
  {
    list: Flag.Literals('list', listNames).pipe(Flag.withDescription('List to import')),
    file: Flag.String('file').pipe(
      Flag.withDescription('The file as it was published (of OFAC: SDN.CSV or CONS_PRIM.CSV)'),
    ),
    alt: Flag.String('alt').pipe(
      Flag.withDescription("OFAC's file of aliases (ALT.CSV or CONS_ALT.CSV)"),
      Flag.optional,
    ),
    add: Flag.String('add').pipe(
      Flag.withDescription("OFAC's file of addresses (ADD.CSV or CONS_ADD.CSV)"),
      Flag.optional,
    ),
    cutoff: Flag.String('cutoff').pipe(
      Flag.withDescription('Date up to which the list is complete, such as 2026-01-31, if the file does not state it'),
      aDay,
      Flag.optional,
    ),
    checked: Flag.String('checked').pipe(
      Flag.withDescription(
        "Day on which the publisher had nothing newer, such as 2026-01-31. The list's age counts from it instead of the cut-off date",
      ),
      aDay,
      Flag.optional,
    ),
    force: Inputs.isGiven('force', 'Import although the file is older than the current version, or looks incomplete'),
    expired: Inputs.isGiven(
      'expired',
      'Import an expired version although the current one can be used. Screening then stops',
    ),
  },
  Effect.fnUntraced(function* ({ list, file, alt, add, cutoff, checked, force, expired: mayBeExpired }) {
    const { maxAge } = yield* load({ maxAge: listsMaxAge })
    const files = [file, ...[alt, add].flatMap(Option.toArray)]
    const { read: contentOf, keyRevision } = yield* ListReader
    const read = yield* contentOf(list, files).pipe(Effect.catchTag('ListUnreadable', unreadable))
    if (read.doubts.length > 0 && !force) {
      return yield* new Refused({ reason: `${read.doubts.join(' ')} ${ifMeant} ${unchanged}` })
    }
    const cutOff = yield* cutOffOf(list, read, cutoff)
    const importedAt = yield* actingTime
    const confirmedAt = yield* confirmedOn(checked, importedAt)
    const { history, replace } = yield* ListAdministration
    const [current] = yield* history(list)
    const isTooOld = isExpired({ list, cutOff, confirmedAt }, { maxAge }, importedAt)
    if (isTooOld && current !== undefined && !isExpired(current, { maxAge }, importedAt) && !mayBeExpired) {
      return yield* new Refused({
        reason: `It is of ${cutOff}, older than ${inWords(maxAge(list))}, and the current version of ${list} can still be used: screening would become unavailable. If you had the file from its publisher today, say so: --checked ${DateTime.formatIsoDateUtc(importedAt)}. If this is intended, repeat the command with --expired. ${unchanged}`,
      })
    }
    const next = { list, cutOff, importedAt, confirmedAt, origin: null, ...read.counts, keyRevision }
    const replacing = replace(next, read.entries, force)
    const version = yield* recorded(replacing, 'lists import', {
      details: { list, cutOff, force, expired: mayBeExpired },
    }).pipe(
      Effect.catchTags({
        ImportRefused: (refused) => Effect.fail(explained(list, next)(refused)),
        ListUnreadable: unreadable,
      }),
    )
    const { entries, names, added, removed } = version
    const isFirst = current === undefined
    const provenWhole = read.isClosed || !isFirst
    const changes = isFirst
      ? '. It is the first version of the list.'
      : `: ${added} added and ${removed} removed since the version before.`
    const expired = isExpired(version, { maxAge }, importedAt)
    const state = expired
      ? `was imported, but is expired: it is older than ${inWords(maxAge(list))}, and screening is unavailable until a newer one is imported, or this one with --checked ${DateTime.formatIsoDateUtc(importedAt)} if you had it from its publisher today. It has`
      : 'is current, with'
    yield* printDone(
      `${list} of ${cutOff} ${state} ${entries} people${changes}${counted(read.leftOut)}${provenWhole ? '' : unproven(entries)}`,
      {
        list,
        cutOff,
        entries,
        names,
        added,
        removed,
        expired,
        provenWhole,
        importedAt: DateTime.formatIso(importedAt),
      },
    )
  }, Effect.scoped),
).pipe(
  Command.provide(Reader.layer),
  Command.withDescription('Import a published file as the current version of a list, completely or not at all'),
  Command.withExamples([
    { command: 'cotejo lists import --list sat_69b --file Listado_Completo_69-B.csv' },
    { command: 'cotejo lists import --list ofac_sdn --file SDN.CSV --alt ALT.CSV --add ADD.CSV --cutoff 2026-01-31' },
  ]),
)
