import { readFileSync } from 'node:fs'
import { DateTime, Effect, Result, Stream } from 'effect'
import { keyed, keyRevision } from '#adapters/lists/Keys.ts'
import { readList } from '#adapters/lists/ListFiles.ts'
import { type ListName, listNames } from '#domain/screening/ListEntry.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import { Time } from '#ports/Time.ts'

/** The files in this folder, in the formats of the official lists; all persons in them are fictitious. */
const files: Readonly<Record<ListName, readonly [main: string, aliases?: string, addresses?: string]>> = {
  ofac_sdn: ['sdn.csv', 'alt.csv', 'add.csv'],
  ofac_consolidada: ['cons_prim.csv', 'cons_alt.csv'],
  onu: ['consolidated.xml'],
  union_europea: ['20260131-FULL-1_1.xml'],
  reino_unido: ['UK-Sanctions-List.csv'],
  sat_69b: ['Listado_Completo_69-B.csv'],
  sat_69b_bis: ['Listado_69_B_Bis_Completo.csv'],
  personas_expuestas: ['personas_expuestas.csv'],
  vigilancia: ['vigilancia.csv'],
}

const content = (name: string): Uint8Array => readFileSync(new URL(name, import.meta.url))
const contentOrNull = (name: string | undefined): Uint8Array | null => (name === undefined ? null : content(name))

/** Makes every synthetic list current, as if it had been published today. */
export const importSyntheticLists = Effect.gen(function* () {
  const importedAt = yield* (yield* Time).now
  const { replace } = yield* ListAdministration
  const version = {
    cutOff: DateTime.formatIsoDateUtc(importedAt),
    importedAt,
    confirmedAt: null,
    origin: null,
    keyRevision,
  }
  yield* Effect.forEach(
    listNames,
    (list) => {
      const [main, aliases, addresses] = files[list]
      const contents = { main: content(main), aliases: contentOrNull(aliases), addresses: contentOrNull(addresses) }
      const { entries } = Result.getOrThrow(readList(list, contents))
      const names = entries.flatMap((entry) => entry.names).length
      const counted = { ...version, list, entries: entries.length, names }
      return replace(counted, Stream.map(Stream.fromIterable(entries), keyed), true)
    },
    { discard: true },
  )
})
