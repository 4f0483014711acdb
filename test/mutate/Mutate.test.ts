import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { placeOfFiles, temporaryDirectory } from '#test/support/temporary.ts'

const program = `
export const isGrown = (age: number): boolean => age >= 18
export const greet = (name: string): string => \`Hola, \${name}\`
export const countTo = (end: number): ReadonlyArray<number> => {
  const counted: Array<number> = []
  for (let next = 1; next !== end + 1; next++) counted.push(next)
  return counted
}
export const forgotten = (): boolean => true
export const table = ['uno']
`

const tests = `
import { expect, it } from 'vitest'
import { countTo, greet, isGrown } from '#domain/Sample.ts'

it('knows who is grown', () => {
  expect(isGrown(40)).toBe(true)
  expect(isGrown(17)).toBe(false)
})
it('greets', () => {
  expect(greet('')).toContain('Hola')
})
it('counts', () => {
  expect(countTo(3)).toEqual([1, 2, 3])
})
`

/** A copy of the program that plants faults, beside a program of a few lines and its tests. */
const planted = (): string => {
  const place = temporaryDirectory('mutate')
  const own = ['scripts/mutate', 'scripts/mutate.ts', 'test/setup.ts', 'test/globalSetup.ts', 'package.json']
  const support = ['test/support/seed.ts', 'test/support/temporary.ts']
  for (const path of [...own, ...support]) cpSync(path, join(place, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'))
  for (const folder of ['src/domain', 'test/domain', 'docs']) mkdirSync(join(place, folder), { recursive: true })
  writeFileSync(join(place, 'src/domain/Sample.ts'), program)
  writeFileSync(join(place, 'test/domain/Sample.test.ts'), tests)
  return place
}

it('finds what tests catch, what they miss, and what never ends', () => {
  const place = planted()
  // Its tests keep their files elsewhere: they remove them at their end.
  const { [placeOfFiles]: _, ...env } = process.env
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/mutate.ts'],
    {
      cwd: place,
      encoding: 'utf8',
      env,
    },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const { 'src/domain': found } = JSON.parse(readFileSync(join(place, 'dist/mutation/found.json'), 'utf8'))
  const missed = found.missed.map(({ line, replacement, isReached }: Record<string, unknown>) => [
    line,
    replacement,
    isReached,
  ])
  expect(missed).toEqual([
    [2, 'age > 18', true],
    [2, '19', true],
    [9, 'undefined', false],
    [9, 'false', false],
  ])
  expect(found).toMatchObject({ still: 2, caught: 16 })
  expect(JSON.parse(readFileSync(join(place, 'docs/mutation.json'), 'utf8'))).toEqual({
    'src/domain': { caught: 16, missed: 4, unreached: 2, equivalent: 0, still: 2 },
  })
})
