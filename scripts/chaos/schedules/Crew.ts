/** Replicas of one service, that come and go while turns are given. */
import { type ReplicaWithin, startReplica } from '#scripts/chaos/sweep/Replica.ts'
import type { Scene } from '#scripts/chaos/sweep/World.ts'
import type { Turns } from './Turns.ts'

interface Member extends ReplicaWithin {
  readonly name: string
  isStalled: boolean
}

export interface Crew {
  readonly members: () => ReadonlyArray<Member>
  readonly bases: () => ReadonlyArray<string>
  /** Ends a member at this instant; another takes its place when it has started. */
  readonly replace: (member: Member) => void
  /** Waits for those that start, and has everybody work. */
  readonly heal: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const startCrew = async (scene: Scene, turns: Turns, size: number): Promise<Crew> => {
  let members: ReadonlyArray<Member> = []
  let starting: Promise<void> = Promise.resolve()
  let started = 0

  const join = async (): Promise<void> => {
    started += 1
    const name = `replica ${started}`
    const replica = await startReplica({ ...scene.around, turn: turns.of(name) }, false)
    replica.gate.count()
    members = [...members, { ...replica, name, isStalled: false }].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }
  await Promise.all(Array.from({ length: size }, join))

  return {
    members: () => members,
    bases: () => members.map(({ base }) => base),
    replace: (member) => {
      members = members.filter((other) => other !== member)
      member.kill()
      turns.forget(member.name)
      starting = starting.then(join)
    },
    heal: async () => {
      await starting
      for (const member of members) {
        member.setBehind(0)
        member.resume()
      }
      // Whoever lives renews its lease at once.
      await scene.ask('UPDATE nodes SET lease_until = now()')
    },
    stop: async () => {
      await Promise.all(members.map(({ stop }) => stop()))
    },
  }
}
