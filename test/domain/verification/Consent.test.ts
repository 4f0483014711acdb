import { DateTime, Option } from 'effect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlausible, parseInstant } from '#domain/verification/Consent.ts'

const read = (text: string): string | null => Option.getOrNull(Option.map(parseInstant(text), DateTime.formatIso))

describe('otorgado_en', () => {
  it.each([
    ['2026-01-15T10:30:00Z', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15t10:30:00z', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T10:30Z', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T10:30:00.5Z', '2026-01-15T10:30:00.500Z'],
    ['2026-01-15T10:30:00,25Z', '2026-01-15T10:30:00.250Z'],
    ['2026-01-15T10:30:00.123456789Z', '2026-01-15T10:30:00.123Z'],
    ['2026-01-15T10:30:00.9999Z', '2026-01-15T10:30:00.999Z'],
    ['2026-01-15T10:30:00-06:00', '2026-01-15T16:30:00.000Z'],
    ['2026-01-15T10:30:00-0600', '2026-01-15T16:30:00.000Z'],
    ['2026-01-15T10:30:00-06', '2026-01-15T16:30:00.000Z'],
    ['2026-01-15T10:30:00+05:45', '2026-01-15T04:45:00.000Z'],
    ['2026-01-15T10:30:00-00:30', '2026-01-15T11:00:00.000Z'],
    ['2026-01-15T10:30:00+00:00', '2026-01-15T10:30:00.000Z'],
    ['2026-01-31T23:59:59.999-06:00', '2026-02-01T05:59:59.999Z'],
    ['2026-03-01T00:00:00+01:00', '2026-02-28T23:00:00.000Z'],
    ['2024-03-01T00:00:00+14:00', '2024-02-29T10:00:00.000Z'],
    ['2027-01-01T00:00:00+23:59', '2026-12-31T00:01:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
    ['1999-12-31T18:00:00-06:00', '2000-01-01T00:00:00.000Z'],
    ['2021-04-04T02:30:00-06:00', '2021-04-04T08:30:00.000Z'],
  ])('%s is the instant %s', (text, instant) => {
    expect(read(text)).toBe(instant)
  })

  it.each([
    ['2026-01-15T10:30:00', 'no zone'],
    ['2026-01-15', 'a date alone'],
    ['2026-01-15Z', 'a date with zone'],
    ['10:30:00Z', 'a time alone'],
    ['2026-01-15T10Z', 'no minutes'],
    ['2026-01-15 10:30:00Z', 'a blank for the T'],
    ['2026-01-15T10:30:00 Z', 'a blank before the zone'],
    [' 2026-01-15T10:30:00Z', 'a blank before'],
    ['2026-01-15T10:30:00Z\n', 'a line end after'],
    ['2026-02-29T00:00:00Z', '29 February of a common year'],
    ['2026-02-30T00:00:00Z', '30 February'],
    ['1900-02-29T00:00:00Z', 'a century that is no leap year'],
    ['2026-04-31T00:00:00Z', '31 April'],
    ['2026-00-10T00:00:00Z', 'month 0'],
    ['2026-13-10T00:00:00Z', 'month 13'],
    ['2026-01-00T00:00:00Z', 'day 0'],
    ['2026-01-32T00:00:00Z', 'day 32'],
    ['2026-01-15T24:00:00Z', 'hour 24'],
    ['2026-01-15T10:60:00Z', 'minute 60'],
    ['2016-12-31T23:59:60Z', 'a leap second, which is no instant of this clock'],
    ['2026-01-15T10:30:00.Z', 'a point without fraction'],
    ['2026-01-15T10:30:00.1234567890Z', 'ten decimals'],
    ['2026-01-15T10:30.5Z', 'a fraction of a minute'],
    ['2026-01-15T10:30:00+24:00', 'an offset of 24 hours'],
    ['2026-01-15T10:30:00+05:60', 'an offset with minute 60'],
    ['2026-01-15T10:30:00+5:00', 'an offset of one digit'],
    ['2026-01-15T10:30:00−06:00', 'a typographic minus'],
    ['2026-01-15T10:30:00-06:00[America/Mexico_City]', 'a named zone'],
    ['2026-01-15T10:30:00CST', 'a zone by abbreviation'],
    ['+002026-01-15T10:30:00Z', 'an expanded year'],
    ['-000001-01-15T10:30:00Z', 'an expanded negative year'],
    ['0000-06-15T10:30:00Z', 'the year zero'],
    ['0001-01-01T00:00:00Z', 'the year one'],
    ['1969-12-31T23:59:59Z', 'the day before the epoch'],
    ['1999-12-31T23:59:59.999Z', 'the last instant before the year 2000'],
    ['2000-01-01T00:30:00+01:00', 'the year 1999 in another zone'],
    ['26-01-15T10:30:00Z', 'a year of two digits'],
    ['20260115T103000Z', 'the basic form'],
    ['2026-W03-4T10:30:00Z', 'a week date'],
    ['2026-015T10:30:00Z', 'an ordinal date'],
    ['2026-1-15T10:30:00Z', 'a month of one digit'],
    ['Thu, 15 Jan 2026 10:30:00 GMT', 'an e-mail date'],
    ['1768473000', 'seconds of the epoch'],
    ['２０２６-01-15T10:30:00Z', 'full-width digits'],
    ['', 'nothing'],
  ])('%j is refused: %s [peticion_invalida]', (text) => {
    expect(read(text)).toBeNull()
  })

  it('reads back any instant, written in any zone and any accepted style', () => {
    const style = fc.record({
      offset: fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 }),
      separator: fc.constantFrom('T', 't'),
      point: fc.constantFrom('.', ','),
      colon: fc.constantFrom(':', ''),
      decimals: fc.constantFrom('', '0', '00', '999999'),
    })
    const instants = fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, style, (date, { offset, separator, point, colon, decimals }) => {
        const wall = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const [hours = '', minutes = ''] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
          String(part).padStart(2, '0'),
        )
        const zone = `${offset < 0 ? '-' : '+'}${hours}${colon}${minutes}`
        const text = wall.replace('T', separator).replace('.', point) + decimals + zone
        expect(read(text)).toBe(date.toISOString())
      }),
      { numRuns: 1_000 },
    )
  })

  it('reads or refuses any text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-:.TZ+ ') }), (text) => {
        expect(Option.isOption(parseInstant(text))).toBe(true)
      }),
    )
  })
})

describe('isPlausible', () => {
  const now = DateTime.makeUnsafe('2026-01-15T10:30:00.000Z')

  it.each([
    ['long ago', -365 * 86_400_000, true],
    ['now', 0, true],
    ['exactly five minutes ahead', 300_000, true],
    ['five minutes and a millisecond ahead', 300_001, false],
    ['tomorrow', 86_400_000, false],
  ])('judges consent given %s', (_, millis, expected) => {
    expect(isPlausible(DateTime.add(now, { milliseconds: millis }), now)).toBe(expected)
  })
})
