import { Effect } from 'effect'
import type { Failure } from '#application/CurrentRequest.ts'
import type { IncomingRequest } from '#application/RequestVerification.ts'
import { Time } from '#ports/Time.ts'
import { inCurrentWorld } from '#simulator/CurrentWorld.ts'
import { Recorder } from '#simulator/recording/Recorder.ts'
import { catalog } from '#wire/Errores.ts'
import type { Rejection } from '#wire/Rejection.ts'

const decoder = new TextDecoder()
/** Refusals that used something up: a fault of the processor, an identifier. A limit of real time is met again or not. */
const recordedRefusals: ReadonlySet<string> = new Set([
  'cobro_no_verificado',
  'consumo_agotado',
  'conflicto_idempotencia',
])

/** Remembers an error on demand that was answered. */
export const refusedOnDemand = ({ codigo }: Rejection): Effect.Effect<void> =>
  inCurrentWorld(Recorder, ({ refused }) =>
    inCurrentWorld(Time, ({ now }) => Effect.map(now, (at) => refused(at, catalog[codigo].status))),
  )

/** Remembers what was asked for, and what came of it. */
export const recorded = (
  { principal, body }: IncomingRequest,
  requested: Effect.Effect<Uint8Array, Failure>,
): Effect.Effect<Uint8Array, Failure> =>
  inCurrentWorld(Recorder, (recorder) =>
    inCurrentWorld(Time, ({ now }) =>
      Effect.flatMap(now, (at) =>
        requested.pipe(
          Effect.tap((document) =>
            Effect.sync(() =>
              recorder.requested(at, principal.account.id, body, 200, JSON.parse(decoder.decode(document))),
            ),
          ),
          Effect.tapErrorTag('Rejection', ({ codigo }) =>
            Effect.sync(() => {
              if (!recordedRefusals.has(codigo)) return
              recorder.requested(at, principal.account.id, body, catalog[codigo].status, null)
            }),
          ),
        ),
      ),
    ),
  )
