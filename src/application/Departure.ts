import { Context, Layer } from 'effect'

/**
 * Whether this replica is about to end. It goes on answering for a while and is not ready any more, so that
 * whoever spreads the traffic sends it elsewhere.
 */
export class Departure extends Context.Service<Departure, { begun: boolean }>()('cotejo/application/Departure') {
  static readonly layer = Layer.sync(Departure, () => Departure.of({ begun: false }))
}
