/** A payment processor in this process, with platforms of some accounts, for programs outside the tests. */
import { Effect, Layer, ManagedRuntime } from 'effect'
import * as Identifiers from '#adapters/platform/Identifiers.ts'
import * as Time from '#adapters/platform/Time.ts'
import { platformOf } from '#simulator/processor/Platform.ts'
import { Processor } from '#simulator/processor/Processor.ts'

export const startProcessor = async (accounts: ReadonlyArray<string>) => {
  const runtime = ManagedRuntime.make(Processor.layer.pipe(Layer.provide([Time.layer, Identifiers.layer()])))
  const processor = await runtime.runPromise(Processor)
  for (const account of accounts) {
    const { restrictedKey, destination } = platformOf(account)
    await runtime.runPromise(processor.registerKey(restrictedKey, false, destination))
  }
  return {
    address: await runtime.runPromise(processor.address),
    /** Makes a confirmed payment on the platform of an account and returns its id. */
    pay: async (account: string, amountCentavos: number): Promise<string> => {
      const { destination } = platformOf(account)
      const paid = { destination, status: 'succeeded', currency: 'mxn', amountCentavos } as const
      return (await runtime.runPromise(processor.putPayment(paid))).id
    },
    transfers: () => Effect.runSync(processor.transfers),
    stop: () => runtime.dispose(),
  }
}

export type RunningProcessor = Awaited<ReturnType<typeof startProcessor>>
