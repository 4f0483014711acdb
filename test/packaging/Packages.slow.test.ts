import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerProject } from '#test/support/partnerProject.ts'
import { installed } from '#tools/machine/installed.ts'

const run = promisify(execFile)
const oracles = resolve('test/oracles/node_modules')
installed('test/oracles')

const names = ['client', 'simulator', 'server'] as const
let project: string
beforeAll(async () => {
  project = await partnerProject(...names)
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** Runs a program of test/oracles; its output, also when it fails. */
const oracle = (script: string, ...words: ReadonlyArray<string>) =>
  run(process.execPath, [join(oracles, script), ...words], { env: { ...process.env, NO_COLOR: '1' } }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  )

/** The Node of the machine, apart from the one that the tests run on. CI runs this file on Node 20, 22 and 24. */
const nodes = [
  process.execPath,
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => !directory.includes('node_modules'))
    .map((directory) => join(directory, 'node'))
    .filter((node) => existsSync(node))
    .slice(0, 1),
]

describe.each(names)('the package @cotejo/%s', (name) => {
  const folder = () => join(project, 'tarballs', name)
  const manifest = () => JSON.parse(readFileSync(join(folder(), 'package.json'), 'utf8'))

  it('says where it comes from, and is published for everybody with its provenance', () => {
    expect(manifest()).toMatchObject({
      name: `@cotejo/${name}`,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.any(String),
      license: 'MIT',
      author: expect.any(String),
      homepage: expect.stringMatching(/^https:/),
      bugs: { url: expect.stringMatching(/^https:/) },
      repository: { type: 'git', url: expect.stringMatching(/^git\+https:/), directory: expect.any(String) },
      keywords: expect.arrayContaining(['cotejo', 'curp']),
      publishConfig: { access: 'public', provenance: true },
      exports: expect.objectContaining({ './package.json': './package.json' }),
    })
    expect(existsSync(manifest().repository.directory)).toBe(true)
    expect([manifest().dependencies, manifest().scripts, manifest().private]).toEqual([undefined, undefined, undefined])
  })

  it('has a README, a license, and a changelog that begins with its version', () => {
    for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) expect(existsSync(join(folder(), file))).toBe(true)
    const [, latest] = /^## (.+)$/m.exec(readFileSync(join(folder(), 'CHANGELOG.md'), 'utf8')) ?? []
    expect(latest).toBe(manifest().version)
  })

  it('has no fault that publint knows', async () => {
    const { code, said } = await oracle('publint/src/cli.js', 'run', folder(), '--strict')
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('All good!') })
  })

  it('has types that resolve from every module system that it supports', async () => {
    const tarball = join(project, 'tarballs', `cotejo-${name}-${manifest().version}.tgz`)
    const { code, said } = await oracle('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only')
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringContaining(name === 'server' ? 'does not contain types' : '(ESM)'),
    })
  })

  it('is accepted by npm publish, up to the publishing itself', async () => {
    const { stdout } = await run('npm', ['publish', '--dry-run', '--silent', '--json'], { cwd: folder() })
    const said = JSON.parse(stdout)
    const { id } = said.id === undefined ? said[`@cotejo/${name}`] : said
    expect(id).toBe(`@cotejo/${name}@${manifest().version}`)
  })

  it('brings no other package, and takes at most 3 MB', () => {
    const place = join(project, 'node_modules/@cotejo', name)
    const files = readdirSync(place, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => file.includes('node_modules'))).toEqual([])
    const bytes = files.reduce((sum, file) => sum + statSync(join(place, file)).size, 0)
    expect(bytes).toBeLessThan(3_000_000)
    expect(readdirSync(join(project, 'node_modules')).filter((one) => !one.startsWith('.'))).toEqual(['@cotejo'])
  })
})

describe.each(nodes)('on %s', (node) => {
  const printed = async (...words: ReadonlyArray<string>) => (await run(node, words, { cwd: project })).stdout.trim()

  it('the client is imported and required', async () => {
    const names = 'console.log(typeof client.Cotejo, typeof webhook.verifyWebhook)'
    const imports = `import * as client from '@cotejo/client'; import * as webhook from '@cotejo/client/webhook'`
    expect(await printed('--input-type=module', '--eval', `${imports}; ${names}`)).toBe('function function')
    const requires = `const client = require('@cotejo/client'), webhook = require('@cotejo/client/webhook')`
    expect(await printed('--input-type=commonjs', '--eval', `${requires}; ${names}`)).toBe('function function')
  })

  it('the simulator starts in a process of its own', async () => {
    const code = `import { startSimulator } from '@cotejo/simulator'
      const simulator = await startSimulator()
      console.log((await fetch(simulator.url + '/_salud')).status)
      process.exit()`
    expect(await printed('--input-type=module', '--eval', code)).toBe('200')
  })
})

describe('the program of @cotejo/server', () => {
  it('shows the release and its commit, and runs commands that need no database', async () => {
    const cotejo = join(project, 'node_modules/@cotejo/server/dist/cotejo.js')
    const version = await run(process.execPath, [cotejo, '--version'])
    expect(version.stdout).toMatch(/^cotejo v\d+\.\d+\.\d+\+[0-9a-f]{7,}\n$/)
    const etc = join(project, 'etc')
    const flags = [
      '--name',
      'avs.example.com',
      '--environment',
      'sandbox',
      '--database',
      'db.example.com/cotejo?sslmode=verify-full',
    ]
    await run(process.execPath, [cotejo, 'init', etc, ...flags])
    const checked = await run(process.execPath, [cotejo, 'init', etc, '--check'])
    expect(checked.stdout).toBe(`${etc} is complete.\n`)
    // The tag of an image cannot hold a commit.
    expect(readFileSync(join(etc, '.env'), 'utf8')).toMatch(/^COTEJO_IMAGE=cotejo-server:\d+\.\d+\.\d+$/m)
  })
})
