import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigProvider, Effect } from 'effect'
import type { Environment } from '#domain/account/ApiKey.ts'
import { serverSettings } from '#src/Config.ts'
import { roles, secretSettings } from './Plan.ts'

/** The settings of an installation, and its secrets that other users can read. */
export const readInstallation = async (directory: string) => {
  const settings = parseEnv(await readFile(join(directory, 'settings.env'), 'utf8'))
  const secrets = join(directory, 'secrets')
  const names = await readdir(secrets)
  const modes = await Promise.all(names.map(async (name) => [name, (await stat(join(secrets, name))).mode] as const))
  const exposed = modes.filter(([, mode]) => (mode & 0o077) !== 0)
  return { settings, names, exposed: exposed.map(([name]) => `secrets/${name}: other users can read it (chmod 600)`) }
}

type Installation = Awaited<ReturnType<typeof readInstallation>>

/** What is wrong with an installation, one problem a line: invalid or missing settings and secrets, and exposed secrets. */
export const problemsOf = (directory: string, { settings, names, exposed }: Installation) => {
  const environment: Environment = settings['COTEJO_ENVIRONMENT'] === 'production' ? 'production' : 'sandbox'
  const files = secretSettings({ environment }, 'app').map(([setting, file]) => [
    setting,
    join(directory, 'secrets', file),
  ])
  // Those of replicas are judged with the settings.
  const ofCommands = roles.flatMap((role) => secretSettings({ environment }, role).map(([, file]) => file))
  const missing = [...new Set(ofCommands)]
    .filter((file) => !names.includes(file))
    .map((file) => `secrets/${file}: is missing`)
  const provider = ConfigProvider.fromEnvRecord({ ...settings, ...Object.fromEntries(files) })
  return serverSettings.pipe(
    Effect.as<ReadonlyArray<string>>([]),
    Effect.provideService(ConfigProvider.ConfigProvider, provider),
    Effect.catchTag('SettingsRefused', ({ problems }) => Effect.succeed(problems)),
    Effect.map((wrong) => [...missing, ...exposed, ...wrong]),
  )
}
