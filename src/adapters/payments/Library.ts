import { Effect } from 'effect'
import type Stripe from 'stripe'

export type Library = typeof Stripe

/**
 * The processor's library, loaded when it is first used: that takes a tenth of a second, which who has no payments
 * would lose at each start.
 */
export const library: Effect.Effect<Library> = Effect.promise(async () => (await import('stripe')).default)
