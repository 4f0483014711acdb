/** Partners that behave correctly: they repeat the same request until it is answered 200. */

import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import type { Replica } from '#tools/machine/replicaProcess.ts'
import type { RunningProcessor } from '#tools/peers/payments.ts'
import { workerEnvironment } from '#tools/postgres/workers.ts'

export const accounts = 10
/** The time until everything is healed, in milliseconds. */
export const healed = 120_000

export interface Requested {
  readonly index: number
  readonly account: number
  readonly request: string
  /** Null in mode consumo. */
  readonly payment: string | null
}
export interface Created extends Requested {
  readonly id: string
}

const scenarios = ['LIMP', 'MARC', 'ROJF', 'ROJI', 'LERT', 'FALL', 'NOEX', 'GOMC']

/** Every second account is in mode connect. Each of its verifications has its own payment. */
export const modeOf = (index: number) => (index % 2 === 0 ? 'consumo' : 'connect')

/** The first letters of the CURP, which choose the scenario. */
export const scenarioOf = (index: number) => scenarios[Math.floor(index / accounts) % scenarios.length]

const bodyOf = (request: string, index: number, payment: string | null) => ({
  ...sampleRequest(request, scenarioOf(index)),
  ...(payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id: payment } }),
})

/** One attempt of a partner, in epoch milliseconds. */
export interface Try {
  readonly sent: number
  readonly answered: number
  /** Status and code, or a note that there was no answer. */
  readonly answer: string
}

/**
 * Requests one verification as a partner must: repeats the same request until it is answered 200.
 *
 * @param tries receives every attempt
 */
const insist = async (
  replicas: ReadonlyArray<Pick<Replica, 'base'>>,
  apiKeys: ReadonlyArray<string>,
  requested: Requested,
  tries: Array<Try> = [],
): Promise<Created> => {
  const { index, account, request: solicitud_id, payment } = requested
  const until = performance.now() + healed
  while (performance.now() < until) {
    const replica = replicas[Math.floor(Math.random() * replicas.length)]
    const sent = Date.now()
    const note = (answer: string) => tries.push({ sent, answered: Date.now(), answer })
    try {
      const response = await fetch(`${replica?.base}/v1/verificaciones`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKeys[account]}`,
          'idempotency-key': solicitud_id,
          'content-type': 'application/json',
        },
        body: JSON.stringify(bodyOf(solicitud_id, index, payment)),
      })
      const answer: { verificacion_id?: string; codigo?: string } = JSON.parse(await response.text())
      note(`${response.status} ${answer.codigo ?? ''}`.trim())
      if (response.status === 200) return { ...requested, id: answer.verificacion_id ?? '' }
      // A payment that could not be checked may be requested again.
      if (response.status < 500 && answer.codigo !== 'cobro_no_verificado')
        throw new Error(`${solicitud_id} was refused: ${answer.codigo}`, { cause: 'refused' })
    } catch (error) {
      if (error instanceof Error && error.cause === 'refused') throw error
      note(`no answer: ${error instanceof Error && error.cause instanceof Error ? error.cause.message : error}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${solicitud_id} was never answered`)
}

/** Requests one more verification, with its own payment if one is needed. */
export const request = async (
  replicas: ReadonlyArray<Pick<Replica, 'base'>>,
  apiKeys: ReadonlyArray<string>,
  index: number,
  pay: RunningProcessor['pay'],
  tries: Array<Try> = [],
): Promise<Created> => {
  const account = index % accounts
  const payment = modeOf(account) === 'connect' ? await pay(`account-${account}`, 1) : null
  return insist(replicas, apiKeys, { index, account, request: `sol-${index}`, payment }, tries)
}

/** The environment variables of replicas. */
export const environmentOf = (
  database: Parameters<typeof workerEnvironment>[0],
  receiverPort: number,
  processorAddress: string,
): Record<string, string> => ({
  ...workerEnvironment(database),
  RECEIVER_PORT: String(receiverPort),
  COTEJO_PROCESSOR_URL: processorAddress,
  COTEJO_LOG_LEVEL: 'Info',
})
