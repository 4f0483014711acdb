import { Option } from 'effect'

/** The only currency of the service (contract 1.15). */
export const currency = 'MXN'

/** Pesos as on the wire: a number with at most two decimals. */
export const toPesos = (centavos: number): number => centavos / 100

/** The largest balance of an account, in centavos: 100,000 million pesos. The balances of 900 accounts add up exactly. */
export const largestBalance = 10_000_000_000_000

/**
 * An amount in pesos as whole centavos. None if it is negative, not finite, has more than two decimals, or is too large
 * for an exact number.
 */
export const toCentavos = (pesos: number): Option.Option<number> => {
  const centavos = Math.round(pesos * 100)
  return pesos >= 0 && Number.isSafeInteger(centavos) && centavos / 100 === pesos
    ? Option.some(centavos)
    : Option.none()
}
