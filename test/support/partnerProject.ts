import { execFile } from 'node:child_process'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

const run = promisify(execFile)
/** As a person's shell has it: npm's own variables would tie the project to this one. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

/**
 * A directory as a partner has it: our packages, built and packed from this tree, are installed in it from their
 * tarballs, and the examples are beside them. Remove it after the tests.
 */
export const partnerProject = async (
  ...packages: ReadonlyArray<'client' | 'simulator' | 'server'>
): Promise<string> => {
  const project = temporaryDirectory('partner')
  const out = join(project, 'tarballs')
  for (const only of packages.length === 0 ? ['client'] : packages) {
    await run(process.execPath, ['scripts/build.ts', '--out', out, '--only', only], { env })
  }
  const tarballs = (await readdir(out)).filter((name) => name.endsWith('.tgz')).map((name) => join('tarballs', name))
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const quietly = ['--offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quietly, ...tarballs.map((path) => `./${path}`)], { cwd: project, env })
  await cp('examples', join(project, 'examples'), { recursive: true })
  return project
}
