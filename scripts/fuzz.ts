/** `npm run fuzz`: any request, and whether it is answered as the contract says. */
import { fuzz } from '#test/fuzz/Fuzz.ts'
import { mutationNames } from '#test/fuzz/mutations/Mutations.ts'

const {
  FUZZ_CASES: cases = '100000',
  FUZZ_SEED: seed = String(Date.now() % 1_000_000_000),
  FUZZ_PATH: path,
} = process.env

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

console.log(`fuzz: seed ${seed}, ${cases} cases`)
const report = await fuzz({ cases: Number(cases), seed: Number(seed), path, tell: console.log })
const { violations, tally, created, seconds, memory } = report

console.log(tally.table())
console.log(
  `\n${report.cases} cases, ${tally.requests} requests, ${created} verifications in ${seconds.toFixed(1)} s: ` +
    `${Math.round(report.cases / seconds)} cases and ${Math.round(tally.requests / seconds)} requests a second; ` +
    `memory of the service: ${memory.join(', ')} MB; waited too long for their turn: ${tally.shed} requests; more than one answer allowed to ${tally.open} requests`,
)

/** So often, at least, must each answer come that the document declares, and each step refuse. */
const least = Math.floor(Number(cases) / 1_000)
const seldom = path === undefined ? tally.missing(Math.max(1, least)) : []
/** So many cases, at least, and everything that can be done to a request is done. */
const every = 20_000
const unused = path === undefined && Number(cases) >= every ? tally.unused(mutationNames()) : []
const missing = [...seldom, ...unused]
for (const what of missing) console.error(`too seldom: ${what}`)
for (const violation of violations) console.error(`\nviolation: ${violation}`)
process.exitCode = missing.length + violations.length > 0 ? 1 : 0
