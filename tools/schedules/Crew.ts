/** The replicas of one service, which start and end during a schedule. */
import { type ReplicaWithin, startReplica } from '#tools/sweep/Replica.ts'
import type { Scene } from '#tools/sweep/World.ts'
import type { Turns } from './Turns.ts'

interface Member extends ReplicaWithin {
  name: string
  isStalled: boolean
  /** Aborted with the replica. It cancels requests that wait for its answers. */
  readonly life: AbortController
}

/** A replica as partners see it. */
export interface Answering {
  readonly base: string
  /** Aborted when its connections are closed. */
  readonly ended: AbortSignal
}

export interface Crew {
  readonly members: () => ReadonlyArray<Member>
  readonly replicas: () => ReadonlyArray<Answering>
  /** Renames all members and restarts their step counters, so that a schedule does not depend on earlier ones. */
  readonly begin: () => void
  /** Kills a member now. Another replaces it once started. */
  readonly replace: (member: Member) => void
  /** Waits for members that are starting, and makes all of them work. */
  readonly heal: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const startCrew = async (scene: Scene, turns: Turns, size: number): Promise<Crew> => {
  let members: ReadonlyArray<Member> = []
  let starting: Promise<void> = Promise.resolve()
  let started = 0

  const join = async (): Promise<void> => {
    started += 1
    const named = { name: `replica ${started}` }
    const replica = await startReplica({ ...scene.around, turn: turns.of(() => named.name) }, false)
    replica.gate.count()
    members = [...members, Object.assign(named, { ...replica, isStalled: false, life: new AbortController() })]
  }
  await Promise.all(Array.from({ length: size }, join))

  return {
    members: () => members,
    replicas: () => members.map(({ base, life }) => ({ base, ended: life.signal })),
    begin: () => {
      started = members.length
      for (const [index, member] of members.entries()) {
        member.name = `replica ${index + 1}`
        member.gate.count()
      }
    },
    replace: (member) => {
      members = members.filter((other) => other !== member)
      member.kill()
      member.life.abort()
      turns.forget(member.name)
      starting = starting.then(join)
    },
    heal: async () => {
      await starting
      for (const member of members) {
        member.setBehind(0)
        member.resume()
        member.isStalled = false
      }
      // Live replicas renew their lease at once.
      await scene.ask("UPDATE replicas SET lease_until = '-infinity'")
    },
    stop: async () => {
      await Promise.all(members.map(({ stop }) => stop()))
    },
  }
}
