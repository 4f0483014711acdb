import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { partnerProject } from '#test/support/partnerProject.ts'
import { freePorts } from '#tools/machine/freePort.ts'
import { afterEnd, isRunning, plainEnvironment } from '#tools/machine/processes.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { startSurroundings } from '#tools/rehearsal/surroundings.ts'

const page = readFileSync('docs/operate/deploy.md', 'utf8')
const blocks = (kind: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\``, 'gms')), ([, block = '']) => block)

const tools = ['bash', 'psql', 'openssl', 'curl', 'jq']
const run = promisify(execFile)
const missing = (
  await Promise.all(
    tools.map((tool) =>
      run('sh', ['-c', `command -v ${tool}`]).then(
        () => [],
        () => [tool],
      ),
    ),
  )
).flat()

/** Ends the replicas that the sequence has left running. */
const endReplicas = async (etc: string): Promise<void> => {
  const files = existsSync(etc) ? readdirSync(etc).filter((name) => name.endsWith('.pid')) : []
  const pids = files.map((name) => Number(readFileSync(join(etc, name), 'utf8')))
  for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGTERM')
  await afterEnd(pids)
}

/** The programs of the package @cotejo/server, built and installed in an empty directory. */
const serverPackage = async (): Promise<string> => {
  const project = await partnerProject('server')
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  return join(project, 'node_modules/.bin')
}

/** A directory with each tool, which records its command line before it runs. */
const recorders = (directory: string, programs: string): string => {
  const place = join(directory, 'recorders')
  mkdirSync(place)
  const directories = [programs, ...(process.env['PATH'] ?? '').split(':')]
  for (const tool of ['psql', 'curl', 'cotejo', 'cotejo-server']) {
    const real = directories.map((one) => join(one, tool)).find((file) => existsSync(file))
    const line = `printf '%s\\n' "${tool} $*" >>'${join(directory, 'command-lines')}'`
    const text = `#!/bin/sh\n${line}\nexec '${real}' "$@"\n`
    writeFileSync(join(place, tool), text, { mode: 0o755 })
  }
  return place
}

it.skipIf(missing.length > 0)(
  `the sequence of docs/operate/deploy.md goes from an empty database to a verification in each mode${missing.length > 0 ? ` (skipped: no ${missing.join(', ')})` : ''}`,
  async () => {
    const directory = temporaryDirectory('production')
    const surroundings = await startSurroundings()
    const [port0 = '', metrics0 = '', port1 = '', metrics1 = '', port2 = '', metrics2 = ''] = await freePorts(6)
    const etc = join(directory, 'etc')
    const known: Readonly<Record<string, string>> = {
      ETC: etc,
      NAME: 'avs.example.com',
      ...surroundings.known,
    }
    /** Ports that the machine has left over, in place of 8080, 8081, 9460 and 9461. */
    const ports = { PORT_0: port0, METRICS_0: metrics0, PORT_1: port1, METRICS_1: metrics1 }
    // What the reader is told to bring is all that the blocks need: `set -u` ends at any other name.
    const asked = Array.from(
      blocks('sh')
        .join('')
        .matchAll(/(?<=^export .*?)\b([A-Z_0-9]+)=/gm),
      ([, name]) => name,
    )
    expect(asked.toSorted()).toEqual(Object.keys(known).toSorted())

    const path = `${recorders(directory, await serverPackage())}:${dirname(process.execPath)}:${process.env['PATH']}`
    const refused = [
      `! verify 0 'no key' refused "$CURP_1"`,
      `PORT_2=${port2} METRICS_2=${metrics0}; replica 2; ready 2 && exit 8; rm "$ETC/replica-2.pid"`,
      // Another one answers at the port of a replica that cannot start.
      `PORT_3=${port0} METRICS_3=${metrics2}; replica 3; ready 3 && exit 9; rm "$ETC/replica-3.pid"`,
    ]
    const shell = spawn('bash', ['-eu', '-o', 'pipefail', '-c', [...blocks('sh run'), ...refused].join('\n')], {
      env: { ...plainEnvironment, COTEJO_TIMEOUT_FACTOR: '100', ...ports, ...known, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: Array<string> = []
    for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text) => said.push(text))
    await once(shell, 'close')
    const everything = said.join('')
    await endReplicas(etc)
    await surroundings.stop()

    expect({ code: shell.exitCode, said: everything }).toEqual({ code: 0, said: expect.anything() })
    const charged = ['emitida cargada', 'emitida transferencia_encolada', '4900.00', 'ejecutada']
    const told = [
      '"codigo":"llave_invalida"',
      `port ${metrics0} of 127.0.0.1 is in use`,
      `port ${port0} of 127.0.0.1 is in use`,
    ]
    for (const shown of [...charged, ...told]) expect(everything).toContain(shown)

    // What a command line says is seen by everybody on the machine.
    const commandLines = readFileSync(join(directory, 'command-lines'), 'utf8')
    for (const tool of ['psql', 'curl', 'cotejo', 'cotejo-server'])
      expect(commandLines).toMatch(new RegExp(`^${tool} `, 'm'))
    const secrets = [
      ...['ADMINISTRATOR_PASSWORD', 'IDENTITY_KEY', 'JUDICIAL_KEY', 'LUNA_KEY'].map((name) => known[name] ?? ''),
      ...(readFileSync(join(etc, 'secrets/pgpass'), 'utf8').match(/[^:\n]+$/gm) ?? []),
      ...readFileSync(join(etc, 'secrets/sealing_keys'), 'utf8').trim().split(':').slice(1),
      readFileSync(join(etc, 'secrets/digest_key'), 'utf8').trim(),
    ]
    expect(secrets).toHaveLength(4 + 3 + 1 + 1)
    expect(secrets.filter((secret) => secret === '' || commandLines.includes(secret))).toEqual([])
    expect(commandLines).not.toMatch(/avs_live_|Bearer/)
  },
)
