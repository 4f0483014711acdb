import { hash, randomBytes } from 'node:crypto'
import { Context, type DateTime, Effect, Layer } from 'effect'
import { makeCell, type Save } from '#adapters/memory/Cell.ts'
import { Time } from '#ports/Time.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import type { KnownAccount } from '#simulator/storage/AccountNote.ts'
import { creation, identifiersOf, type Method, pulled, requested, type Step } from './Step.ts'

/** How many steps are kept. */
const mostSteps = 2_000

type Body = Readonly<Record<string, unknown>>

interface Recorded {
  readonly seed: string
  readonly start: DateTime.Utc
  /** The accounts that the world began with. */
  readonly accounts: ReadonlyArray<KnownAccount>
  readonly steps: ReadonlyArray<Step>
}

/** Remembers every change of a world from its beginning, so that the same world can be built elsewhere. */
export class Recorder extends Context.Service<
  Recorder,
  {
    /** A verification that was asked for, with the HTTP status of the answer, and the answer where it was accepted. */
    readonly requested: (at: DateTime.Utc, account: string, body: Body, status: number, answer: unknown) => void
    /** Records a request that got an injected error, whatever it asked for. */
    readonly refused: (at: DateTime.Utc, status: number) => void
    /** A lever that was pulled. */
    readonly pulled: (
      at: DateTime.Utc,
      method: Method,
      path: string,
      body: Body,
      status: number,
      answer: unknown,
    ) => void
    /** Null once there were more steps than are kept. */
    readonly recorded: () => Recorded | null
    readonly reset: Effect.Effect<void>
    readonly save: Save
  }
>()('cotejo/simulator/recording/Recorder') {
  /** @param accounts those that the world begins with */
  static readonly layer = (seed: string, accounts: ReadonlyArray<KnownAccount>) =>
    Layer.effect(
      Recorder,
      Effect.gen(function* () {
        const { now } = yield* Time
        const fresh = (start: DateTime.Utc) => ({
          seed,
          accounts,
          start,
          /** Known to this world alone: without it, the few CURPs that there are could be tried out. */
          secret: randomBytes(32).toString('base64'),
          steps: [] as Step[],
          isWhole: true,
          standIns: new Map<string, string>(),
        })
        const begun = yield* now
        const { get, reset, save } = makeCell(() => fresh(begun))

        const inPlaceOf = (text: string, made: (number: number) => string): string => {
          const { standIns, secret } = get()
          const digest = hash('sha256', `${secret} ${text}`, 'base64')
          const found = standIns.get(digest) ?? made(standIns.size)
          standIns.set(digest, found)
          return found
        }
        /** Nothing is made of a step that is not kept: a world under load would grow without end. */
        const note = (make: () => Step): void => {
          const state = get()
          if (state.steps.length < mostSteps) state.steps.push(make())
          else state.isWhole = false
        }

        return Recorder.of({
          requested: (at, account, sent, status, answer) => {
            note(() => ({
              at,
              method: 'POST',
              path: creation,
              account,
              body: requested(sent, answer !== null, inPlaceOf),
              status,
              identifiers: identifiersOf(answer),
            }))
          },
          refused: (at, status) => {
            const [first] = get().accounts
            if (!first) return
            const { id } = first.account
            const body = sampleRequest('sol-fallo')
            note(() => ({ at, method: 'POST', path: creation, account: id, body, status, identifiers: {} }))
          },
          pulled: (at, method, path, sent, status, answer) => {
            note(() => ({
              at,
              method,
              path,
              account: null,
              body: pulled(sent, inPlaceOf),
              status,
              identifiers: identifiersOf(answer),
            }))
          },
          recorded: () => {
            const { isWhole, ...state } = get()
            return isWhole ? state : null
          },
          reset: Effect.andThen(
            reset,
            Effect.map(now, (start) => {
              get().start = start
            }),
          ),
          save,
        })
      }),
    )
}
