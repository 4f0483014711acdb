/** Documents of emitted verifications, sealed like the service's. */
import { Duration } from 'effect'
import { documentContext } from '#adapters/postgres/rows/Rows.ts'
import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { meaningsOf } from '#domain/evidence/Lawsuits.ts'
import { type Final, reduceAll, type Verification } from '#domain/verification/Verification.ts'
import { consulted, unavailable } from '#tools/service/arbitraryEvidence.ts'
import { after, answered, answersIn, begun, verificationIn } from '#tools/service/verifications.ts'
import { encodeDocument } from '#wire/EncodeDocument.ts'
import { render } from '#wire/render.ts'
import { keyOfToday } from './keyOfToday.ts'

/** The end of a verification with these answers; null if it has none. */
export const endOf = ({ identidad, listas, judicial }: (typeof scenarios)[number]): Final | null => {
  const evidence = {
    identidad: identidad === 'falla' ? unavailable : consulted(identidad),
    listas: consulted(listas),
    judicial: consulted({ juicios: meaningsOf(judicial.juicios, after(0)) }),
  }
  const events = answersIn(evidence).map((answer) => answered(answer, after(150)))
  const state = reduceAll(begun, events)
  return state._tag === 'en_proceso' ? null : state
}

/** The end of each scenario of the sandbox. */
export const ends: ReadonlyArray<Final> = scenarios.flatMap((scenario) => endOf(scenario) ?? [])

/** The document of a verification with this end. */
export const documentOf = (state: Final, changes: Partial<Verification> = {}): Uint8Array =>
  encodeDocument(render(verificationIn(state, changes), { environment: 'sandbox', validity: Duration.days(30) }))

export interface Sealing {
  /** The name of the key. */
  readonly key: string
  readonly seal: (accountId: string, verificationId: string, document: Uint8Array) => Uint8Array
}

export const sealing = async (url: string, sealingKey: Uint8Array): Promise<Sealing> => {
  const { name, seal } = await keyOfToday(url, sealingKey, 'record')
  return {
    key: name,
    seal: (accountId, verificationId, document) => seal(document, documentContext(accountId, verificationId)),
  }
}
