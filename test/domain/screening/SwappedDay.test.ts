import { expect, it } from 'vitest'
import { swappedDay } from '#domain/screening/Screening.ts'

it.each([
  ['1990-03-01', '1990-01-03'],
  ['1990-03-12', '1990-12-03'],
  ['1990-03-13', '1990-03-13'],
  ['1990-12-11', '1990-11-12'],
])('%s with day and month in each other’s place is %s: a day above 12 is no month', (day, swapped) => {
  expect(swappedDay(day)).toBe(swapped)
})
