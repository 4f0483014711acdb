import { Schema } from 'effect'

/** A process must not work with its database. A replica ends with it, a command refuses, and `cotejo doctor` tells it. */
export class ProcessRefused extends Schema.TaggedError<ProcessRefused>()('ProcessRefused', {
  kind: Schema.Literals(['environment', 'keys', 'pooler', 'role', 'schema']),
  found: Schema.String,
  /** What to do. */
  action: Schema.String,
}) {
  override get message() {
    return `${this.found}. ${this.action}`
  }
}
