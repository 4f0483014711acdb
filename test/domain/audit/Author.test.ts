import { expect, it } from 'vitest'
import { isActor, isReason, needsReason } from '#domain/audit/Act.ts'

it.each([
  ['ana', true],
  ['ana.perez+1@ejemplo_mx-2', true],
  ['a'.repeat(200), true],
  ['a'.repeat(201), false],
  ['', false],
  ['ana perez', false],
  [' ana', false],
  ['ana\n', false],
  ['GOMC800101HDFLRR09', false],
])('an actor may be called %j: %s', (text, may) => {
  expect(isActor(text)).toBe(may)
})

it.each([
  ['a payment was made twice', true],
  ['ñ😀', true],
  ['😀'.repeat(200), true],
  ['a'.repeat(201), false],
  ['', false],
  ['one\ntwo', false],
  ['\tone', false],
  ['one\n', false],
  ['of GOMC800101HDFLRR09', false],
])('a reason may be %j: %s', (text, may) => {
  expect(isReason(text)).toBe(may)
})

it('what takes money or data away needs a reason, what only reads does not', () => {
  expect((['accounts credit', 'verifications erase', 'retention run'] as const).map(needsReason)).toEqual([
    true,
    true,
    true,
  ])
  expect((['migrate', 'accounts show', 'accesses'] as const).map(needsReason)).toEqual([false, false, false])
})
