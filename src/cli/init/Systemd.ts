import { caddyfile, nodeDirectory } from './Files.ts'
import { authorityOfPsql, type Plan, type Role, secretSettings } from './Plan.ts'

/** The section of every unit: no rights beyond its own, and secrets that only its process can read. */
const service = (plan: Plan, role: Role, lines: ReadonlyArray<string>): string =>
  [
    '[Service]',
    ...lines,
    'DynamicUser=yes',
    `Environment=PATH=${nodeDirectory === null ? '' : `${nodeDirectory}:`}/usr/local/bin:/usr/bin:/bin`,
    `EnvironmentFile=${plan.directory}/settings.env`,
    ...secretSettings(plan, role).flatMap(([setting, file]) => [
      `LoadCredential=${file}:${plan.directory}/secrets/${file}`,
      `Environment=${setting}=%d/${file}`,
    ]),
    'CapabilityBoundingSet=',
    'LockPersonality=yes',
    'NoNewPrivileges=yes',
    'PrivateDevices=yes',
    'ProtectControlGroups=yes',
    'ProtectHome=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelTunables=yes',
    'ProtectSystem=strict',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
    'LimitCORE=0',
    '',
  ].join('\n')

const unit = (description: string, more: ReadonlyArray<string> = []): string =>
  [
    '[Unit]',
    `Description=${description}`,
    'Wants=network-online.target',
    'After=network-online.target',
    ...more,
    '',
  ].join('\n')

const replica = (plan: Plan): string =>
  [
    unit('Cotejo replica %i'),
    service(plan, 'app', [
      'ExecStart=/usr/bin/env cotejo-server',
      'Environment=COTEJO_PORT=808%i COTEJO_METRICS_PORT=946%i COTEJO_TRUSTED_PROXIES=127.0.0.1',
      'Restart=always',
      'RestartSec=1',
      'TimeoutStopSec=40',
    ]),
    '[Install]\nWantedBy=multi-user.target\n',
  ].join('\n')

const job = (plan: Plan, description: string, command: string, role: Role = 'operator'): string =>
  [unit(description), service(plan, role, ['Type=oneshot', `ExecStart=/usr/bin/env ${command}`])].join('\n')

const timer = (description: string, when: string): string =>
  `[Unit]
Description=${description}

[Timer]
OnCalendar=${when}
RandomizedDelaySec=15min
Persistent=true

[Install]
WantedBy=timers.target
`

/** The owner of the tables makes the backup: row-level security hides rows from other roles. */
const backup = (plan: Plan): string =>
  [
    unit('Back up the database of Cotejo'),
    service(plan, 'migrate', [
      'Type=oneshot',
      'StateDirectory=cotejo-backup',
      'UMask=0077',
      `LoadCredential=pgpass:${plan.directory}/secrets/pgpass`,
      // libpq ignores a file that its group can read, as it can a credential.
      'RuntimeDirectory=cotejo-backup',
      'ExecStartPre=/usr/bin/install -m 600 %d/pgpass %t/cotejo-backup/pgpass',
      'Environment=PGPASSFILE=%t/cotejo-backup/pgpass',
      ...authorityOfPsql(plan).map((variable) => `Environment=${variable}`),
      `ExecStart=/usr/bin/env pg_dump --format=custom --file=%S/cotejo-backup/new postgres://cotejo_migrate@${plan.database}`,
      'ExecStart=/bin/mv %S/cotejo-backup/new %S/cotejo-backup/cotejo.dump',
    ]),
  ].join('\n')

const upstreams = `to 127.0.0.1:8080 127.0.0.1:8081
		health_uri /_salud
		health_interval 2s`

/** Units for a machine with systemd: replicas `cotejo@0`, `cotejo@1` … and the jobs that are due every day. */
export const systemdFiles = (plan: Plan): Readonly<Record<string, string>> => ({
  'systemd/Caddyfile': caddyfile(plan, upstreams),
  'systemd/cotejo@.service': replica(plan),
  'systemd/cotejo-doctor.service': job(plan, 'Check the installation of Cotejo', 'cotejo doctor'),
  'systemd/cotejo-doctor.timer': timer('Check the installation of Cotejo every day', '06:15'),
  'systemd/cotejo-ledger.service': job(plan, 'Check the ledger of Cotejo', 'cotejo ledger check'),
  'systemd/cotejo-ledger.timer': timer('Check the ledger of Cotejo every day', '05:15'),
  'systemd/cotejo-backup.service': backup(plan),
  'systemd/cotejo-backup.timer': timer('Back up the database of Cotejo every day', '03:15'),
})
