import { Command } from 'effect/cli'
import { accounts } from './Accounts.ts'
import { apiKeys } from './ApiKeys.ts'
import { audit } from './Audit.ts'
import { deliveries } from './Deliveries.ts'
import { doctor } from './Doctor.ts'
import { lists } from './Lists.ts'
import { Json } from './Output.ts'
import { Actor, Reason } from './Recording.ts'
import { recover } from './Recover.ts'
import { signingSecrets } from './SigningSecrets.ts'
import { sources } from './Sources.ts'
import { subject } from './Subject.ts'
import { transfers } from './Transfers.ts'
import { keys, ledger, migrate, retention } from './Upkeep.ts'
import { verifications } from './Verifications.ts'

/** The whole command. */
export const cotejo = Command.make('cotejo').pipe(
  Command.withDescription("The operator's command. It reads the same settings as the server."),
  Command.withSubcommands([
    migrate,
    doctor,
    accounts,
    apiKeys,
    signingSecrets,
    verifications,
    subject,
    deliveries,
    transfers,
    lists,
    sources,
    ledger,
    recover,
    keys,
    retention,
    audit,
  ]),
  Command.withGlobalFlags([Json, Actor, Reason]),
)
