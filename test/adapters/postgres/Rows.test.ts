import { Schema } from 'effect'
import { expect, it } from 'vitest'
import { EmittedOutcome } from '#adapters/postgres/rows/Rows.ts'
import { emitted } from '#test/support/storedVerifications.ts'

it('reads the outcome of a replica that keeps no listBasis', () => {
  if (emitted.state._tag !== 'emitida') throw new Error('not emitted')
  const { recommendation, coverage, engineVersion } = emitted.state
  const stored = JSON.parse(JSON.stringify({ recommendation, coverage, engineVersion }))
  expect(Schema.decodeUnknownSync(EmittedOutcome)(stored)).toMatchObject({ engineVersion, listBasis: null })
})
