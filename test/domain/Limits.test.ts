import { describe, expect, it } from 'vitest'
import * as Limits from '#domain/Limits.ts'

describe('Limits', () => {
  it('leaves room inside the time budget after the sources close', () => {
    expect(Limits.sourcesCloseBefore.valueOf()).not.toBe(Limits.timeBudget.valueOf())
    expect(Limits.bodyBytes).toBe(64 * 1024)
  })
})
