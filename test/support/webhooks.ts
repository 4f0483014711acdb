import { Schema } from 'effect'
import { expect } from 'vitest'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import type { Sandbox } from '#tools/service/sandbox.ts'
import { verificationOf } from './documents.ts'

const Entregas = Schema.Struct({
  entregas: Schema.Array(
    Schema.Struct({
      event_id: Schema.String,
      verificacion_id: Schema.NullOr(Schema.String),
      url: Schema.String,
      intento: Schema.Int,
      recibido_en: Schema.String,
      encabezados: Schema.Record(Schema.String, Schema.String),
      cuerpo: Schema.String,
      estatus: Schema.NullOr(Schema.Int),
    }),
  ),
})
const Cuentas = Schema.Struct({
  cuentas: Schema.Array(Schema.Struct({ tenant: Schema.String, secreto_firma: Schema.String })),
})
const decodeInbox = Schema.decodeUnknownSync(Entregas, { onExcessProperty: 'error' })
const decodeAccounts = Schema.decodeUnknownSync(Cuentas)

/** Every attempt that arrived, or those of one verification; fails when the answer is not of the contract. */
export const inboxOf = async (sandbox: Sandbox, id: string | null = null) => {
  const query = id === null ? '' : `?verificacion_id=${id}`
  return decodeInbox((await sandbox.call('GET', `/_simulador/webhooks${query}`)).body).entregas
}

/** Tells the receiver behind a URL what to answer. */
export const scriptReceiver = async (
  sandbox: Sandbox,
  url: string,
  estatus: ReadonlyArray<number>,
  demora_ms = 0,
): Promise<void> => {
  const script = { url, estatus, demora_ms }
  const { status, body } = await sandbox.call('POST', '/_simulador/webhooks/respuestas', { body: script })
  expect({ status, body }, 'the receiver is scripted').toEqual({ status: 200, body: script })
}

let receivers = 0
/** The URL of a receiver that nobody else has. */
const newUrl = (): string => {
  receivers += 1
  return `https://partner-${receivers}.example.com/webhooks/avs?v=1`
}

/** A verification under way, of an account of its own, with a receiver of its own where no URL is given. */
export const underWay = async (sandbox: Sandbox, prefix = 'LIMP', url = newUrl()) => {
  const { llave, tenant } = await sandbox.account()
  const { cuentas } = decodeAccounts((await sandbox.call('GET', '/_simulador/cuentas')).body)
  const answer = await sandbox.create(llave, { webhook_url: url, solicitante: { curp: sampleCurp(prefix) } })
  return {
    tenant,
    llave,
    /** The account's signing secret. */
    secret: cuentas.find((one) => one.tenant === tenant)?.secreto_firma ?? '',
    url,
    id: verificationOf(answer).verificacion_id,
  }
}

/** Seconds in which a verification is surely emitted. */
export const untilEmitted = 240
