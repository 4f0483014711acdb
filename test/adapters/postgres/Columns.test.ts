import { DateTime, Option, Schema } from 'effect'
import { describe, expect, it } from 'vitest'
import { Instant, OptionalInstant, onlyRowOf, rowOf, rowsOf } from '#adapters/postgres/rows/Columns.ts'

const Row = Schema.Struct({ name: Schema.String, due_at: Instant, resend_at: OptionalInstant })
const row = { name: 'a', due_at: new Date('2026-03-10T18:00:00.123Z'), resend_at: null, another: 1 }

describe('rows', () => {
  it('are read column by column, without those that nobody asked for', () => {
    const read = { name: 'a', due_at: DateTime.makeUnsafe('2026-03-10T18:00:00.123Z'), resend_at: null }
    expect(rowsOf(Row)([row])).toEqual([read])
    expect(rowOf(Row)([row])).toEqual(Option.some(read))
    expect(rowOf(Row)([])).toEqual(Option.none())
    expect(onlyRowOf(Row)([row])).toEqual(read)
  })

  it('that do not fit are refused, without a word of what they hold', () => {
    const said = (read: () => unknown): string => {
      try {
        return String(read())
      } catch (error) {
        return String(error)
      }
    }
    const wrong = said(() => rowsOf(Row)([row, { ...row, due_at: 'LIMP900101HDFRRS03' }]))
    expect(wrong).toContain('due_at')
    expect(wrong).not.toContain('LIMP')
    expect(said(() => onlyRowOf(Row)([]))).toContain('SchemaError')
  })
})
