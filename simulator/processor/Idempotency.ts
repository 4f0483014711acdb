import { DateTime, Duration } from 'effect'
import { makeCell } from '#adapters/memory/Cell.ts'
import { keyInUse, keyOfOthers, type Reply } from './Reply.ts'

/** A key is forgotten after this long. */
const keyLife = Duration.hours(24)

interface Entry {
  readonly parameters: string
  readonly at: DateTime.Utc
  /** Null while the first request is in progress. */
  reply: Reply | null
}

/** What an idempotency key says of a request that comes with it: what to answer, or what to do with the answer. */
type Claim =
  | { readonly _tag: 'Answered'; readonly reply: Reply }
  | {
      readonly _tag: 'Begun'
      /** Keeps the answer for every later request of this key, or frees the key if nothing was begun. */
      readonly end: (reply: Reply) => void
      /** Frees the key. */
      readonly giveUp: () => void
    }

const replayed = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } })

/** Idempotency as Stripe documents it: answers are kept once something was begun, whatever they are. */
export const makeIdempotency = () => {
  const { get: entries, reset, save } = makeCell(() => new Map<string, Entry>())

  /**
   * @param scope whose key it is
   * @param parameters what is asked for, spelled in one way
   */
  const claim = (scope: string, key: string, parameters: string, now: DateTime.Utc): Claim => {
    const name = `${scope} ${key}`
    const entry = entries().get(name)
    if (entry !== undefined && DateTime.isLessThan(now, DateTime.addDuration(entry.at, keyLife))) {
      if (entry.parameters !== parameters) return { _tag: 'Answered', reply: keyOfOthers(key) }
      return { _tag: 'Answered', reply: entry.reply === null ? keyInUse(key) : replayed(entry.reply) }
    }
    const begun: Entry = { parameters, at: now, reply: null }
    entries().set(name, begun)
    const giveUp = () => {
      if (entries().get(name) === begun && begun.reply === null) entries().delete(name)
    }
    return {
      _tag: 'Begun',
      giveUp,
      end: (reply) => {
        if (reply.isExecuted) begun.reply = reply
        else giveUp()
      },
    }
  }

  return { claim, reset, save }
}

export type Idempotency = ReturnType<typeof makeIdempotency>
