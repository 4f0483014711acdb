import { Effect } from 'effect'
import { SourceJournal } from '#ports/SourceJournal.ts'
import { type Consultation, type Reply, Sources } from '#ports/Sources.ts'
import { Time } from '#ports/Time.ts'

/** The result of a consultation as one word, for the journal. */
const toldBy = (reply: Reply): string =>
  reply.told ?? (reply._tag === 'NotYet' ? 'pendiente' : reply.answer.outcome._tag)

/** Consults a source for a verification, and records the call for the operator. */
export const askSource = Effect.gen(function* () {
  const sources = yield* Sources
  const journal = yield* SourceJournal
  const time = yield* Time
  return (accountId: string, verificationId: string, consultation: Omit<Consultation, 'id'>): Effect.Effect<Reply> => {
    const { source, now: at } = consultation
    return Effect.tap(sources.consult({ ...consultation, id: `${verificationId}/${source}` }), (reply) =>
      Effect.flatMap(time.now, (endedAt) =>
        journal.note({ accountId, verificationId, source, at, endedAt, result: toldBy(reply) }),
      ),
    )
  }
})
