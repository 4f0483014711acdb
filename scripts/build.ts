import { execSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { buildClientPackage } from './build/ClientPackage.ts'
import { buildServerPackage } from './build/ServerPackage.ts'
import { buildSimulatorPackage } from './build/SimulatorPackage.ts'

/** Builds and packs the published packages: `npm run build [-- --out DIRECTORY] [-- --only client]`. */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' }, only: { type: 'string' } } })
const builds = { client: buildClientPackage, simulator: buildSimulatorPackage, server: buildServerPackage }

for (const [name, build] of Object.entries(builds)) {
  if (values.only !== undefined && values.only !== name) continue
  const folder = `${values.out}/${name}`
  await build(folder)
  // Through a shell: on Windows npm is a batch file.
  execSync(`npm pack ./${name} --silent`, { cwd: values.out, stdio: 'inherit' })
}
