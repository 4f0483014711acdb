import { Schema } from 'effect'

/** A process must not work with its database. A replica exits, a command refuses, and `cotejo doctor` reports it. */
export class ProcessRefused extends Schema.TaggedError<ProcessRefused>()('ProcessRefused', {
  kind: Schema.Literals(['environment', 'keys', 'pooler', 'role', 'schema']),
  found: Schema.String,
  action: Schema.String,
}) {
  override get message() {
    return `${this.found}. ${this.action}`
  }
}
