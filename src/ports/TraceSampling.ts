import { Context } from 'effect'

/** The part of traces, from 0 to 1, that is recorded of those on which their client did not decide. */
export const TraceSampling = Context.Reference<number>('cotejo/ports/TraceSampling', { defaultValue: () => 1 })
