import { Command } from 'effect/cli'
import { Json, Wide } from './Output.ts'
import { Actor, Reason } from './Recording.ts'

/** A group, which has its description before it is loaded. */
const group = <Name extends string, Input, ContextInput, E, R>(
  description: string,
  load: () => Promise<Command.Command<Name, Input, ContextInput, E, R>>,
) => ({ description, load: async () => Command.withDescription(await load(), description) })

/**
 * Each group of commands by its first word: its subject, and a function that loads only this group. The dependencies of a
 * group (the processor's client, readers of lists) take longer to load than most commands take to run.
 */
const groups = {
  init: group(
    'Write the settings, secrets and units of a new installation, or verify one',
    async () => (await import('./Init.ts')).init,
  ),
  migrate: group(
    'Migrate the database to the schema of this release',
    async () => (await import('./Upkeep.ts')).migrate,
  ),
  doctor: group(
    'Check all that an installation needs, without changing it, with the settings of a replica. Exits with 1 if a check fails, and with 2 if there are only warnings',
    async () => (await import('./Doctor.ts')).doctor,
  ),
  replicas: group(
    'List replicas: version, roles, start, last heartbeat, and claimed work',
    async () => (await import('./Replicas.ts')).replicas,
  ),
  accounts: group('Partners, their prices, limits and balances', async () => (await import('./Accounts.ts')).accounts),
  cells: group('The cells of an installation of several', async () => (await import('./Cells.ts')).cells),
  'api-keys': group('Keys with which partners call', async () => (await import('./ApiKeys.ts')).apiKeys),
  'signing-secrets': group(
    'Secrets with which webhooks are signed',
    async () => (await import('./SigningSecrets.ts')).signingSecrets,
  ),
  verifications: group(
    'Verifications, without anything of the applicant',
    async () => (await import('./Verifications.ts')).verifications,
  ),
  subject: group(
    "Requests of an applicant: export what is kept, clear what is another person's",
    async () => (await import('./Subject.ts')).subject,
  ),
  deliveries: group('Webhooks and the attempts at them', async () => (await import('./Deliveries.ts')).deliveries),
  transfers: group(
    'What emitted verifications of mode connect transfer',
    async () => (await import('./Transfers.ts')).transfers,
  ),
  lists: group(
    'Lists that people are screened against: sanctions, exposed persons, watch lists, 69-B',
    async () => (await import('./Lists.ts')).lists,
  ),
  sources: group('Providers of the sources identidad and judicial', async () => (await import('./Sources.ts')).sources),
  ledger: group('The books', async () => (await import('./Upkeep.ts')).ledger),
  recover: group(
    'After a restore: pause all work until the ledger is reconciled with the processor',
    async () => (await import('./Recover.ts')).recover,
  ),
  keys: group('Keys that encrypt what is kept in the database', async () => (await import('./Upkeep.ts')).keys),
  retention: group('What is kept, and for how long', async () => (await import('./Upkeep.ts')).retention),
  audit: group('The record of every use of power', async () => (await import('./Audit.ts')).audit),
}

/** A group as a list of commands shows it: by name and description, and with no command. */
const named = (name: string, description: string) => Command.make(name).pipe(Command.withDescription(description))

/**
 * The groups that a command line may need: those that it names; where it names none, all of them by name alone.
 *
 * @param words the command line, without the name of the program; null for every group as a whole
 */
export const groupsOf = (words: ReadonlyArray<string> | null) => {
  const all = Object.entries(groups)
  const chosen =
    words === null || words.some((word) => word.startsWith('--completions'))
      ? all
      : all.filter(([name]) => words.includes(name))
  return chosen.length === 0
    ? all.map(([name, { description }]) => named(name, description))
    : Promise.all(chosen.map(([, { load }]) => load()))
}

/**
 * The command, as far as a command line may need it.
 *
 * @param words the command line, without the name of the program; null for the whole command
 */
export const cotejo = async (words: ReadonlyArray<string> | null = null) =>
  Command.make('cotejo').pipe(
    Command.withDescription("The operator's command. It reads the same settings as the server."),
    Command.withSubcommands(await groupsOf(words)),
    Command.withGlobalFlags([Json, Wide, Actor, Reason]),
  )
