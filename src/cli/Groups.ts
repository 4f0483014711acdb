/**
 * What loads each group of commands, by its first word, without any other: what a group needs (the processor's client,
 * readers of lists) takes longer to load than most commands take to run.
 */
const groups = {
  migrate: async () => (await import('./Upkeep.ts')).migrate,
  doctor: async () => (await import('./Doctor.ts')).doctor,
  accounts: async () => (await import('./Accounts.ts')).accounts,
  'api-keys': async () => (await import('./ApiKeys.ts')).apiKeys,
  'signing-secrets': async () => (await import('./SigningSecrets.ts')).signingSecrets,
  verifications: async () => (await import('./Verifications.ts')).verifications,
  subject: async () => (await import('./Subject.ts')).subject,
  deliveries: async () => (await import('./Deliveries.ts')).deliveries,
  transfers: async () => (await import('./Transfers.ts')).transfers,
  lists: async () => (await import('./Lists.ts')).lists,
  sources: async () => (await import('./Sources.ts')).sources,
  ledger: async () => (await import('./Upkeep.ts')).ledger,
  recover: async () => (await import('./Recover.ts')).recover,
  keys: async () => (await import('./Upkeep.ts')).keys,
  retention: async () => (await import('./Upkeep.ts')).retention,
  audit: async () => (await import('./Audit.ts')).audit,
}

/**
 * The groups that a command line may be of: one, or where it does not begin with the name of one, all.
 *
 * @param words the command line, without the name of the program
 */
export const groupsOf = ([word = '']: ReadonlyArray<string>) => {
  const named = Object.entries(groups).flatMap(([name, load]) => (name === word ? [load] : []))
  const chosen = named.length === 0 ? Object.values(groups) : named
  return Promise.all(chosen.map((load) => load()))
}
