import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { schemaPicture } from '#tools/documents/SchemaPicture.ts'
import { testDatabase } from '#tools/postgres/postgres.ts'
import { migrated } from '#tools/service/server.ts'

const committed = new URL('../../../src/adapters/postgres/schema/schema.sql', import.meta.url)

it('schema.sql shows the schema as the migrations and functions make it; otherwise run npm run schema', async () => {
  expect(readFileSync(committed, 'utf8')).toBe(await schemaPicture(await testDatabase(migrated)))
})
