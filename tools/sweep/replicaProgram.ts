/** A sweep's replica as a process. On standby it takes work after SIGUSR2. */
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { Effect } from 'effect'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { loopback } from '#simulator/webhooks/Loopback.ts'
import { serverSettings } from '#src/Config.ts'
import { logs } from '#src/Observability.ts'
import { replica } from '#src/Replica.ts'
import { makeGate } from './Gate.ts'
import { references, sourcesThrough, standby } from './Inside.ts'

let behind = process.env['STANDBY'] === 'yes' ? standby : 0
process.once('SIGUSR2', () => {
  behind = 0
})
const sender = Sender.layer({ connector: loopback(Number(process.env['RECEIVER_PORT'])) })

NodeRuntime.runMain(
  Effect.flatMap(serverSettings, (settings) =>
    Effect.provide(replica(settings, sourcesThrough(makeGate(), new Set()), sender), logs(settings.logLevel)),
  ).pipe(Effect.provide(references(() => behind))),
)
