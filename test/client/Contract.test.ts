import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { clientTypes } from '#tools/openapi/ClientTypes.ts'
import { openApiText } from '#wire/OpenApi.ts'

describe('the types of the client', () => {
  it('are generated from the contract, and committed', async () => {
    const path = 'src/client/Contract.ts'
    expect(await readFile(path, 'utf8')).toBe(clientTypes(openApiText(), path))
  })
})
