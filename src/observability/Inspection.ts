import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Context, Deferred, Effect, Schema } from 'effect'

/** What is answered to who looks. */
export interface Page {
  readonly status: number
  readonly type: string
  readonly body: string
}

export interface ThreadSettings {
  readonly host: string
  readonly port: number
  /** The pages that there are, and what stands for one that is not made in time. */
  readonly unanswered: Readonly<Record<string, Page>>
  /** How long a page may take, milliseconds. */
  readonly answerMillis: number
  /** A process whose thread of work did nothing for so long stands still, milliseconds. */
  readonly stillMillis: number
  /** With one more, the one that is open longest ends. */
  readonly connections: number
}

export type ToThread =
  | { readonly _tag: 'Beat' }
  | { readonly _tag: 'Answered'; readonly path: string; readonly page: Page }
export type FromThread =
  | { readonly _tag: 'Listening'; readonly host: string; readonly port: number; readonly isV6: boolean }
  | { readonly _tag: 'Refused'; readonly code: string }
  | { readonly _tag: 'Asked'; readonly path: string }

/** Whether a replica lets itself be looked at. Where many share a process, a thread for each costs more than the replica. */
export const IsInspected = Context.Reference<boolean>('cotejo/observability/IsInspected', {
  defaultValue: () => true,
})

/** Nobody can listen at an address. */
export class InspectionRefused extends Schema.TaggedError<InspectionRefused>()('InspectionRefused', {
  code: Schema.String,
}) {}

interface InspectionSettings extends Omit<ThreadSettings, 'unanswered'> {
  readonly beatMillis: number
}

export const usualInspection = { answerMillis: 2_000, stillMillis: 30_000, beatMillis: 1_000, connections: 64 } as const

/**
 * Has a thread of its own listen for who looks at this process: at `/livez` whether the thread of work does
 * anything at all, and what other pages there are.
 *
 * @param pages what is asked of the thread of work, by path, and what stands for one that it does not make in time
 * @returns where it listens, as a URL
 */
export const inspection = Effect.fnUntraced(function* <R>(
  { beatMillis, ...settings }: InspectionSettings,
  pages: Readonly<Record<string, { readonly page: Effect.Effect<Page, never, R>; readonly unanswered: Page }>>,
) {
  const run = Effect.runForkWith(yield* Effect.context<R>())
  const listening = yield* Deferred.make<string, InspectionRefused>()
  const unanswered = Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, page.unanswered]))
  const workerData: ThreadSettings = { ...settings, unanswered }

  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const thread = new Worker(new URL('./InspectionThread.ts', import.meta.url), { workerData })
      const tell = (message: ToThread) => thread.postMessage(message)
      thread.on('message', (message: FromThread) => {
        if (message._tag === 'Refused')
          Deferred.doneUnsafe(listening, Effect.fail(new InspectionRefused({ code: message.code })))
        else if (message._tag === 'Listening') {
          const { host, port, isV6 } = message
          Deferred.doneUnsafe(listening, Effect.succeed(`http://${isV6 ? `[${host}]` : host}:${port}`))
        } else {
          const { path } = message
          const asked = pages[path]
          if (asked !== undefined) {
            // One that fails is answered too, or nobody could ask for that page any more.
            const made = Effect.catchCause(asked.page, () => Effect.succeed(asked.unanswered))
            run(Effect.map(made, (page) => tell({ _tag: 'Answered', path, page })))
          }
        }
      })
      thread.once('error', (error) => Deferred.doneUnsafe(listening, Effect.die(error)))
      return { thread, beating: setInterval(() => tell({ _tag: 'Beat' }), beatMillis) }
    }),
    ({ thread, beating }) =>
      Effect.promise(async () => {
        clearInterval(beating)
        const ended = once(thread, 'exit')
        await thread.terminate()
        await ended
      }),
  )
  return yield* Deferred.await(listening)
})
