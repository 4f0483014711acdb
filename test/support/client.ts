import { onTestFinished } from 'vitest'
import { type Clock, Cotejo, type CotejoOptions, type PeticionDeVerificacion } from '#client/Client.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import { type ScriptedService, type Step, scriptedService } from './scriptedService.ts'

export const apiKey = 'avs_test_una-llave-que-no-debe-verse'

/** A clock whose waits take no time, and what was waited. */
const hurriedClock = (): Clock & { readonly slept: ReadonlyArray<number> } => {
  const slept: Array<number> = []
  return {
    slept,
    now: () => slept.reduce((sum, ms) => sum + ms, 0),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      slept.push(ms)
    },
  }
}

export const peticionOf = (solicitud_id = 'sol-0001'): PeticionDeVerificacion => ({
  ...sampleRequest(solicitud_id),
  consentimiento: { ...sampleRequest(solicitud_id).consentimiento, otorgado: true },
})

interface ScriptedClient {
  readonly cotejo: Cotejo
  readonly service: ScriptedService
  readonly slept: ReadonlyArray<number>
}

/** A client of a service that does these steps in turn. It waits for nothing. */
export const scriptedClient = async (
  steps: ReadonlyArray<Step>,
  options: Partial<CotejoOptions> = {},
): Promise<ScriptedClient> => {
  const service = await scriptedService(...steps)
  onTestFinished(service.stop)
  const clock = hurriedClock()
  return { cotejo: new Cotejo({ baseUrl: service.base, apiKey, ...options }, clock), service, slept: clock.slept }
}

/** What the promise is rejected with. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`it was fulfilled with ${JSON.stringify(value)}`)),
    (failure: unknown) => failure,
  )
