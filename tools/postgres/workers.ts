/** Replicas that work on a benchmark's database. */
import type { BenchDatabase } from './benchDatabase.ts'

export const workerEnvironment = ({
  url,
  digestKey,
  sealingKeys,
}: Pick<BenchDatabase, 'url' | 'digestKey' | 'sealingKeys'>): Record<string, string> => ({
  DATABASE_URL: url,
  COTEJO_ENVIRONMENT: 'sandbox',
  COTEJO_DIGEST_KEY: digestKey,
  COTEJO_SEALING_KEYS: sealingKeys,
  COTEJO_PORT: '0',
  COTEJO_METRICS_PORT: '0',
})

/** The command that starts a replica whose sources answer at once. */
export const workerOf = (database: BenchDatabase, settings: Record<string, string>) =>
  [{ ...workerEnvironment(database), ...settings }, 'scripts/bench/servers/worker.ts'] as const
