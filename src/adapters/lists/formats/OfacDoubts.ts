import type { ListName } from '#domain/screening/ListEntry.ts'

/** Signs that one of OFAC's files was cut off, or that the files do not belong together. */

export const files = {
  primary: 'The main file',
  aliases: 'The file of aliases',
  addresses: 'The file of addresses',
} as const
export type OfacFile = keyof typeof files

/** The end-of-text character of old programs. OFAC's files end with it. */
const endOfText = 0x1a
const isEnded = (bytes: Uint8Array): boolean => bytes.slice(-8).includes(endOfText)

/** A program that rewrites the files may drop the character from all of them, but not from only some. */
export const endsOf = (contents: Readonly<Record<OfacFile, Uint8Array | null>>) => {
  const given = (Object.keys(files) as ReadonlyArray<OfacFile>).filter((file) => contents[file] !== null)
  const open = given.filter((file) => !isEnded(contents[file] ?? new Uint8Array()))
  const doubts = open.length === given.length ? [] : open
  return {
    areClosed: open.length === 0,
    doubts: doubts.map((file) => `${files[file]} does not end like the other files: it may have been cut off.`),
  }
}

/** More than one row in this many is not an accident. */
const oneIn = 100

const largest = (ids: Iterable<string>): number => Array.from(ids, Number).reduce((most, id) => Math.max(most, id), 0)

type RowsByEntry = ReadonlyMap<string, ReadonlyArray<string>>

/** Rows without an entry: the files belong to different lists, or the main file was cut off. */
const orphaned = (file: OfacFile, rowsOf: RowsByEntry, ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(ids)
  const last = largest(ids)
  const rows = [...rowsOf].map(([id, { length }]) => ({ id: Number(id), length, isKnown: known.has(id) }))
  const count = (some: typeof rows): number => some.reduce((sum, { length }) => sum + length, 0)
  const [orphans, all] = [count(rows.filter(({ isKnown }) => !isKnown)), count(rows)]
  if (orphans * oneIn > all) {
    return [
      `${files[file]} has ${orphans} of ${all} rows without an entry in the main file: it belongs to another list, or the main file was cut off.`,
    ]
  }
  const beyond = rows.filter(({ id }) => id > last)
  return beyond.length === 0
    ? []
    : [`The main file ends with entry ${last}, and ${files[file].toLowerCase()} goes on: the main file was cut off.`]
}

/** Below this probability, an event is not considered chance. */
const chance = 1e-6

/** If many entries at the end have no alias while others have, the file of aliases was cut off. */
const unaliased = (rowsOf: RowsByEntry, ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const last = largest(rowsOf.keys())
  const before = ids.filter((id) => Number(id) <= last)
  const without = before.filter((id) => !rowsOf.has(id)).length
  const after = ids.length - before.length
  const part = (without + 1) / (before.length + 2)
  return rowsOf.size === 0 || part ** after > chance
    ? []
    : [`The file of aliases ends with entry ${last}, and ${after} entries follow in the main file: it was cut off.`]
}

export const doubtsOfAliases = (rowsOf: RowsByEntry, ids: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...orphaned('aliases', rowsOf, ids),
  ...unaliased(rowsOf, ids),
]

/** Every entry has a row there, which is empty if nothing is known. */
export const doubtsOfAddresses = (rowsOf: RowsByEntry, ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const without = ids.filter((id) => !rowsOf.has(id)).length
  const lacking =
    without * oneIn > ids.length
      ? [
          `The file of addresses has no row of ${without} of ${ids.length} entries: it belongs to another list, or was cut off.`,
        ]
      : []
  const orphans = orphaned('addresses', rowsOf, ids)
  return orphans.length > 0 ? orphans : lacking
}

/** Programmes of many entries of one list, and of almost no entries of the other. */
const programmesOf = {
  ofac_sdn: ['SDGT', 'SDNT', 'SDNTK', 'CUBA', 'NPWMD', 'IRAQ2'],
  ofac_consolidada: ['NS-PLC', 'CMIC-EO13959'],
} as const
/** The smallest part of entries with such programmes that identifies the list. */
const telling = 0.1

const others = { ofac_sdn: 'ofac_consolidada', ofac_consolidada: 'ofac_sdn' } as const

export const ofTheOtherList = (
  list: Extract<ListName, keyof typeof others>,
  programmes: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<string> => {
  const other = others[list]
  const theirs: ReadonlyArray<string> = programmesOf[other]
  const count = programmes.filter((some) => some.some((one) => theirs.includes(one))).length
  return count <= programmes.length * telling
    ? []
    : [`${count} of ${programmes.length} entries have programmes of ${other} (${theirs.join(', ')}): it is that list.`]
}
