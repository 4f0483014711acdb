/**
 * A replica whose sources answer at once. SIGHUP switches that off and on again. While it is off, a consultation hangs
 * if `BENCH_SOURCES=hang`; otherwise it must be asked again in an hour. SIGUSR2 prints the memory in use.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { DateTime, Effect, Layer } from 'effect'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { Sources } from '#ports/Sources.ts'
import { loopback } from '#simulator/webhooks/Loopback.ts'
import { serverSettings } from '#src/Config.ts'
import { logs, telemetry } from '#src/Observability.ts'
import { replica } from '#src/Replica.ts'

const hangs = process.env['BENCH_SOURCES'] === 'hang'
let answers = true
let gate = Promise.withResolvers<void>()
process.on('SIGHUP', () => {
  answers = !answers
  if (answers) gate.resolve()
  else gate = Promise.withResolvers()
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Each collection frees what the previous one finalised, and code that did not run since. */
const collections = 12

const tellMemory = (left: number): void => {
  collectGarbage()
  if (left > 0) {
    setTimeout(() => tellMemory(left - 1), 50)
    return
  }
  const { heapUsed, rss } = process.memoryUsage()
  console.log(`memory ${JSON.stringify({ heap: heapUsed, resident: rss })}`)
}
process.on('SIGUSR2', () => tellMemory(collections))

const sources = Layer.effect(
  Sources,
  Effect.map(Sources, ({ consult }) =>
    Sources.of({
      consult: (consultation) => {
        const { now } = consultation
        const late = consult({ ...consultation, now: DateTime.add(now, { hours: 1 }) })
        if (answers) return late
        return hangs
          ? Effect.andThen(
              Effect.promise(() => gate.promise),
              late,
            )
          : Effect.succeed({ _tag: 'NotYet', readyAt: DateTime.add(now, { hours: 1 }) })
      },
    }),
  ),
).pipe(Layer.provide(SandboxSources.layer('bench')))

NodeRuntime.runMain(
  Effect.flatMap(serverSettings, (settings) =>
    Effect.provide(replica(settings, sources, Sender.layer({ connector: loopback(0) })), [
      logs(settings.logLevel),
      telemetry(null, {}),
    ]),
  ),
)
