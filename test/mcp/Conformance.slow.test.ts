import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SimulatorClient, type World } from '#simulator/package/SimulatorClient.ts'
import { endpoint } from '#test/support/mcp.ts'
import { keyAddingProxy } from '#test/support/mcpProxy.ts'
import { installed } from '#tools/machine/installed.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

/** Scenarios that apply, at least in part: a check of their own subject succeeds. */
const applying = {
  '2025-11-25': ['dns-rebinding-protection', 'ping', 'server-initialize', 'tools-list'],
  '2026-07-28': [
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'server-stateless',
    'tasks-dispatch-and-envelope',
    'tasks-request-headers',
    'tools-list',
  ],
} as const

const suite = installed('test/oracles').resolve('@modelcontextprotocol/conformance/dist/index.js')

/** Runs the suite, whose exit code counts what does not apply to us; what it printed. */
const conformance = (...args: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { maxBuffer: 2 ** 26 }, (_, out) => resolve(out))
  })

interface Check {
  readonly id: string
  readonly status: string
}

/** What the suite notes of its own requests beside its checks. */
const notes: ReadonlySet<string> = new Set(['outgoing-request', 'incoming-response'])
/** Of every scenario, whatever it is about. */
const general: ReadonlySet<string> = new Set(['wire-schema-valid'])

let sandbox: Sandbox
let world: World
let proxy: Awaited<ReturnType<typeof keyAddingProxy>>
let results = ''
beforeAll(async () => {
  sandbox = await startSandbox()
  const cuentas = [{ modo: 'consumo' as const, limite_por_minuto: 100_000 }]
  world = await new SimulatorClient(sandbox.base).world({ cuentas })
  proxy = await keyAddingProxy(sandbox.base, world.account().llave)
  results = temporaryDirectory('conformance')
})
afterAll(async () => {
  await proxy.stop()
  await sandbox.stop()
})

/** The two channels of a world: that of partners, for whoever has the key of an account, and that of the levers. */
const channels = {
  partners: () => `${proxy.base}${endpoint}`,
  levers: () => `${sandbox.base}/_simulador/mundos/${world.name}/mcp`,
} as const

/** Everything that a revision asks of a server, by scenario. */
const checksOf = async (
  revision: string,
  channel: keyof typeof channels,
): Promise<ReadonlyMap<string, ReadonlyArray<Check>>> => {
  const directory = join(results, `${revision} ${channel}`)
  await conformance('server', '--url', channels[channel](), '--requirements', revision, '-o', directory)
  const found = await Promise.all(
    (await readdir(directory)).map(async (name) => {
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name
      const checks: ReadonlyArray<Check> = JSON.parse(await readFile(join(directory, name, 'checks.json'), 'utf8'))
      return [scenario, checks.filter(({ id }) => !notes.has(id))] as const
    }),
  )
  return new Map(found)
}

describe.each([
  ['2025-11-25', 'partners'],
  ['2026-07-28', 'partners'],
  ['2026-07-28', 'levers'],
] as const)('the conformance suite in revision %s over the channel of %s', (revision, channel) => {
  let checks: ReadonlyMap<string, ReadonlyArray<Check>>
  beforeAll(async () => {
    checks = await checksOf(revision, channel)
  })

  it('is passed, in part or whole, in the scenarios that apply to a server of our own tools alone', () => {
    const succeeding = [...checks].filter(([, of]) =>
      of.some(({ id, status }) => status === 'SUCCESS' && !general.has(id)),
    )
    expect(succeeding.map(([scenario]) => scenario)).toEqual(expect.arrayContaining([...applying[revision]]))
  })

  it('was run with every scenario that the suite has for it', async () => {
    const listed = (await conformance('list', '--server')).matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)
    const ofRevision = [...listed].filter(([, , of = '']) => of.split(',').includes(revision)).map(([, name]) => name)
    expect(ofRevision.length).toBeGreaterThan(25)
    expect(ofRevision.filter((name = '') => !checks.has(name))).toEqual([])
  })
})
