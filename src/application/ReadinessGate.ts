import { Context, Layer } from 'effect'

/**
 * Whether this replica is shutting down. It still answers for a while, but is not ready, so that load balancers send
 * requests elsewhere.
 */
export class ReadinessGate extends Context.Service<ReadinessGate, { isDraining: boolean }>()(
  'cotejo/application/ReadinessGate',
) {
  static readonly layer = Layer.sync(ReadinessGate, () => ReadinessGate.of({ isDraining: false }))
}
