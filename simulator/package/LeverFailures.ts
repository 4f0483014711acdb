import { LeverError } from './SimulatorClient.ts'

/** Why a simulator does not do what it was asked. */
export const reasonOf = (failure: unknown, url: string): string => {
  if (failure instanceof LeverError) return failure.message
  // What `fetch` says of an address where nobody listens, and of one that is none.
  if (failure instanceof TypeError) return `Nadie contesta en ${url}.`
  if (failure instanceof SyntaxError) return `Lo que contesta en ${url} no es un simulador.`
  return String(failure)
}
