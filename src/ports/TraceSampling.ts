import { Context } from 'effect'

/** The part of traces that is recorded, from 0 to 1, if the client did not decide about sampling. */
export const TraceSampling = Context.Reference<number>('cotejo/ports/TraceSampling', { defaultValue: () => 1 })
