import { dirname } from 'node:path'
import { type Plan, type Role, secretSettings } from './Plan.ts'

const line = (name: string, value: string | null): ReadonlyArray<string> => (value === null ? [] : [`${name}=${value}`])

/** Settings that replicas and commands share. Each of them adds the files of its own secrets. */
export const settingsFile = (plan: Plan): string =>
  [
    `COTEJO_ENVIRONMENT=${plan.environment}`,
    ...line('COTEJO_IDENTITY_URL', plan.identityUrl),
    ...line('COTEJO_JUDICIAL_URL', plan.judicialUrl),
    ...line('COTEJO_DATABASE_CA_FILE', plan.databaseAuthority && `${plan.directory}/database_ca.pem`),
    '',
  ].join('\n')

/** The directory of the Node that runs now, if its path needs no quotes: another Node may come first on the machine. */
export const nodeDirectory: string | null = /^[\w./@-]+$/.test(process.execPath) ? dirname(process.execPath) : null

const secretsOf = (plan: Plan, role: Role): string =>
  secretSettings(plan, role)
    .map(([setting, file]) => `${setting}=$directory/secrets/${file}`)
    .join('\n  ')

const start = `directory=$(cd "$(dirname "$0")" && pwd)
PATH=${nodeDirectory === null ? '' : `${nodeDirectory}:`}$PATH:/usr/local/bin
set -a
. "$directory/settings.env"`

/** Shell: the words without flags, as ` migrate ` of `cotejo --actor ana migrate`. */
const words = `words=' ' flag=
for word; do
  case $flag in --actor | --reason) flag=; continue ;; esac
  case $word in -*) flag=$word ;; *) flag= words="$words$word " ;; esac
done`

const command = (plan: Plan): string => `#!/bin/sh
# The operator's command with the settings of this installation: ./cotejo accounts list
${start}
${words}
case $words in ' migrate '*)
  ${secretsOf(plan, 'migrate')}
  ;;
*)
  ${secretsOf(plan, 'operator')}
  ;;
esac
# A move needs the keys, and the rights of the owner.
case $words in ' accounts move '*) DATABASE_URL_FILE=$directory/secrets/database_migrate ;; esac
exec cotejo "$@"
`

const server = (plan: Plan): string => `#!/bin/sh
# Replica number N (0 to 9) in the foreground, as the unit cotejo@N runs it: ./cotejo-server N
${start}
${secretsOf(plan, 'app')}
: "\${COTEJO_PORT:=808$1}" "\${COTEJO_METRICS_PORT:=946$1}" "\${COTEJO_TRUSTED_PROXIES:=127.0.0.1}"
exec cotejo-server
`

const composeCommand = `#!/bin/sh
# The operator's command with the settings of this installation: ./cotejo accounts list
directory=$(cd "$(dirname "$0")" && pwd)
${words}
if [ "\${words#' migrate '}" != "$words" ]; then
  set -- migrate cotejo "$@"
else
  set -- operator "$@"
  # The key of a payment platform, for \`accounts processor\`.
  if [ -n "\${COTEJO_PROCESSOR_KEY_FILE-}" ]; then
    key=$(cd "$(dirname "$COTEJO_PROCESSOR_KEY_FILE")" && pwd)/$(basename "$COTEJO_PROCESSOR_KEY_FILE")
    set -- --volume "$key:/run/processor_key:ro" --env COTEJO_PROCESSOR_KEY_FILE=/run/processor_key "$@"
  fi
  set -- --env "COTEJO_OPERATOR=\${COTEJO_OPERATOR:-$(id -un)}" "$@"
fi
exec docker compose --project-directory "$directory" run --rm "$@"
`

/** Programs that run the service and its command with the settings and the secrets of the installation. */
export const commandFiles = (plan: Plan): Readonly<Record<string, string>> =>
  plan.database === null ? { cotejo: composeCommand } : { cotejo: command(plan), 'cotejo-server': server(plan) }

/**
 * A configuration of Caddy, which gets and renews the certificate of the service if the name resolves to its machine.
 *
 * @param upstreams the addresses of the replicas, as lines of `reverse_proxy`
 */
export const caddyfile = ({ name }: Plan, upstreams: string): string =>
  `${name} {
	reverse_proxy {
		${upstreams}
		lb_policy least_conn
		lb_try_duration 5s
	}
}
`
