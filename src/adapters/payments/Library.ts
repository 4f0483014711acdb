import { Effect } from 'effect'
import type Stripe from 'stripe'

export type Library = typeof Stripe

/**
 * The processor's library, loaded at its first use. Loading takes a tenth of a second, which a start without payments
 * should not spend.
 */
export const library: Effect.Effect<Library> = Effect.promise(async () => (await import('stripe')).default)
