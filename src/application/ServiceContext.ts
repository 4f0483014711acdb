import { Context, type Duration } from 'effect'
import type { Environment } from '#domain/account/ApiKey.ts'
import type { DeniedReceivers } from '#domain/delivery/WebhookUrl.ts'

/** Settings of the installation that use cases need. */
export class ServiceContext extends Context.Service<
  ServiceContext,
  {
    readonly environment: Environment
    /** How long a verification may stay `en_proceso`. */
    readonly timeBudget: Duration.Duration
    /** How long an emitted verification remains usable (`vigencia_hasta`). */
    readonly validity: Duration.Duration
    readonly deniedReceivers: DeniedReceivers
    /** Version of the package, for `_salud`. */
    readonly version: string
  }
>()('cotejo/application/ServiceContext') {}
