import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigProvider, Effect } from 'effect'
import { serverSettings } from '#src/Config.ts'
import { filesOf, modeOf } from './Installation.ts'

/** What a file of an installation lacks: that it exists, that only its owner can read it, or that it can be run. */
const faultOf = (directory: string, path: string): string | null => {
  if (!existsSync(join(directory, path))) return `${path}: is missing`
  const [mode, wanted] = [statSync(join(directory, path)).mode, modeOf(path)]
  if (wanted === 0o600 && (mode & 0o077) !== 0) return `${path}: other users can read it (chmod 600)`
  return wanted === 0o755 && (mode & 0o111) === 0 ? `${path}: cannot be run (chmod 755)` : null
}

/** The settings of an installation as its replicas get them, and what is wrong with its files. */
export const readInstallation = (directory: string) => {
  const settings = parseEnv(readFileSync(join(directory, 'settings.env'), 'utf8'))
  const unknown = { environment: '', name: '', databaseAuthority: null, identityUrl: null, judicialUrl: null }
  const database = existsSync(join(directory, 'postgres')) ? null : ''
  const paths = [
    ...Object.keys(filesOf({ ...unknown, directory, database }, '', '')),
    ...(database === null ? ['postgres/tls.crt', 'postgres/tls.key'] : []),
    // Secrets that were added later must be as private.
    ...readdirSync(join(directory, 'secrets')).map((name) => `secrets/${name}`),
  ]
  const secret = (name: string): string => join(directory, 'secrets', name)
  return {
    settings: {
      ...settings,
      DATABASE_URL_FILE: secret('database_app'),
      COTEJO_DIGEST_KEY_FILE: secret('digest_key'),
      COTEJO_SEALING_KEYS_FILE: secret('sealing_keys'),
      COTEJO_IDENTITY_KEY_FILE: secret('identity_key'),
      COTEJO_JUDICIAL_KEY_FILE: secret('judicial_key'),
    },
    faults: [...new Set(paths)].flatMap((path) => faultOf(directory, path) ?? []),
  }
}

/** What is wrong with an installation, one problem a line: missing and exposed files, invalid settings and secrets. */
export const problemsOf = ({ settings, faults }: ReturnType<typeof readInstallation>) =>
  serverSettings.pipe(
    Effect.as<ReadonlyArray<string>>([]),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(settings)),
    Effect.catchTag('SettingsRefused', ({ problems }) => Effect.succeed(problems)),
    Effect.map((problems) => [...faults, ...problems]),
  )
