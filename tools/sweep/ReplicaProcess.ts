/** A replica of the service in its own process, with all connections except those to its sources through a gate. */
import { once } from 'node:events'
import * as Processes from '#tools/machine/replicaProcess.ts'
import { makeWays, type Start } from './Replica.ts'

export const startReplicaProcess: Start = async (around, isStandby) => {
  const { gate, environment, receiverPort } = await makeWays(around)
  const changes = { RECEIVER_PORT: String(receiverPort), ...(isStandby ? { STANDBY: 'yes' } : {}) }
  const replica = await Processes.startReplica({ ...environment, ...changes }, 'tools/sweep/replicaProgram.ts')
  const { process: child, base } = replica
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    base,
    gate,
    takeUpWork: () => void child.kill('SIGUSR2'),
    kill: () => {
      void end('SIGKILL')
      gate.kill()
    },
    stall: () => {
      gate.stall()
      child.kill('SIGSTOP')
    },
    resume: () => {
      child.kill('SIGCONT')
      gate.resume()
    },
    stop: async () => {
      await end('SIGTERM')
      gate.kill()
    },
  }
}
