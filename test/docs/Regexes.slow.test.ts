import { describe, expect, it } from 'vitest'
import { type Expression, literals, made, makers } from '#test/support/regexes.ts'
import { installed } from '#tools/machine/installed.ts'

/**
 * What a regular expression costs may grow with the length of a text, and no faster: from outside comes
 * text of any form, and one expression that starts again at each place of it stops the whole process.
 */

interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity: { readonly summary: string }
}

/** The checker in JavaScript alone, which is the same on every machine. */
const { checkSync }: { readonly checkSync: (source: string, flags: string, parameters: object) => Verdict } =
  installed('test/oracles')('recheck/lib/browser.js')

/**
 * They make their expressions when they are used: from the declared routes, segments between slashes; from a word of a name,
 * with at most four repetitions of one letter each.
 */
const madeLater = ['src/http/UnknownRoutes.ts', 'src/domain/person/ShortForms.ts']

/** Of texts that an operator or a developer writes, not whoever calls. */
const ofSettings = ['\\/+$']

/**
 * The same expression with every high count without an end, which costs no less; the checker would write
 * each repetition out.
 */
const uncounted = (source: string): string =>
  source.replace(/\{(\d+),?(\d*)\}/g, (count, least: string, most: string) =>
    Number(most || least) <= 12 ? count : Number(least) === 0 ? '*' : '+',
  )

/**
 * Whether it plainly has nothing to try twice: without a loop there is no more to try at one place than the
 * expression is long, and with a single one from the beginning on there is one place.
 */
const isPlain = (source: string): boolean => {
  const bare = source.replace(/\\[pP]\{\w+\}|\\.|\[(?:\\.|[^\]\\])*\]/g, 'a')
  const loops = bare.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0
  if (/\)[*+{]|\\\d|\(\?<?[=!]/.test(bare)) return false
  return loops === 0 || (loops === 1 && bare.startsWith('^') && !bare.includes('|'))
}

/** An exact answer where there are automata for it; otherwise, for look-around and back references, a search. */
const verdictOf = ({ source, flags }: Expression): string => {
  if (isPlain(source)) return 'linear'
  // The search ends by its steps: limits of time would have it find other things on a busy machine.
  const parameters = {
    ...{ timeout: 600_000, seedingTimeout: 60_000, incubationTimeout: 60_000, attackTimeout: 60_000 },
    ...{ attackLimit: 2_000_000, randomSeed: 0 },
  }
  const plain = flags.replace('i', '')
  const proof = checkSync(uncounted(source), plain, { ...parameters, checker: 'automaton' })
  const verdict = proof.status === 'unknown' ? checkSync(source, flags, { ...parameters, checker: 'fuzz' }) : proof
  if (verdict.status === 'safe') return 'linear'
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.status
}

const worst = (expressions: ReadonlyArray<Expression>) => {
  const verdicts = new Map<string, string>()
  for (const expression of expressions) {
    const { source, flags } = expression
    if (ofSettings.includes(source)) continue
    const written = `/${source}/${flags}`
    if (!verdicts.has(written)) verdicts.set(written, verdictOf(expression))
  }
  return [...verdicts].filter(([, verdict]) => verdict !== 'linear')
}

describe('every regular expression', () => {
  it('that stands in the program takes time in proportion to the text', () => {
    expect(literals().length).toBeGreaterThan(130)
    expect(worst(literals())).toEqual([])
  })

  it('that is made from a text takes time in proportion to what it is held against', () => {
    const files = makers().filter((file) => !madeLater.includes(file))
    const expressions = made(files)
    expect([...new Set(expressions.map(({ file }) => file))].sort()).toEqual(files)
    expect(worst(expressions)).toEqual([])
  })

  it.each([
    ['^Bearer +([^ \\t].*?)[ \\t]*$', '2nd degree polynomial'],
    ['^(a+)+$', 'exponential'],
    ['(a{1,200})*b', 'exponential'],
    ['(a|a){200}b', 'exponential'],
    ['^(\\w+){3}$', '3rd degree polynomial'],
    ['[0-9]+$', '2nd degree polynomial'],
    ['(a)(.*)\\1$', 'polynomial (fuzz)'],
    ['^[ab]{1,200}$', 'linear'],
    ['(?:,|^)[ab]{12}', 'linear'],
  ])('is judged by what it costs: %s is %s', (source, verdict) => {
    expect(verdictOf({ file: '', source, flags: '' })).toContain(verdict)
  })
})
