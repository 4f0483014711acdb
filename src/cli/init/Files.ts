import type { Plan } from './Plan.ts'

const line = (name: string, value: string | null): ReadonlyArray<string> => (value === null ? [] : [`${name}=${value}`])

/** Settings that replicas and commands share. Each of them adds the files of its own secrets. */
export const settingsFile = (plan: Plan): string =>
  [
    `COTEJO_ENVIRONMENT=${plan.environment}`,
    ...line('COTEJO_IDENTITY_URL', plan.identityUrl),
    ...line('COTEJO_JUDICIAL_URL', plan.judicialUrl),
    ...line('COTEJO_PROCESSOR_URL', plan.processorUrl),
    ...line('COTEJO_DATABASE_CA_FILE', plan.databaseAuthority && `${plan.directory}/database_ca.pem`),
    '',
  ].join('\n')

/** Runs the operator's command with the settings and the secrets of the installation. */
export const commandFile = ({ database }: Plan): string =>
  database === null
    ? `#!/bin/sh
# The operator's command, for this installation: ./cotejo accounts list
exec docker compose --project-directory "$(dirname "$0")" run --rm operator "$@"
`
    : `#!/bin/sh
# The operator's command, for this installation: ./cotejo accounts list
directory=$(cd "$(dirname "$0")" && pwd)
role=operator
[ "\${1-}" != migrate ] || role=migrate
set -a
. "$directory/settings.env"
DATABASE_URL_FILE=$directory/secrets/database_$role
COTEJO_DIGEST_KEY_FILE=$directory/secrets/digest_key
COTEJO_SEALING_KEYS_FILE=$directory/secrets/sealing_keys
if [ -e "$directory/secrets/identity_key" ]; then
  COTEJO_IDENTITY_KEY_FILE=$directory/secrets/identity_key
  COTEJO_JUDICIAL_KEY_FILE=$directory/secrets/judicial_key
fi
exec cotejo "$@"
`
