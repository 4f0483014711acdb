import { randomBytes } from 'node:crypto'
import { Config, Effect, Schema } from 'effect'
import { Flag } from 'effect/cli'
import { isLoopbackUrl } from '#domain/network/Loopback.ts'
import { fastestSpeed, Speed, slowestSpeed } from './levers/TimeLevers.ts'
import { type SourceChoice, sourceChoices } from './sources/SourceFaults.ts'
import { isStorageChoice } from './storage/StorageChoice.ts'

/** What a simulator is started with. */
export interface Settings {
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** Simulated seconds per real second. */
  readonly speed: number
  /** Findings at once, or the adapters of production against providers on loopback. */
  readonly sources: SourceChoice
  /** Makes latencies and identifiers repeatable. */
  readonly seed: string
  /** `memory`, `embedded`, or the URL of a Postgres. */
  readonly storage: string
  /** Directory of the embedded Postgres. */
  readonly data: string
  /** A URL on this machine to which every webhook goes, in place of the simulated Internet. */
  readonly forwardWebhooks: string | null
  /** Hosts and networks, separated by commas, that webhooks may go to in addition to this machine. */
  readonly allowDestination: string | null
  /** Demo keys and levers although the host is not loopback. */
  readonly exposeLevers: boolean
  /** Further names of this machine in the header `Host` of a lever, separated by commas. */
  readonly hostName: string | null
}

/** A flag with a default, which `--help` shows. */
export const usually =
  <const B extends string | number>(value: B, description: string) =>
  <A>(flag: Flag.Flag<A>): Flag.Flag<A | B> =>
    flag.pipe(Flag.withDefault(value), Flag.withDescription(`${description} (default: ${value})`))

/** The flags of `npm start`, each with its variable. */
export const flags = {
  port: Flag.Int('port').pipe(
    Flag.withFallbackConfig(Config.Int('PORT')),
    Flag.filter(
      (port) => port >= 0 && port <= 65_535,
      () => 'a port from 0 to 65535',
    ),
    usually(4010, 'Port to listen on (PORT)'),
  ),
  host: Flag.String('host').pipe(
    Flag.withFallbackConfig(Config.String('HOST')),
    usually('127.0.0.1', 'Address to listen on (HOST)'),
  ),
  speed: Flag.Finite('speed').pipe(
    Flag.withFallbackConfig(Config.Finite('SIMULADOR_VELOCIDAD')),
    Flag.filter(Schema.is(Speed), () => `a number from ${slowestSpeed} to ${fastestSpeed}`),
    usually(60, "Simulated seconds per real second; 1 is the sandbox's true pace (SIMULADOR_VELOCIDAD)"),
  ),
  storage: Flag.String('storage').pipe(
    Flag.withFallbackConfig(Config.String('SIMULADOR_ALMACEN')),
    Flag.filter(isStorageChoice, () => 'memory, embedded, or a URL as postgres://user:password@127.0.0.1:5432/cotejo'),
    usually('memory', 'memory, embedded (a real Postgres, kept in --data) or a postgres:// URL (SIMULADOR_ALMACEN)'),
  ),
  data: Flag.String('data').pipe(
    Flag.withFallbackConfig(Config.String('SIMULADOR_DATOS')),
    usually('.datos', 'Directory of the embedded Postgres (SIMULADOR_DATOS)'),
  ),
  forwardWebhooks: Flag.String('forward-webhooks').pipe(
    Flag.withDescription('A URL on this machine to which every webhook goes (SIMULADOR_REENVIAR)'),
    Flag.withFallbackConfig(Config.String('SIMULADOR_REENVIAR')),
    Flag.filter(isLoopbackUrl, () => 'a URL on this machine, as http://127.0.0.1:3000/webhooks'),
    Flag.withDefault(null),
  ),
  allowDestination: Flag.String('allow-destination').pipe(
    Flag.withDescription(
      'Private names and networks that webhooks may be sent to, separated by commas (SIMULADOR_PERMITIR_DESTINO)',
    ),
    Flag.withFallbackConfig(Config.String('SIMULADOR_PERMITIR_DESTINO')),
    Flag.withDefault(null),
  ),
  sources: Flag.Literals('sources', sourceChoices).pipe(
    Flag.withFallbackConfig(Config.Literals(sourceChoices, 'SIMULADOR_FUENTES')),
    usually('fixtures', 'fixtures, or providers: the production adapters against local providers (SIMULADOR_FUENTES)'),
  ),
  seed: Flag.String('seed').pipe(
    Flag.withDescription('Makes latencies and identifiers repeatable (SIMULADOR_SEMILLA)'),
    Flag.withFallbackConfig(Config.String('SIMULADOR_SEMILLA')),
    Flag.withDefault(Effect.sync(() => randomBytes(4).toString('hex'))),
  ),
  exposeLevers: Flag.Boolean('expose-levers').pipe(
    Flag.withDescription('Keep demo keys and levers on although --host is not loopback'),
    Flag.withDefault(false),
  ),
  hostName: Flag.String('host-name').pipe(
    Flag.withDescription(
      'Names by which the controls may be called, in addition to this machine, separated by commas (SIMULADOR_NOMBRES)',
    ),
    Flag.withFallbackConfig(Config.String('SIMULADOR_NOMBRES')),
    Flag.withDefault(null),
  ),
}
