import { Context } from 'effect'

/** Multiplies every timeout for the database; above 1 on slow machines. */
export const TimeoutFactor = Context.Reference<number>('cotejo/adapters/postgres/TimeoutFactor', {
  defaultValue: () => 1,
})
