import { channel, subscribe } from 'node:diagnostics_channel'
import fc from 'fast-check'
import { expect } from 'vitest'
import { seed } from '#test/support/seed.ts'
import { sharedServer } from '#tools/postgres/sharedServer.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

/** Each replica in this process listens to the standard input, and a test may start dozens. */
process.stdin.setMaxListeners(0)

/** Fails the run when a test outside `*.slow.test.ts` starts a process, the shared Postgres apart. */
subscribe('tracing:child_process.spawn:start', () => {
  const { testPath = '', currentTestName } = expect.getState()
  if (testPath.endsWith('.slow.test.ts') || sharedServer.isStarting) return
  throw new Error(`${testPath} ("${currentTestName}") starts a process: its name must end with .slow.test.ts`)
})

/** The service keeps to itself what the database says of a statement that it refuses. A test shows it, table and constraint included. */
const refused = channel('cotejo:statement-refused')
if (!refused.hasSubscribers) refused.subscribe((said) => console.error('the database refused a statement:', said))
