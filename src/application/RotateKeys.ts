import { Effect, Schema } from 'effect'
import { Maintenance, type Place } from '#ports/Maintenance.ts'

const batch = 200
/** Rounds at most. A later round reseals values that changed during the earlier one. */
const rounds = 5

/** Running processes could not open what the new key would seal. Nothing was changed. */
class KeyUnknownToOthers extends Schema.TaggedError<KeyUnknownToOthers>()('KeyUnknownToOthers', {
  replicaIds: Schema.Array(Schema.String),
}) {
  override get message() {
    return `These processes do not have the new key: ${this.replicaIds.join(', ')}. Nothing was done. First append the new key to COTEJO_SEALING_KEYS everywhere and restart every replica. Then move it to the first place and restart every replica. Then run this command. Remove the old key last.`
  }
}

/**
 * Reseals the daily keys, the signing secrets and the processors' keys with the current key, while the service runs.
 */
export const rotateKeys = Effect.gen(function* () {
  const maintenance = yield* Maintenance

  const round = Effect.gen(function* () {
    const sum = { resealed: 0, overtaken: 0, unreadable: 0 }
    let place: Place | null = null
    do {
      const done: Effect.Success<ReturnType<typeof maintenance.reseal>> = yield* maintenance.reseal(place, batch)
      sum.resealed += done.resealed
      sum.overtaken += done.overtaken
      sum.unreadable += done.unreadable
      place = done.next
    } while (place !== null)
    return sum
  })

  const replicaIds = (yield* maintenance.liveReplicas).flatMap(({ replicaId, opensOurs }) =>
    opensOurs ? [] : [replicaId],
  )
  if (replicaIds.length > 0) return yield* new KeyUnknownToOthers({ replicaIds })
  let resealed = 0
  let last = yield* round
  for (let count = 1; ; count++) {
    resealed += last.resealed
    if (last.overtaken === 0 || count === rounds) break
    last = yield* round
  }
  const replicas = yield* maintenance.liveReplicas
  const sealingOtherwise = replicas.flatMap(({ replicaId, sealsAlike }) => (sealsAlike ? [] : [replicaId]))
  const newerKeys = yield* maintenance.newerKeys
  const lackingNewer = replicas.flatMap(({ replicaId, lacks }) =>
    newerKeys.some((key) => lacks.includes(key)) ? [replicaId] : [],
  )
  return {
    resealed,
    unreadable: last.unreadable,
    remaining: yield* maintenance.sealedByOthers,
    // They keep creating values that need another key.
    sealingOtherwise,
    // One of them may be meant to be the current one.
    newerKeys,
    lackingNewer,
  }
})
