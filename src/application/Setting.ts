import type { Duration } from 'effect'
import { Context } from 'effect'
import type { Environment } from '#domain/account/ApiKey.ts'

/** What every use case has to know of where it runs. */
export class Setting extends Context.Service<
  Setting,
  {
    readonly environment: Environment
    /** How long a verification may stay `en_proceso`. */
    readonly timeBudget: Duration.Duration
    /** How long an emitted verification remains usable (`vigencia_hasta`). */
    readonly validity: Duration.Duration
    /** Ports above 1023 to which no webhook goes (contract 4.20). */
    readonly webhookDeniedPorts: ReadonlySet<number>
    /** Version of the package, for `_salud`. */
    readonly version: string
  }
>()('cotejo/application/Setting') {}
