import { createHash } from 'node:crypto'
import { toBase62 } from '#domain/helpers/Base62.ts'

/** What an account in mode `connect` reaches the simulated processor with. */
export interface Platform {
  /** The restricted key of the partner's platform, of test mode. */
  readonly restrictedKey: string
  /** The account on that platform that transfers go to. */
  readonly destination: string
}

const drawn = (text: string, length: number): string =>
  toBase62(BigInt(`0x${createHash('sha256').update(`cotejo simulator: ${text}`).digest('hex')}`), length)

/** The platform of an account, which its name always gives alike. */
export const platformOf = (tenant: string): Platform => ({
  restrictedKey: `rk_test_${drawn(`restricted key of ${tenant}`, 43)}`,
  destination: `acct_${drawn(`destination of ${tenant}`, 16)}`,
})
