import { inspect } from 'node:util'
import { DateTime, Duration, Effect, Layer, Logger, ManagedRuntime, Redacted, References } from 'effect'
import { PrometheusMetrics } from 'effect/observability'
import { TestClock } from 'effect/testing'
import { layer, type RealSourcesSettings } from '#adapters/sources/real/Sources.ts'
import { Screening } from '#ports/Screening.ts'
import { type Consultation, type Reply, Sources } from '#ports/Sources.ts'
import { nothingCleared } from '#tools/lists/lists.ts'
import { type Provider, provider, type Script } from '#tools/peers/providers.ts'
import { standingClock, testTime } from '#tools/service/testTime.ts'
import { after, start } from '#tools/service/verifications.ts'

export const providerKey = 'llave-del-proveedor-0123456789'

/** What a call has, in seconds of the clock that stands. */
export const callSeconds = 20

/** Settings for two providers at these addresses. */
export const realSettings = (urls: {
  readonly identidad?: string
  readonly judicial?: string
}): RealSourcesSettings => ({
  identidad: { url: urls.identidad ?? 'http://127.0.0.1:1', key: Redacted.make(providerKey) },
  judicial: { url: urls.judicial ?? 'http://127.0.0.1:1', key: Redacted.make(providerKey) },
  tls: { authorities: [], own: null },
  timeout: Duration.seconds(callSeconds),
  concurrency: 64,
  breaker: { failures: 1_000, probeEvery: Duration.seconds(5) },
})

/** Of whom the tests ask, and how the registry has them. */
export const subject = {
  curp: 'LIMP900101HDFRRS03',
  nombre: 'Luis',
  apellidoPaterno: 'Martínez',
  apellidoMaterno: null,
} as const
export const registeredName = { nombres: 'LUIS', primerApellido: 'MARTINEZ', segundoApellido: 'PEREZ' } as const

let consultations = 0

/** A consultation of a verification of its own, as the worker makes it, at the time that stands. */
export const consultationOf = (source: Consultation['source'], changes: Partial<Consultation> = {}): Consultation => {
  consultations += 1
  return {
    source,
    id: `ver_${String(consultations).padStart(22, '0')}/${source}`,
    subject,
    registeredName: source === 'identidad' ? null : registeredName,
    startedAt: start,
    closesAt: after(570),
    now: start,
    ...changes,
  }
}

/** The adapter of production over providers of the test's own, and times that stand until they are moved. */
export interface TestSources {
  readonly consult: (consultation: Consultation) => Promise<Reply>
  /** What the last reply told the operator. */
  readonly told: () => string | undefined
  /** A consultation of this source now. */
  readonly ask: (source: Consultation['source'], changes?: Partial<Consultation>) => Promise<Reply>
  readonly now: () => DateTime.Utc
  readonly pass: (seconds: number) => void
  /** Lets the real time pass by which calls have their deadlines. */
  readonly wait: (seconds: number) => Promise<void>
  /** All that was logged, at every level, with whatever hangs on it, one line each. */
  readonly log: () => ReadonlyArray<string>
  /** What Prometheus would read. */
  readonly metrics: () => Promise<string>
  /** How the last call ended, in the words of the log. */
  readonly lastResult: () => string | undefined
  readonly stop: () => Promise<void>
}

const whole = { depth: Number.POSITIVE_INFINITY, breakLength: Number.POSITIVE_INFINITY } as const

const nobodyListed: Screening['Service']['screen'] = () =>
  Effect.succeed({
    ...{ _tag: 'consultada', findings: { internacionales: [], fiscal: [] }, basis: { versions: [], judged: [] } },
  })

/** The adapter of production, with a screening of the test's own. */
export const realSources = (settings: RealSourcesSettings, screen = nobodyListed, clearances = nothingCleared) =>
  layer(settings).pipe(
    Layer.provide(Layer.succeed(Screening, { screen, explain: () => Effect.die('nobody explains') })),
    Layer.provide(clearances),
  )

export const startSources = (
  settings: RealSourcesSettings,
  screen = nobodyListed,
  clearances = nothingCleared,
): TestSources => {
  const { now, pass, layer: time } = testTime()
  const lines: Array<string> = []
  const logged = Layer.merge(
    Logger.layer([
      Logger.make(({ logLevel, message, cause }) => void lines.push(`${logLevel} ${inspect([message, cause], whole)}`)),
    ]),
    Layer.succeed(References.MinimumLogLevel, 'All'),
  )
  const runtime = ManagedRuntime.make(
    realSources(settings, screen, clearances).pipe(
      Layer.provide(time),
      Layer.provideMerge(logged),
      Layer.provideMerge(standingClock),
    ),
  )
  let lastTold: string | undefined
  const consult = async (consultation: Consultation): Promise<Reply> => {
    const { result: told, ...reply } = await runtime.runPromise(
      Effect.flatMap(Sources, (sources) => sources.consult(consultation)),
    )
    lastTold = told
    return reply
  }
  return {
    consult,
    told: () => lastTold,
    ask: (source, changes) => consult(consultationOf(source, { now: now(), ...changes })),
    now,
    pass,
    wait: (seconds) => runtime.runPromise(TestClock.adjust({ seconds })),
    log: () => [...lines],
    metrics: () => runtime.runPromise(PrometheusMetrics.format()),
    lastResult: () => lines.flatMap((line) => /result: '(\w+)'/.exec(line)?.[1] ?? []).at(-1),
    stop: () => runtime.dispose(),
  }
}

/** Both sources of one scripted provider. */
export interface Over {
  readonly server: Provider
  readonly sources: TestSources
  readonly stop: () => Promise<void>
}

export const startOver = async (script: Script, changes: Partial<RealSourcesSettings> = {}): Promise<Over> => {
  const server = await provider(script)
  const sources = startSources({
    ...realSettings({ identidad: server.url, judicial: server.url }),
    ...changes,
  })
  const stop = async () => {
    await sources.stop()
    await server.stop()
  }
  return { server, sources, stop }
}

/** In how many seconds a source is to be asked again; null when it has answered. */
export const waitOf = (reply: Reply, now: DateTime.Utc): number | null =>
  reply._tag === 'NotYet' ? Duration.toSeconds(DateTime.distance(now, reply.readyAt)) : null
