import { Command } from 'effect/cli'

/**
 * Each group of commands by its first word: what it is about, and what loads it without any other. What a group needs
 * (the processor's client, readers of lists) takes longer to load than most commands take to run.
 */
const groups = {
  migrate: {
    description: 'Bring the database to the revision of this program',
    load: async () => (await import('./Upkeep.ts')).migrate,
  },
  doctor: {
    description:
      'Check all that an installation needs, without changing it, with the settings of a replica. Exits with 1 if a check fails, and with 2 if there are only warnings',
    load: async () => (await import('./Doctor.ts')).doctor,
  },
  accounts: {
    description: 'Partners, their prices, limits and balances',
    load: async () => (await import('./Accounts.ts')).accounts,
  },
  'api-keys': {
    description: 'Keys with which partners call',
    load: async () => (await import('./ApiKeys.ts')).apiKeys,
  },
  'signing-secrets': {
    description: 'Secrets with which webhooks are signed',
    load: async () => (await import('./SigningSecrets.ts')).signingSecrets,
  },
  verifications: {
    description: 'Verifications, without anything of the applicant',
    load: async () => (await import('./Verifications.ts')).verifications,
  },
  subject: {
    description: 'What a person may ask for: to have what is kept, or to have it removed',
    load: async () => (await import('./Subject.ts')).subject,
  },
  deliveries: {
    description: 'Webhooks and the attempts at them',
    load: async () => (await import('./Deliveries.ts')).deliveries,
  },
  transfers: {
    description: 'What emitted verifications of mode connect transfer',
    load: async () => (await import('./Transfers.ts')).transfers,
  },
  lists: {
    description: 'Lists that people are screened against: sanctions, exposed persons, watch lists, 69-B',
    load: async () => (await import('./Lists.ts')).lists,
  },
  sources: {
    description: 'Providers of the sources identidad and judicial',
    load: async () => (await import('./Sources.ts')).sources,
  },
  ledger: {
    description: 'The books',
    load: async () => (await import('./Upkeep.ts')).ledger,
  },
  recover: {
    description:
      'After a backup was restored: let work stand still until the books are compared with what the processor has made since',
    load: async () => (await import('./Recover.ts')).recover,
  },
  keys: {
    description: 'Keys that encrypt what is kept in the database',
    load: async () => (await import('./Upkeep.ts')).keys,
  },
  retention: {
    description: 'What is kept, and for how long',
    load: async () => (await import('./Upkeep.ts')).retention,
  },
  audit: {
    description: 'The record of every use of power',
    load: async () => (await import('./Audit.ts')).audit,
  },
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
  const chosen = words === null || words.includes('--completions') ? all : all.filter(([name]) => words.includes(name))
  return chosen.length === 0
    ? all.map(([name, { description }]) => named(name, description))
    : Promise.all(
        chosen.map(async ([, { description, load }]) => (await load()).pipe(Command.withDescription(description))),
      )
}
