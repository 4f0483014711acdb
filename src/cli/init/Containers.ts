import { stringify } from 'yaml'
import { caddyfile } from './Files.ts'
import { type Plan, type Role, roles, secretSettings } from './Plan.ts'

const authority = ({ database, databaseAuthority }: Plan): string | null =>
  database === null ? './postgres/tls.crt' : databaseAuthority && './database_ca.pem'

/** The addresses of containers. */
const privateNetworks = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16'

const program = (plan: Plan, role: Role) => {
  const secrets = secretSettings(plan, role)
  const ca = authority(plan)
  return {
    image: `\${COTEJO_IMAGE:-${plan.image}}`,
    // The owner of the files under secrets/: other users cannot read them.
    user: `\${COTEJO_USER}`,
    env_file: 'settings.env',
    environment: {
      ...Object.fromEntries(secrets.map(([setting, file]) => [setting, `/run/secrets/${file}`])),
      ...(ca === null ? {} : { COTEJO_DATABASE_CA_FILE: '/run/database_ca.pem' }),
      ...(role === 'app'
        ? { COTEJO_HOST: '0.0.0.0', COTEJO_METRICS_HOST: '0.0.0.0', COTEJO_TRUSTED_PROXIES: privateNetworks }
        : {}),
    },
    secrets: secrets.map(([, file]) => file),
    ...(ca === null ? {} : { volumes: [`${ca}:/run/database_ca.pem:ro`] }),
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    // With the role lists: reading a list of 100,000 people takes most of a gigabyte.
    mem_limit: '1536m',
    // A dump of the memory would hold keys and personal data.
    ulimits: { core: 0 },
  }
}

/** Failed statements are not repeated in its log: they may hold what a client sent. */
const postgresSettings = [
  'ssl=on',
  'ssl_cert_file=/tls/tls.crt',
  // The server's own copy: it refuses a key that another user owns.
  'ssl_key_file=/tmp/tls.key',
  'reserved_connections=3',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_parameter_max_length_on_error=0',
]

/** Its owner's files are copied for the user that Postgres runs as, who could not read them. */
const copies = [
  'install -o postgres -m 600 /tls/tls.key /tmp/tls.key',
  'install -o postgres -m 600 /run/roles.sql /docker-entrypoint-initdb.d/roles.sql',
]

const postgres = {
  image: `\${POSTGRES_IMAGE:-postgres:18}`,
  entrypoint: ['sh', '-ec', `${copies.join('; ')}; exec docker-entrypoint.sh "$$@"`, 'sh'],
  command: ['postgres', ...postgresSettings.flatMap((setting) => ['-c', setting])],
  environment: { POSTGRES_DB: 'cotejo', POSTGRES_PASSWORD_FILE: '/run/secrets/postgres_password' },
  secrets: ['postgres_password'],
  volumes: ['./roles.sql:/run/roles.sql:ro', './postgres:/tls:ro', 'postgres:/var/lib/postgresql'],
  healthcheck: {
    test: ['CMD', 'pg_isready', '--username=postgres', '--dbname=cotejo', '--host=127.0.0.1'],
    interval: '5s',
    timeout: '5s',
  },
  restart: 'always',
  stop_grace_period: '60s',
  shm_size: '256m',
}

const compose = (plan: Plan) => {
  const isOwn = plan.database === null
  const files = new Set(roles.flatMap((role) => secretSettings(plan, role).map(([, file]) => file)))
  if (isOwn) files.add('postgres_password')
  return {
    services: {
      ...(isOwn ? { postgres } : {}),
      migrate: {
        ...program(plan, 'migrate'),
        command: ['cotejo', 'migrate'],
        restart: 'on-failure',
        ...(isOwn ? { depends_on: { postgres: { condition: 'service_healthy' } } } : {}),
      },
      replica: {
        ...program(plan, 'app'),
        deploy: { replicas: 2 },
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
        restart: 'always',
        // Longer than requests in progress may take.
        stop_grace_period: '40s',
      },
      operator: { ...program(plan, 'operator'), profiles: ['operator'], entrypoint: ['cotejo'] },
      proxy: {
        image: `\${CADDY_IMAGE:-caddy:2}`,
        ports: ['80:80', '443:443'],
        volumes: ['./Caddyfile:/etc/caddy/Caddyfile:ro', 'caddy:/data'],
        restart: 'always',
      },
      prometheus: {
        image: `\${PROMETHEUS_IMAGE:-prom/prometheus:v3.5.0}`,
        ports: ['127.0.0.1:9090:9090'],
        volumes: [
          './prometheus.yml:/etc/prometheus/prometheus.yml:ro',
          './alerts.yaml:/etc/prometheus/alerts.yaml:ro',
          'prometheus:/prometheus',
        ],
        restart: 'always',
      },
    },
    volumes: { ...(isOwn ? { postgres: {} } : {}), caddy: {}, prometheus: {} },
    secrets: Object.fromEntries([...files].map((file) => [file, { file: `secrets/${file}` }])),
  }
}

/** Each address of the service `replica` is a replica. */
const upstreams = `dynamic a replica 8080 {
			refresh 2s
		}
		fail_duration 5s`

const prometheus = {
  global: { scrape_interval: '15s', evaluation_interval: '15s' },
  rule_files: ['alerts.yaml'],
  scrape_configs: [{ job_name: 'cotejo', dns_sd_configs: [{ names: ['replica'], type: 'A', port: 9464 }] }],
}

/**
 * The files that `docker compose up` needs, without the secrets.
 *
 * @param owner user and group of that directory, as `1000:1000`
 */
export const containerFiles = (plan: Plan, owner: string): Readonly<Record<string, string>> => ({
  'compose.yaml': stringify(compose(plan), { aliasDuplicateObjects: false, lineWidth: 120 }),
  '.env': `COTEJO_USER=${owner}\n`,
  Caddyfile: caddyfile(plan, upstreams),
  'prometheus.yml': stringify(prometheus),
})
