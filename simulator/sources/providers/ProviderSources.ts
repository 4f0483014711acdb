import { Context, DateTime, Duration, Effect, Layer, Option, Redacted, type Scope } from 'effect'
import * as RealSources from '#adapters/sources/real/Sources.ts'
import { scenarioOf } from '#adapters/sources/sandbox/Scenarios.ts'
import { parse } from '#domain/person/Curp.ts'
import { personOf } from '#domain/screening/ScreenedPerson.ts'
import type { Clearances } from '#ports/Clearances.ts'
import type { Screening } from '#ports/Screening.ts'
import { type Consultation, type Reply, Sources } from '#ports/Sources.ts'
import type { Time } from '#ports/Time.ts'
import { SimulatedSources } from '#simulator/sources/SimulatedSources.ts'
import { SourceFaults, slowness } from '#simulator/sources/SourceFaults.ts'
import { entriesOf, type Listed } from './People.ts'
import { Providers, providerKey } from './Providers.ts'
import { AlsoListed, screening } from './SimulatedLists.ts'

/**
 * A call waits in real time, and a jump of the clock may make hundreds of calls. The timeout is therefore a third of a
 * second: at the usual speed, the twenty seconds of production. Probes are half a minute of simulated time apart, in
 * proportion to that timeout. The breaker opens sooner than in production, since one developer sends fewer requests.
 */
const calls = {
  timeout: Duration.millis(333),
  concurrency: 64,
  breaker: { failures: 3, probeEvery: Duration.seconds(30) },
}

/** What the lists must hold of this applicant, so that screening finds what the scenario says. */
const listed = ({ subject, registeredName }: Consultation): ReadonlyArray<Listed> => {
  const curp = Option.getOrNull(parse(subject.curp))
  if (curp === null || registeredName === null) return []
  return entriesOf(personOf(registeredName, curp), scenarioOf(subject.curp).listas)
}

/** The sources of production, over providers and lists of the simulator's. */
const sources = Layer.effectContext(
  Effect.gen(function* () {
    const { url, knowing, reset } = yield* Providers
    const faults = yield* SourceFaults
    const provider = { url, key: Redacted.make(providerKey) }
    const settings = { ...calls, identidad: provider, judicial: provider, tls: { authorities: [], own: null } }
    const context = yield* Effect.context<Clearances | Scope.Scope | Screening | Time>()
    /** With breakers that know nothing. */
    const fresh = Layer.build(Layer.fresh(RealSources.layer(settings))).pipe(
      Effect.map(Context.get(Sources)),
      Effect.provideContext(context),
    )
    let real = yield* fresh

    /** A slow search of the lists, which is otherwise done at once. */
    const screened = (consultation: Consultation): Effect.Effect<Reply> => {
      const readyAt = DateTime.add(consultation.startedAt, slowness)
      return faults.of('listas') === 'lenta' && DateTime.isLessThan(consultation.now, readyAt)
        ? Effect.succeed({ _tag: 'NotYet', readyAt })
        : Effect.provideService(real.consult(consultation), AlsoListed, listed(consultation))
    }

    const consult = (consultation: Consultation): Effect.Effect<Reply> => {
      switch (consultation.source) {
        case 'identidad':
          return knowing(consultation, real.consult(consultation))
        case 'listas':
          return screened(consultation)
        case 'judicial':
          return real.consult(consultation)
      }
    }

    const rebuild = Effect.map(fresh, (sources) => {
      real = sources
    })
    return Context.make(Sources, Sources.of({ consult })).pipe(
      Context.add(SimulatedSources, { reset: Effect.andThen(reset, rebuild) }),
    )
  }),
)

/** @param seed makes the latencies repeatable */
export const layer = (seed: string) => sources.pipe(Layer.provide([Providers.layer(seed), screening]))
