import { LeverError } from './SimulatorClient.ts'

/** Why a simulator does not do what it was asked. */
export const reasonOf = (failure: unknown, url: string): string => {
  if (failure instanceof LeverError) return failure.message
  // `fetch` throws this if the server does not answer, and if the address is not valid.
  if (failure instanceof TypeError) return `Nadie contesta en ${url}. Con --url se da otra dirección.`
  if (failure instanceof SyntaxError) return `Lo que contesta en ${url} no es un simulador.`
  return String(failure)
}
