import { beforeAll, expect, it } from 'vitest'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { query, testDatabase } from '#tools/postgres/postgres.ts'
import { replaceFunction } from '#tools/postgres/replaced.ts'
import { cotejo, migrated } from '#tools/service/server.ts'

let url: string
const versions = `
  INSERT INTO list_versions (list, cut_off, imported_at, entries, names, added, removed, key_revision, is_current)
  VALUES ('vigilancia', '2026-03-09', '2026-02-08T00:00:00Z', 4, 40, 5, 6, 1, false),
         ('vigilancia', '2026-02-28', '2026-03-01T00:00:00Z', 7, 40, 8, 9, 1, false),
         ('vigilancia', '2026-03-07', '2026-03-08T00:00:00Z', 1, 40, 2, 3, 1, true)`
beforeAll(async () => {
  url = await testDatabase(migrated)
  // The time of the database stands still.
  await replaceFunction(
    url,
    'clock_timestamp()',
    "RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz '2026-03-10T18:00:00Z' $$",
  )
  await query(url, versions)
})

it('a list is as old as the whole days since its cut-off, and the version before it is the one imported last', async () => {
  const { out, err } = await cotejo(url, ['lists', 'status', '--json'], { COTEJO_LISTS_MAX_AGE: '60 hours' })
  expect(JSON.parse(out)).toContainEqual({
    ...{ list: 'vigilancia', kind: 'vigilancia', state: 'vencida', required: false, cutOff: '2026-03-07' },
    ...{ days: 3, maxDays: 2, people: 1, added: 2, removed: 3, imported: '2026-03-08T00:00:00.000Z', confirmed: null },
    formerCutOff: '2026-02-28',
  })
  // That the clock of this machine is another is no part of what scripts read.
  expect(err).toContain('clock offset between this machine and the database')
})

it('a version whose people have other names than before is refused with the number of both', async () => {
  const file = temporaryFile(
    'identificador,nombres,primer_apellido,segundo_apellido,nacimiento,sexo,nacionalidades,alias\n1,Ana,Paz,Luna,,,,Anita Paz Luna\n',
    'list.csv',
  )
  const ofToday = await testDatabase(migrated)
  await query(ofToday, versions)
  const args = ['lists', 'import', '--list', 'vigilancia', '--file', file, '--cutoff', '2026-03-08']
  const { err } = await cotejo(ofToday, args, { COTEJO_LISTS_MAX_AGE: '3650 days' })
  expect(err).toContain(
    'Its 1 people have 2 names, where those of the current version of vigilancia (1 people, 2026-03-07) have 40.',
  )
})
