import { type DateTime, Predicate } from 'effect'
import { scenarios } from '#adapters/sources/sandbox/Scenarios.ts'
import { isMasked, maskedBody } from '#simulator/http/Masking.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { sampleRequest } from '#simulator/samples/SampleRequest.ts'
import * as Samples from '#wire/Samples.ts'

type Body = Readonly<Record<string, unknown>>

/** Where verifications are asked for, over whichever channel that was. */
export const creation = '/v1/verificaciones'

export const changing = ['POST', 'PATCH', 'DELETE'] as const
export type Method = (typeof changing)[number]

/** Whether a method changes something. */
export const isChange = (method: string): method is Method => changing.some((one) => one === method)

/** One request that changed a world. It contains no personal data. */
export interface Step {
  /** In simulated time. */
  readonly at: DateTime.Utc
  readonly method: Method
  /** `creation`, or the path of a lever, such as `/fuentes`. */
  readonly path: string
  /** Who asked; null of a lever. */
  readonly account: string | null
  readonly body: Body
  readonly status: number
  /** The identifiers in the answer, by their names there. */
  readonly identifiers: Readonly<Record<string, string>>
}

const firstYear = 50
const years = 50
const days = 28
const months = 12

/** The sandbox CURP that replaces the person of this number, with the same scenario. */
export const standIn = (curp: string, number: number): string => {
  const prefix = scenarios.find((one) => one.prefix !== null && curp.startsWith(one.prefix))?.prefix ?? null
  const month = 1 + (Math.floor(number / (years * days)) % months)
  const day = 1 + (Math.floor(number / years) % days)
  const monthAndDay = [month, day].map((part) => String(part).padStart(2, '0')).join('')
  return sampleCurp(prefix, firstYear + (number % years), monthAndDay)
}

/** The same text for the same text, made from the number of texts before. */
type InPlaceOf = (text: string, made: (number: number) => string) => string

const textIn = (object: unknown, name: string): string | null => {
  const value: unknown = Predicate.isObject(object) ? Reflect.get(object, name) : null
  return Predicate.isString(value) ? value : null
}

const personIn = (curp: string, inPlaceOf: InPlaceOf): string => inPlaceOf(curp, (number) => standIn(curp, number))

/** What is left where all that is masked is taken out. */
const unmasked = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name, value]) => !isMasked(name) && !isMasked(value))
      .map(([name, value]) => [name, Predicate.isObject(value) ? unmasked(Object(value)) : value]),
  )

/**
 * The body of a request for a verification that was accepted, or refused from step 16 on: with a sandbox person, and
 * numbered texts in place of those of the consent.
 */
export const requested = (body: Body, isAccepted: boolean, inPlaceOf: InPlaceOf): Body => {
  const { solicitante } = body
  const isNamed = textIn(solicitante, 'nombre') !== null
  const open = unmasked(maskedBody(body, isAccepted))
  const consented = (['version_aviso', 'evidencia_id'] as const).map((name) => {
    const written = textIn(body['consentimiento'], name) ?? ''
    return [name, inPlaceOf(`${name} ${written}`, (number) => `texto-${number}`)]
  })
  return {
    ...open,
    consentimiento: {
      ...sampleRequest('').consentimiento,
      ...Object(open['consentimiento']),
      ...Object.fromEntries(consented),
    },
    solicitante: { curp: personIn(textIn(solicitante, 'curp') ?? '', inPlaceOf), ...(isNamed ? Samples.nombre : {}) },
  }
}

/** The body of a lever, which speaks of a person by the CURP alone. */
export const pulled = (body: Body, inPlaceOf: InPlaceOf): Body => {
  const curp = textIn(body, 'curp')
  return curp === null ? body : { ...body, curp: personIn(curp, inPlaceOf) }
}

const identifierNames = ['verificacion_id', 'payment_intent_id', 'tenant', 'nombre'] as const

/** The identifiers that an answer gives. */
export const identifiersOf = (answer: unknown): Step['identifiers'] =>
  Object.fromEntries(
    identifierNames.flatMap((name) => {
      const value = textIn(answer, name)
      return value === null ? [] : [[name, value]]
    }),
  )
