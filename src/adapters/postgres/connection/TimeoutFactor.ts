import { Context } from 'effect'

/** How many times the usual everything waits for the database; more than once where the machine is slow. */
export const TimeoutFactor = Context.Reference<number>('cotejo/adapters/postgres/TimeoutFactor', {
  defaultValue: () => 1,
})
