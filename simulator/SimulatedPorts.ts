import { Context, type DateTime, Effect, Layer, Option } from 'effect'
import * as Stripe from '#adapters/payments/Stripe.ts'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import * as SandboxSources from '#adapters/sources/sandbox/Sources.ts'
import * as Sender from '#adapters/webhooks/Sender.ts'
import { Ceilings } from '#application/Authenticate.ts'
import { ReadinessGate } from '#application/CheckHealth.ts'
import { ServiceContext } from '#application/ServiceContext.ts'
import { usuallyDenied } from '#domain/delivery/WebhookUrl.ts'
import { timeBudget, validity } from '#domain/Limits.ts'
import packageJson from '#package.json' with { type: 'json' }
import { Payments } from '#ports/Payments.ts'
import { Processor } from './processor/Processor.ts'
import type { Settings } from './Settings.ts'
import { Draw, seededBytes } from './samples/Seed.ts'
import { clearedSources } from './sources/ClearedFindings.ts'
import { ScriptedFindings, scriptedSources } from './sources/ScriptedFindings.ts'
import { SimulatedSources } from './sources/SimulatedSources.ts'
import { faultySources, SourceFaults } from './sources/SourceFaults.ts'
import { Notebook } from './storage/Notebook.ts'
import { storage } from './storage/StorageChoice.ts'
import { SimulatedTime } from './time/SimulatedTime.ts'
import { Destinations } from './webhooks/Destinations.ts'
import { Inbox } from './webhooks/Inbox.ts'

export const service = Layer.succeed(ServiceContext, {
  environment: 'sandbox',
  timeBudget,
  validity,
  deniedReceivers: usuallyDenied,
  version: packageJson.version,
})

/** Identifiers of a seed. Each start over the same data draws different ones, so that none repeats. */
const identifiers = (seed: string) =>
  Effect.gen(function* () {
    const { read, write } = yield* Notebook
    const starts = 1 + Number(Option.getOrElse(yield* read('starts'), () => '0'))
    yield* write('starts', String(starts))
    const bytes = seededBytes(starts === 1 ? seed : `${seed} ${starts}`)
    return Layer.merge(Identifiers.layer(bytes.fill, 1), Layer.succeed(Draw, bytes))
  }).pipe(Layer.unwrap)

/** Sends webhooks as in production, except for their destination. */
const sender = Layer.unwrap(Effect.map(Inbox, ({ connector }) => Sender.layer({ connector })))

/** Asks the simulated processor as production asks Stripe. Both are there from the first question on. */
const payments = Layer.effect(
  Payments,
  Effect.gen(function* () {
    const { address } = yield* Processor
    const scope = yield* Effect.scope
    const adapter = yield* address.pipe(
      Effect.flatMap((host) => Layer.buildWithScope(Stripe.layer({ environment: 'sandbox', host }), scope)),
      Effect.map(Context.get(Payments)),
      Effect.uninterruptible,
      Effect.cached,
    )
    return Payments.of({
      verify: (...question) => Effect.flatMap(adapter, ({ verify }) => verify(...question)),
      transfer: (...order) => Effect.flatMap(adapter, ({ transfer }) => transfer(...order)),
      transfersOf: (...question) => Effect.flatMap(adapter, ({ transfersOf }) => transfersOf(...question)),
      latestTransfers: (platform) => Effect.flatMap(adapter, ({ latestTransfers }) => latestTransfers(platform)),
    })
  }),
)

const fixtures = (seed: string) =>
  Layer.merge(
    Layer.provide(faultySources, SandboxSources.layer(seed)),
    Layer.succeed(SimulatedSources, { reset: Effect.void }),
  )

/** Loaded only when asked for, so that the usual start is as quick as without it. */
const providers = (seed: string) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import('./sources/providers/ProviderSources.ts')),
      ({ layer }) => layer(seed),
    ),
  )

const sources = ({ sources: choice, seed }: WorldSettings) =>
  clearedSources.pipe(
    Layer.provideMerge(scriptedSources),
    Layer.provideMerge(choice === 'fixtures' ? fixtures(seed) : providers(seed)),
    Layer.provideMerge([SourceFaults.layer(choice), ScriptedFindings.layer]),
  )

/** What a world begins with, of what the simulator was started with. */
export interface WorldSettings
  extends Pick<Settings, 'speed' | 'sources' | 'seed' | 'storage' | 'data' | 'forwardWebhooks' | 'allowDestination'> {
  /** Its first instant; null at the present. */
  readonly now?: DateTime.Utc | null
  /** Whether time stands still except for jumps. */
  readonly frozen?: boolean
}

/** The world outside the service, simulated: what the ports reach. */
export const world = (settings: WorldSettings) =>
  Layer.mergeAll(
    service,
    Layer.sync(Ceilings, () => new Map()),
    ReadinessGate.layer,
    Layer.mergeAll(
      Layer.provideMerge(payments, Processor.layer),
      sender.pipe(
        Layer.provideMerge(Inbox.layer),
        Layer.provideMerge(Destinations.layer(settings.forwardWebhooks, settings.allowDestination)),
      ),
      sources(settings),
    ).pipe(Layer.provideMerge([identifiers(settings.seed), SimulatedTime.layer(settings)])),
  ).pipe(Layer.provideMerge(storage(settings)))
