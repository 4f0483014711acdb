import { expect, it } from 'vitest'
import { seed } from '#test/support/seed.ts'
import { fuzz } from './Fuzz.ts'
import { mutationNames } from './mutations/Mutations.ts'

/** `npm run fuzz` says how many, and reads how it went. */
const { FUZZ_CASES, FUZZ_PATH: path } = process.env
const cases = Number(FUZZ_CASES ?? 1_000)
const tell = FUZZ_CASES === undefined ? () => undefined : console.log

/** Whether so many requests come in so short a time depends on the machine. */
const isOfTheMachine = (answer: string): boolean => answer.startsWith('step 2.5 ')
/** So often, at least, must each answer come that the document declares, and each step refuse. */
const least = Math.max(1, Math.floor(cases / 1_000))
/** So many cases, at least, and everything that can be done to a request is done. */
const every = 20_000

it(`answers ${cases} fuzz cases as the contract and the order of judgement say, and lives`, async () => {
  const report = await fuzz({ cases, seed, path, tell })
  const { violations, tally, seconds } = report
  tell(tally.table())
  tell(
    `${report.cases} cases, ${tally.requests} requests, ${report.created} verifications in ${seconds.toFixed(1)} s; ` +
      `memory of the service: ${report.memory.join(', ')} MB; waited too long for their turn: ${tally.shed} requests; ` +
      `more than one answer allowed to ${tally.open} requests`,
  )
  expect(violations).toEqual([])
  if (path !== undefined) return
  expect(report.cases).toBeGreaterThanOrEqual(cases)
  expect(tally.missing(least).filter((answer) => cases >= every || !isOfTheMachine(answer))).toEqual([])
  expect(cases >= every ? tally.unused(mutationNames()) : []).toEqual([])
})
