/** Partners as they should be: the same request again until it is answered 200. */

import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import type { Replica } from '#tools/machine/replicaProcess.ts'
import type { RunningProcessor } from '#tools/peers/payments.ts'
import { workerEnvironment } from '#tools/postgres/workers.ts'

export const accounts = 10
/** Until everything is healed, milliseconds. */
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

/** Every second account is in mode connect; each of its verifications has a payment of its own. */
export const modeOf = (index: number) => (index % 2 === 0 ? 'consumo' : 'connect')

/** The beginning of the CURP, which says what the sources find. */
export const scenarioOf = (index: number) => scenarios[Math.floor(index / accounts) % scenarios.length]

const bodyOf = (request: string, index: number, payment: string | null) => ({
  ...sampleRequest(request, scenarioOf(index)),
  ...(payment === null ? {} : { cobro: { modo: 'connect', payment_intent_id: payment } }),
})

/** One try of a partner's, by epoch milliseconds. */
export interface Try {
  readonly sent: number
  readonly answered: number
  /** Status and code, or that there was no answer. */
  readonly answer: string
}

/**
 * Requests one verification as a partner should: the same request again until it is answered 200.
 *
 * @param tries gets every try
 */
const insist = async (
  replicas: ReadonlyArray<Replica>,
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
      // A payment that could not be asked for may be asked for again.
      if (response.status < 500 && answer.codigo !== 'cobro_no_verificado')
        throw new Error(`${solicitud_id} was refused: ${answer.codigo}`, { cause: 'refused' })
    } catch (error) {
      if (error instanceof Error && error.cause === 'refused') throw error
      note('no answer')
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${solicitud_id} was never answered`)
}

/** Requests one more verification, with a payment of its own where there must be one. */
export const request = async (
  replicas: ReadonlyArray<Replica>,
  apiKeys: ReadonlyArray<string>,
  index: number,
  pay: RunningProcessor['pay'],
  tries: Array<Try> = [],
): Promise<Created> => {
  const account = index % accounts
  const payment = modeOf(account) === 'connect' ? await pay(`account-${account}`, 1) : null
  return insist(replicas, apiKeys, { index, account, request: `sol-${index}`, payment }, tries)
}

/** What replicas are started with. */
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
