/** Screens strangers against the lists in this database, in a process without other data, and prints the results. */
import { screened, screeningOn } from '#scripts/bench/screened.ts'
import { postgresLists } from '#tools/lists/lists.ts'

const [url = '', warmUp, screenings] = process.argv.slice(2)
const runtime = screeningOn(postgresLists(url))
console.log(JSON.stringify(await screened(runtime, { warmUp: Number(warmUp), screenings: Number(screenings) })))
await runtime.dispose()
