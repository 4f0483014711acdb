import { Result } from 'effect'
import { listFileBytes } from '#domain/Limits.ts'
import type { ListName } from '#domain/screening/ListEntry.ts'
import { readEu } from './formats/Eu.ts'
import { bytesOf, type Source } from './formats/Lines.ts'
import { FormatRefused, type LongFile, type Read, reading } from './formats/ListFile.ts'
import { readOfac } from './formats/Ofac.ts'
import { type EntityList, isOpenSanctions, readOpenSanctions } from './formats/OpenSanctions.ts'
import { readPlain } from './formats/Plain.ts'
import { readSat69b } from './formats/Sat69b.ts'
import { readUk } from './formats/Uk.ts'
import { readUn } from './formats/Un.ts'

/** The files of one list. OFAC publishes aliases and addresses in separate files. */
export interface ListContents {
  readonly main: Uint8Array
  readonly aliases: Uint8Array | null
  readonly addresses: Uint8Array | null
}

export const readList = (list: ListName, { main, aliases, addresses }: ListContents): Read => {
  switch (list) {
    case 'ofac_sdn':
    case 'ofac_consolidada':
      return aliases === null
        ? Result.fail(
            new FormatRefused({ reason: 'The list also needs its file of aliases (ALT.CSV or CONS_ALT.CSV).' }),
          )
        : readOfac(list, { primary: main, aliases, addresses })
    case 'onu':
      return readUn(main)
    case 'union_europea':
      return readEu(main)
    case 'reino_unido':
      return readUk(main)
    case 'sat_69b':
    case 'sat_69b_bis':
      return readSat69b(list, main)
    case 'personas_expuestas':
    case 'vigilancia':
      return readPlain(main)
  }
}

const mayBeLong = (list: ListName): list is EntityList => list === 'personas_expuestas' || list === 'vigilancia'

/** Reads the files of a list, the main file first. Only a file of OpenSanctions may be larger than `listFileBytes`. */
export const readFiles = (list: ListName, files: ReadonlyArray<Source>): Result.Result<LongFile, FormatRefused> =>
  reading(() => {
    const [first = new Uint8Array()] = files
    if (mayBeLong(list) && isOpenSanctions(first)) return readOpenSanctions(list, first)
    const [main = new Uint8Array(), aliases = null, addresses = null] = files.map((file) =>
      bytesOf(file, listFileBytes),
    )
    const file = Result.getOrThrow(readList(list, { main, aliases, addresses }))
    const names = file.entries.reduce((sum, entry) => sum + entry.names.length, 0)
    return { ...file, counts: { entries: file.entries.length, names } }
  })
