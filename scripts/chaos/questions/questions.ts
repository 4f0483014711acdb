/**
 * What an operator asks while four things are broken at once, under load, and whether metrics, log, traces and commands
 * say it: `npm run chaos -- questions`.
 */
import { report, write } from '#scripts/bench/report.ts'
import { questions as all } from './Asked.ts'
import { look } from './Seen.ts'
import { withWorld } from './World.ts'

export const questions = async (): Promise<boolean> => {
  let unanswered = 0
  await withWorld(async (world) => {
    const seen = await look(world)
    for (const [broken, some] of Object.entries(all)) {
      const rows: Record<string, Readonly<Record<string, string>>> = {}
      for (const [question, ask] of Object.entries(some)) {
        const { where, answer, isRight } = await ask(seen, world)
        if (!isRight) unanswered += 1
        rows[question] = { where, answer, verdict: isRight ? 'right' : 'WRONG' }
      }
      report(broken, rows)
    }
  })
  report('Questions', { 'without a right answer': { value: unanswered } })
  if (process.argv.includes('--write')) write('questions', 'chaos')
  return unanswered === 0
}
