/**
 * A replica like that of `npm run server`, except for its sources: they answer after a second or two, so that thousands
 * of verifications end in a short time.
 */
import * as NodeRuntime from '@effect/platform-node/NodeRuntime'
import { DateTime, Effect, Layer } from 'effect'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { Sources } from '#ports/Sources.ts'
import { loopback } from '#simulator/webhooks/Loopback.ts'
import { serverSettings } from '#src/Config.ts'
import { logs, telemetry } from '#src/Observability.ts'
import { replica } from '#src/Replica.ts'

/** The speed compared to the sandbox. */
const speedUp = 100

const sources = Layer.effect(
  Sources,
  Effect.gen(function* () {
    const { consult } = yield* Sources
    return Sources.of({
      consult: (consultation) => {
        const { startedAt, now } = consultation
        const waited = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(startedAt)
        const accelerated = { ...consultation, now: DateTime.add(startedAt, { milliseconds: waited * speedUp }) }
        return Effect.map(consult(accelerated), (reply) => {
          if (reply._tag === 'Answered') return reply
          const wait = (DateTime.toEpochMillis(reply.readyAt) - DateTime.toEpochMillis(startedAt)) / speedUp
          return { ...reply, readyAt: DateTime.add(startedAt, { milliseconds: Math.ceil(wait) }) }
        })
      },
    })
  }),
).pipe(Layer.provide(SandboxSources.layer('chaos')))

/** Receivers are on this machine. */
const sender = Sender.layer({ connector: loopback(Number(process.env['RECEIVER_PORT'] ?? 0)) })

NodeRuntime.runMain(
  Effect.flatMap(serverSettings, (settings) =>
    Effect.provide(
      replica(settings, sources, sender),
      Layer.merge(logs(settings.logLevel), telemetry(settings.otlpEndpoint, {})),
    ),
  ),
)
