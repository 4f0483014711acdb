import { Duration } from 'effect'
import { expect, it } from 'vitest'
import { hasCome } from '#domain/helpers/Marks.ts'
import { after } from '#tools/service/verifications.ts'

it.each([
  ['now', 0, true],
  ['a moment ago', -0.001, true],
  ['two hours ago', -7_200, true],
  ['in a moment', 0.001, false],
  ['as far ahead as it may be', 60, false],
  ['further ahead than it may be', 60.001, true],
  ['two hours ahead', 7_200, true],
])('an instant that was noted a minute ahead at most, and is %s, has come: %s', (_, seconds, is) => {
  expect(hasCome(after(1_000 + seconds), after(1_000), Duration.minutes(1))).toBe(is)
})
