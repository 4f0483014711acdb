import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { started } from '#test/support/childProcess.ts'
import { plainEnvironment } from '#tools/machine/processes.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { cotejo } from '#tools/service/server.ts'

const run = promisify(execFile)
const has = (tool: string): Promise<boolean> =>
  run('sh', ['-c', `command -v ${tool}`]).then(
    () => true,
    () => false,
  )
const [hasSystemd, hasTerminals] = await Promise.all([has('systemd-analyze'), has('script')])

const providers = ['--identity-url', 'https://identity.example.com', '--judicial-url', 'https://judicial.example.com']
const database = 'db.example.com:5432/cotejo?sslmode=verify-full'
const place = (): string => join(temporaryDirectory('init'), 'etc')

/** An installation over an existing database. */
const overDatabase = async (): Promise<string> => {
  const etc = place()
  const flags = ['--name', 'avs.example.com', '--database', database, ...providers]
  expect(await cotejo('', ['init', etc, ...flags])).toMatchObject({ code: 0 })
  return etc
}

describe('an installation in containers', () => {
  it('has a Postgres with a certificate for its name, whose key only its owner can read', async () => {
    const etc = place()
    expect(await cotejo('', ['init', etc, '--name', 'avs.example.com', ...providers])).toMatchObject({ code: 0 })
    const { stdout } = await run('openssl', [
      'x509',
      '-in',
      join(etc, 'postgres/tls.crt'),
      '-noout',
      '-ext',
      'subjectAltName',
    ])
    expect(stdout).toContain('DNS:postgres')
    expect(statSync(join(etc, 'postgres/tls.key')).mode & 0o077).toBe(0)
    expect(existsSync(join(etc, 'systemd'))).toBe(false)
    expect(readFileSync(join(etc, 'secrets/database_app'), 'utf8')).toMatch(
      /^postgres:\/\/cotejo_app:\w{48}@postgres:5432\/cotejo\?sslmode=verify-full$/,
    )
  })

  it('is checked with the key and the password of its Postgres', async () => {
    const etc = place()
    expect(await cotejo('', ['init', etc, '--name', 'a', '--environment', 'sandbox'])).toMatchObject({ code: 0 })
    expect(await cotejo('', ['init', etc, '--check'])).toMatchObject({ code: 0 })
    chmodSync(join(etc, 'postgres/tls.key'), 0o644)
    rmSync(join(etc, 'secrets/postgres_password'))
    const { code, out } = await cotejo('', ['init', etc, '--check'])
    expect([code, out.trim().split('\n').toSorted()]).toEqual([
      1,
      ['postgres/tls.key: other users can read it (chmod 600)', 'secrets/postgres_password: is missing'],
    ])
  })
})

describe('an installation in containers, on a machine without openssl', () => {
  it('is not written, and the message says what to do', async () => {
    const etc = place()
    const words = ['src/cli.ts', 'init', etc, '--name', 'a', '--environment', 'sandbox']
    const failed = await run(process.execPath, words, { env: { PATH: '/nowhere' } }).catch((error) => error)
    expect([failed.code, failed.stderr]).toEqual([
      1,
      'Nothing was written: openssl is not installed. Install it, or name an existing Postgres with --database.\n',
    ])
    expect(existsSync(etc)).toBe(false)
  })
})

describe('the programs of an installation', () => {
  /** A directory with a program that prints the settings that it was started with. */
  const printers = (): string => {
    const directory = temporaryDirectory('programs')
    for (const name of ['cotejo', 'cotejo-server']) {
      const text = `#!/bin/sh\necho "$0 $*"\nenv | grep -E '^(COTEJO|DATABASE)' | sort\n`
      writeFileSync(join(directory, name), text, { mode: 0o755 })
    }
    return directory
  }

  it('start the command with its role and the service with the ports of its number', async () => {
    const [etc, bin] = [await overDatabase(), printers()]
    const env = { ...plainEnvironment, PATH: `${bin}:${plainEnvironment.PATH}` }
    const lines = async (name: string, ...words: ReadonlyArray<string>) =>
      (await run(join(etc, name), words, { env, cwd: '/' })).stdout.trimEnd().split('\n')
    const settings = [
      'COTEJO_DATABASE_CA_FILE=',
      'COTEJO_ENVIRONMENT=production',
      'COTEJO_IDENTITY_URL=https://identity.example.com',
      'COTEJO_JUDICIAL_URL=https://judicial.example.com',
    ]
    const keys = ['DIGEST_KEY', 'IDENTITY_KEY', 'JUDICIAL_KEY', 'SEALING_KEYS'].map(
      (name) => `COTEJO_${name}_FILE=${etc}/secrets/${name.toLowerCase()}`,
    )
    const owners = [['migrate'], ['--json', 'migrate'], ['--actor', 'ana', '--reason', 'a b', 'migrate', '--json']]
    for (const words of owners) {
      expect(await lines('cotejo', ...words)).toEqual([
        `${bin}/cotejo ${words.join(' ')}`,
        ...settings,
        `DATABASE_URL_FILE=${etc}/secrets/database_migrate`,
      ])
    }
    const keyed = [
      ['operator', 'accounts', 'list'],
      ['operator', '--actor', 'migrate', 'accounts', 'list'],
      ['operator', 'accounts', 'show', 'move'],
      ['migrate', 'accounts', 'move', 'sol'],
      ['migrate', '--reason', 'OPS-17', 'accounts', '--actor', 'ana', 'move', 'sol'],
    ] as const
    for (const [role, ...words] of keyed) {
      const [first, ...others] = await lines('cotejo', ...words)
      expect(first).toBe(`${bin}/cotejo ${words.join(' ')}`)
      expect(others.toSorted()).toEqual(
        [...settings, ...keys, `DATABASE_URL_FILE=${etc}/secrets/database_${role}`].toSorted(),
      )
    }
    const [, ...ofServer] = await lines('cotejo-server', '3')
    expect(ofServer.toSorted()).toEqual(
      [
        ...settings,
        ...keys,
        `DATABASE_URL_FILE=${etc}/secrets/database_app`,
        'COTEJO_PORT=8083',
        'COTEJO_METRICS_PORT=9463',
        'COTEJO_TRUSTED_PROXIES=127.0.0.1',
      ].toSorted(),
    )
  })
})

describe('the unit of a replica', () => {
  it('gives cotejo-server the same settings as the program ./cotejo-server, and its secrets as credentials', async () => {
    const etc = await overDatabase()
    const unit = readFileSync(join(etc, 'systemd/cotejo@.service'), 'utf8')
    const lines = (name: string) =>
      Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, text = '']) => text)
    expect(lines('EnvironmentFile')).toEqual([`${etc}/settings.env`])
    expect(lines('ExecStart')).toEqual(['/usr/bin/env cotejo-server'])
    const credentials = lines('LoadCredential').map((line) => line.split(':'))
    expect(credentials.filter(([name, path]) => path !== `${etc}/secrets/${name}` || !existsSync(path))).toEqual([])
    const ofUnit = lines('Environment')
      .flatMap((line) => line.split(' '))
      .filter((setting) => !setting.startsWith('PATH='))
      .map((setting) => setting.replace('%d', `${etc}/secrets`).replace('%i', '3'))
    const program = readFileSync(join(etc, 'cotejo-server'), 'utf8')
    const ofProgram = [
      ...Array.from(program.matchAll(/^ *(\w+_FILE)=(\S+)$/gm), ([, name, path]) => `${name}=${path}`),
      ...Array.from(program.matchAll(/\$\{(\w+):=(\S+?)\}/g), ([, name, value]) => `${name}=${value}`),
    ].map((setting) => setting.replace('$directory', etc).replace('$1', '3'))
    expect(ofUnit.toSorted()).toEqual(ofProgram.toSorted())
    expect(ofUnit).toHaveLength(credentials.length + 3)
  })
})

describe.skipIf(!hasSystemd)(`the units of systemd${hasSystemd ? '' : ' (skipped: no systemd-analyze)'}`, () => {
  it('are accepted by systemd-analyze verify, without a warning', async () => {
    const systemd = join(await overDatabase(), 'systemd')
    const units = readdirSync(systemd)
    expect(units).toHaveLength(7)
    const files = units.map((name) => join(systemd, name.replace('@', '@0')))
    // An instance is verified under its own name.
    writeFileSync(join(systemd, 'cotejo@0.service'), readFileSync(join(systemd, 'cotejo@.service')))
    const verified = await run('systemd-analyze', ['verify', '--man=no', ...files]).catch((error) => error)
    const lines = `${verified.stdout}${verified.stderr}`.split('\n').filter((line) => line.includes('cotejo'))
    expect(lines).toEqual([])
    expect(verified.code ?? 0).toBe(0)
  })
})

describe.skipIf(!hasTerminals)(`on a terminal${hasTerminals ? '' : ' (skipped: no script)'}`, () => {
  const typed = (words: string) =>
    started(
      'script',
      ['--quiet', '--return', '--command', `'${process.execPath}' src/cli.ts init ${words}`, '/dev/null'],
      {
        env: { TERM: 'xterm', COLUMNS: '120' },
      },
    )

  it('asks for what the flags leave out, again after a wrong answer, and writes the answers', async () => {
    const etc = place()
    const child = typed(etc)
    await child.says(/the host name that partners use/)
    child.tell('not a name\r')
    await child.says(/Give the host name/)
    child.tell('\u007f'.repeat('not a name'.length))
    child.tell('avs.example.com\r')
    await child.says(/an existing Postgres/)
    child.tell(`${database}\r`)
    await child.says(/the authority/)
    child.tell('\r')
    await child.says(/the URL of the provider of identidad/)
    child.tell('https://identity.example.com\r')
    await child.says(/the URL of the provider of judicial/)
    child.tell('https://judicial.example.com\r')
    expect((await child.ended).code).toBe(0)
    expect(readFileSync(join(etc, 'settings.env'), 'utf8')).toBe(
      'COTEJO_ENVIRONMENT=production\nCOTEJO_IDENTITY_URL=https://identity.example.com\nCOTEJO_JUDICIAL_URL=https://judicial.example.com\nCOTEJO_DATABASE_CA_FILE=\n',
    )
    expect(readFileSync(join(etc, 'compose.yaml'), 'utf8')).toContain('--domain avs.example.com ')
    expect(readFileSync(join(etc, 'secrets/database_app'), 'utf8')).toContain(`@${database}`)
  })

  it('writes nothing when the questions are cancelled, and asks nothing to check', async () => {
    const etc = place()
    const child = typed(etc)
    await child.says(/the host name that partners use/)
    child.tell('\u0003')
    expect((await child.ended).code).not.toBe(0)
    expect(existsSync(etc)).toBe(false)

    const complete = await overDatabase()
    const { code, out } = await typed(`${complete} --check`).ended
    expect([code, out]).toEqual([1, expect.stringContaining('COTEJO_IDENTITY_KEY')])
    expect(out).not.toContain('host name')
  })
})

describe('the command of an installation in containers', () => {
  it('passes on who acts, the key of a payment platform, and every word', async () => {
    const etc = place()
    await run(process.execPath, ['src/cli.ts', 'init', etc, '--name', 'a', '--environment', 'sandbox'])
    const bin = temporaryDirectory('bin')
    writeFileSync(join(bin, 'docker'), `#!/bin/sh\nprintf '%s\\n' "$@"\n`, { mode: 0o755 })
    const words = async (args: ReadonlyArray<string>, more = {}) => {
      const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, COTEJO_OPERATOR: 'ana', ...more }
      const { stdout } = await run(join(etc, 'cotejo'), [...args], { env })
      return stdout.trimEnd().split('\n').slice(5)
    }
    expect(await words(['migrate', '--json'])).toEqual(['migrate', 'cotejo', 'migrate', '--json'])
    const flagged = ['--actor', 'ana', '--json', 'migrate']
    expect(await words(flagged)).toEqual(['migrate', 'cotejo', ...flagged])
    const actor = ['--env', 'COTEJO_OPERATOR=ana']
    expect(await words(['accounts', 'show', 'a b'])).toEqual([...actor, 'operator', 'accounts', 'show', 'a b'])
    const key = join(bin, 'docker')
    expect(await words(['accounts', 'processor'], { COTEJO_PROCESSOR_KEY_FILE: key })).toEqual([
      ...actor,
      '--volume',
      `${key}:/run/processor_key:ro`,
      '--env',
      'COTEJO_PROCESSOR_KEY_FILE=/run/processor_key',
      'operator',
      'accounts',
      'processor',
    ])
  })
})
