import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { attacks } from '#simulator/certify/Attacks.ts'
import { stormIn } from '#simulator/certify/Certify.ts'
import { checks } from '#simulator/certify/Checks.ts'

const source = globSync('simulator/certify/**/*.ts')
  .filter((path) => !path.endsWith('Checks.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

describe('the attacks of certify', () => {
  it('are all run, each under a name of its own, with a title in both languages', () => {
    const declared = Array.from(
      source.matchAll(/(?:^const \w+: Attack = \{\n {2}name: |(?:whileTheAnswerWaits|refusal|addition)\(\s*)'(\w+)'/gm),
      ([, name]) => name,
    )
    expect(attacks.length).toBeGreaterThan(20)
    expect(attacks.map(({ name }) => name).sort()).toEqual(declared.sort())
    expect(new Set(declared).size).toBe(declared.length)
    expect(attacks.filter(({ title }) => title.es === '' || title.en === '' || title.es === title.en)).toEqual([])
  })

  it('report checks of which each says in both languages what is wrong', () => {
    const unused = Object.keys(checks).filter((name) => !source.includes(`'${name}'`))
    expect(unused).toEqual([])
    const short = Object.entries(checks).filter(([, { es, en }]) => es.length < 40 || en.length < 40)
    expect(short).toEqual([])
  })
})

describe('a storm of polls', () => {
  const speed = 60
  const every = (seconds: number, count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => from + (index * seconds * 1_000) / speed)

  it.each([
    ['polls every 5 s for 11 minutes', every(5, 132), null],
    ['eight readings because of webhooks, twice', [...every(0.1, 8), ...every(0.1, 8, 10_000)], null],
    ['a burst after ten quiet minutes', [0, ...every(0.1, 40, 10_000)], 'GET ×12, 1 s'],
    ['a burst before ten quiet minutes', [...every(0.1, 40), 10_000], 'GET ×12, 1 s'],
    ['polls every 2 s', every(2, 40), 'GET ×18, 34 s'],
  ])('%s: %#', (_, times, said) => {
    expect(stormIn(times, speed)).toBe(said)
  })
})
