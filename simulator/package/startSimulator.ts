import { randomBytes } from 'node:crypto'
import { Layer, Logger, ManagedRuntime } from 'effect'
import { HttpServer } from 'effect/http'
import { passProxyForLoopback } from '#simulator/http/LoopbackPastProxy.ts'
import { simulator } from '#simulator/Simulator.ts'
import { patientWaits } from '#simulator/Waits.ts'
import './OlderNode.ts'
import type { StartSimulator } from './Api.ts'
import { SimulatorClient } from './SimulatorClient.ts'

// biome-ignore lint/performance/noBarrelFile: what is installed has one entry.
export { LeverError, World } from './SimulatorClient.ts'
export { SimulatorClient }

/** Starts a simulator on loopback, in this process, in memory, without a word. */
export const startSimulator: StartSimulator = async ({ port = 0, speed = 60 } = {}) => {
  passProxyForLoopback()
  const settings = {
    port,
    speed,
    host: '127.0.0.1',
    storage: 'memory',
    data: '',
    sources: 'fixtures' as const,
    seed: randomBytes(4).toString('hex'),
    forwardWebhooks: null,
    allowDestination: null,
    exposeLevers: false,
    hostName: null,
  }
  const runtime = ManagedRuntime.make(Layer.provide(simulator(settings), [Logger.layer([]), patientWaits]))
  const { address } = await runtime.runPromise(HttpServer.HttpServer)
  const client = new SimulatorClient(HttpServer.formatAddress(address))
  const close = () => runtime.dispose()
  return { url: client.url, world: (world) => client.world(world), close, [Symbol.asyncDispose]: close }
}
