import { Duration } from 'effect'
import { settingDigest } from '#adapters/postgres/connection/SharedSettings.ts'
import { type ListName, listNames } from '#domain/screening/ListEntry.ts'
import type { ServerSettings } from '#src/Config.ts'

type Given = Pick<
  ServerSettings,
  | 'retentionDays'
  | 'timeBudget'
  | 'validity'
  | 'listsMaxAge'
  | 'listsRequired'
  | 'processorUrl'
  | 'providers'
  | 'deniedReceivers'
>

/**
 * A value for each list. During an upgrade, a list that only one release knows makes no setting different, because
 * names that a replica does not publish do not count.
 */
const byList = (setting: string, valueOf: (list: ListName) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(listNames.map((list) => [`${setting} (${list})`, valueOf(list)]))

/**
 * The settings that must agree over all replicas, each as a digest of its value. Retention, answers, charges and
 * webhooks must not depend on which replica did the work.
 */
export const sharedSettings = (given: Given): Readonly<Record<string, string>> => {
  const { ports, networks, names } = given.deniedReceivers
  const values = {
    COTEJO_RETENTION_DAYS: given.retentionDays,
    COTEJO_TIME_BUDGET: Duration.toMillis(given.timeBudget),
    COTEJO_VALIDITY: Duration.toMillis(given.validity),
    ...byList('COTEJO_LISTS_MAX_AGE', (list) => Duration.toMillis(given.listsMaxAge(list))),
    ...byList('COTEJO_LISTS_REQUIRED', (list) => given.listsRequired.includes(list)),
    COTEJO_PROCESSOR_URL: given.processorUrl,
    COTEJO_IDENTITY_URL: given.providers?.identidad.url ?? null,
    COTEJO_JUDICIAL_URL: given.providers?.judicial.url ?? null,
    COTEJO_WEBHOOK_DENIED_PORTS: [...ports].toSorted(),
    COTEJO_WEBHOOK_DENIED_NETWORKS: networks
      .map(({ family, prefix, rest }) => `${family} ${prefix} ${rest}`)
      .toSorted(),
    COTEJO_WEBHOOK_DENIED_NAMES: names.toSorted(),
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, settingDigest(value)]))
}
