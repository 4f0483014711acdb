import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigProvider, Effect } from 'effect'
import type { Environment } from '#domain/account/ApiKey.ts'
import { serverSettings } from '#src/Config.ts'
import { isPrivate, pathsOf } from './Create.ts'
import { commandFiles } from './Files.ts'
import { type Plan, secretSettings } from './Plan.ts'
import { ownDatabase } from './Secrets.ts'

/** As much of the plan of an installation as decides which files it has. */
const planOf = async (directory: string, environment: Environment): Promise<Plan> => {
  const secret = join(directory, 'secrets/database_app')
  const isOwn = existsSync(secret) && (await readFile(secret, 'utf8')).includes(`@${ownDatabase}`)
  const unknown = { name: '', databaseAuthority: null, identityUrl: null, judicialUrl: null, image: '' }
  return { directory, environment, billing: 'consumo', database: isOwn ? null : 'other', ...unknown }
}

/** The settings of an installation, and what is wrong with its files. */
export const readInstallation = async (directory: string) => {
  const settings = parseEnv(await readFile(join(directory, 'settings.env'), 'utf8'))
  const environment: Environment = settings['COTEJO_ENVIRONMENT'] === 'production' ? 'production' : 'sandbox'
  const plan = await planOf(directory, environment)
  // Secrets that were added later must be as private.
  const added = (await readdir(join(directory, 'secrets'))).map((name) => `secrets/${name}`)
  const paths = [...new Set([...(await pathsOf(plan)), ...added])]
  const files = secretSettings(plan, 'app').map(([setting, file]) => [setting, `secrets/${file}`] as const)
  // Those of replicas are judged with the settings.
  const judged: ReadonlyArray<string> = files.map(([, path]) => path)
  const programs = Object.keys(commandFiles(plan))
  const problems = await Promise.all(
    paths.map(async (path): Promise<ReadonlyArray<string>> => {
      if (!existsSync(join(directory, path))) return judged.includes(path) ? [] : [`${path}: is missing`]
      const { mode } = await stat(join(directory, path))
      if (isPrivate(path) && (mode & 0o077) !== 0) return [`${path}: other users can read it (chmod 600)`]
      return programs.includes(path) && (mode & 0o111) === 0 ? [`${path}: cannot be run (chmod 755)`] : []
    }),
  )
  const environmentOf = files.map(([setting, path]) => [setting, join(directory, path)] as const)
  return { settings: { ...settings, ...Object.fromEntries(environmentOf) }, problems: problems.flat() }
}

type Installation = Awaited<ReturnType<typeof readInstallation>>

/** What is wrong with an installation, one problem a line: missing and exposed files, invalid settings and secrets. */
export const problemsOf = ({ settings, problems }: Installation) =>
  serverSettings.pipe(
    Effect.as<ReadonlyArray<string>>([]),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(settings)),
    Effect.catchTag('SettingsRefused', ({ problems: wrong }) => Effect.succeed(wrong)),
    Effect.map((wrong) => [...problems, ...wrong]),
  )
