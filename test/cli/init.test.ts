import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { certificate } from '#tools/machine/certificate.ts'
import { temporaryDirectory, temporaryFile } from '#tools/machine/temporary.ts'
import { cotejo } from '#tools/service/server.ts'

const providers = [
  '--identity-url',
  'https://identity.example.com',
  '--judicial-url',
  'https://judicial.example.com/v1',
]
const database = ['--database', 'db.example.com:5432/cotejo?sslmode=verify-full']
const usual = ['--name', 'avs.example.com', ...database, ...providers]
const init = (directory: string, ...flags: ReadonlyArray<string>) => cotejo('', ['init', directory, ...flags])

/** A new installation, with the flags in addition to the usual ones. */
const installed = async (...flags: ReadonlyArray<string>): Promise<string> => {
  const directory = join(temporaryDirectory('init'), 'etc')
  expect(await init(directory, ...usual, ...flags), 'cotejo init works').toMatchObject({ code: 0, err: '' })
  return directory
}

const modesIn = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .map((path) => [path, (statSync(join(directory, path)).mode & 0o777).toString(8)])
      .toSorted(),
  )

describe('cotejo init', () => {
  it('writes files that everybody may read, secrets that only their owner may read, and programs', async () => {
    const directory = await installed('--database-ca', temporaryFile(certificate))
    expect(modesIn(directory)).toEqual({
      '.env': '644',
      'alerts.yaml': '644',
      'certificate.sh': '755',
      'certify.sh': '755',
      'compose.yaml': '644',
      cotejo: '755',
      'cotejo-server': '755',
      'database_ca.pem': '644',
      'haproxy.cfg': '644',
      'prometheus.yml': '644',
      'roles.sql': '600',
      secrets: '700',
      'secrets/database_app': '600',
      'secrets/database_migrate': '600',
      'secrets/database_operator': '600',
      'secrets/digest_key': '600',
      'secrets/identity_key': '600',
      'secrets/judicial_key': '600',
      'secrets/pgpass': '600',
      'secrets/sealing_keys': '600',
      'settings.env': '644',
      'shell.sh': '644',
      systemd: '755',
      'systemd/cotejo-backup.service': '644',
      'systemd/cotejo-backup.timer': '644',
      'systemd/cotejo-doctor.service': '644',
      'systemd/cotejo-doctor.timer': '644',
      'systemd/cotejo-ledger.service': '644',
      'systemd/cotejo-ledger.timer': '644',
      'systemd/cotejo@.service': '644',
    })
    expect((statSync(directory).mode & 0o777).toString(8)).toBe('755')
  })

  it('makes new secrets each time, and writes none of them into a file that everybody may read', async () => {
    const [one, other] = [await installed(), await installed()]
    const secrets = (directory: string) =>
      readdirSync(join(directory, 'secrets'))
        .map((name) => readFileSync(join(directory, 'secrets', name), 'utf8').trim())
        .filter((text) => text !== '')
    expect(secrets(one).filter((secret) => secrets(other).includes(secret))).toEqual([])
    const passwords = ['migrate', 'app', 'operator'].map(
      (role) => new URL(readFileSync(join(one, `secrets/database_${role}`), 'utf8')).password,
    )
    const public_ = Object.entries(modesIn(one)).filter(([path, mode]) => mode === '644' && path !== 'secrets')
    const texts = public_.map(([path]) => readFileSync(join(one, path), 'utf8')).join('\n')
    expect(passwords.every((password) => /^[0-9a-f]{48}$/.test(password))).toBe(true)
    const [, sealing = ''] = readFileSync(join(one, 'secrets/sealing_keys'), 'utf8').trim().split(':')
    for (const secret of [...passwords, sealing, readFileSync(join(one, 'secrets/digest_key'), 'utf8')]) {
      expect(texts).not.toContain(secret)
    }
    expect(texts).not.toContain('SCRAM-SHA-256')
  })

  it('writes the sealing key as a line, after which a second one can be appended', async () => {
    const directory = await installed('--environment', 'sandbox')
    const line = `2026-12:${randomBytes(32).toString('base64')}\n`
    appendFileSync(join(directory, 'secrets/sealing_keys'), line)
    expect(await init(directory, '--check')).toMatchObject({ code: 0 })
    expect(readFileSync(join(directory, 'secrets/sealing_keys'), 'utf8').split('\n')).toHaveLength(3)
  })

  it('names the image of its own release, whatever commit it was built from', async () => {
    const settings = readFileSync(join(await installed(), '.env'), 'utf8')
    expect(settings).toMatch(new RegExp(`^COTEJO_IMAGE=cotejo-server:${RegExp.escape(packageJson.version)}$`, 'm'))
  })

  it('refuses a directory that is not empty, and changes nothing in it', async () => {
    const directory = temporaryDirectory('init')
    writeFileSync(join(directory, 'mine'), 'mine')
    const { code, err } = await init(directory, ...usual)
    expect([code, err]).toEqual([1, `Nothing was written: ${directory} is not empty. Choose another directory.\n`])
    expect(modesIn(directory)).toEqual({ mine: '644' })

    const full = await installed()
    const before = readFileSync(join(full, 'secrets/digest_key'), 'utf8')
    expect((await init(full, ...usual)).code).toBe(1)
    expect(readFileSync(join(full, 'secrets/digest_key'), 'utf8')).toBe(before)
  })

  it('writes one installation when two start at the same time, and leaves no other file', async () => {
    const parent = temporaryDirectory('init')
    const both = await Promise.all([1, 2].map(() => init(join(parent, 'etc'), ...usual)))
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(readdirSync(parent)).toEqual(['etc'])
    expect(await init(join(parent, 'etc'), '--check')).toMatchObject({ code: 1 })
  })

  it('writes nothing when a file that it needs is missing', async () => {
    const parent = temporaryDirectory('init')
    const { code, err } = await init(join(parent, 'etc'), ...usual, '--database-ca', join(parent, 'absent.pem'))
    expect([code, err]).toEqual([1, expect.stringContaining('Nothing was written: ENOENT')])
    expect(readdirSync(parent)).toEqual([])
  })

  it.each([
    ['--name', 'avs.example.com\nimport /etc/passwd'],
    ['--name', 'avs.example.com {'],
    ['--name', ''],
    ['--database', 'postgres://admin:secret@db.example.com/cotejo'],
    ['--database', 'admin@db.example.com/cotejo'],
    ['--database', 'db.example.com/cotejo; rm'],
    ['--database', 'db.example.com/cotejo?a=%i'],
    ['--database', 'db.example.com/cotejo\nExecStart=/bin/sh'],
    ['--identity-url', 'https://identity.example.com/$HOME'],
    ['--identity-url', 'https://identity.example.com/`id`'],
    ['--judicial-url', 'https://judicial.example.com\nCOTEJO_HOST=0.0.0.0'],
    ['--judicial-url', 'ftp://judicial.example.com'],
    ['--environment', 'test'],
  ])('refuses %s %j, which could break a file', async (flag, value) => {
    const parent = temporaryDirectory('init')
    const changed = usual.includes(flag)
      ? usual.map((word, index) => (usual[index - 1] === flag ? value : word))
      : [...usual, flag, value]
    expect(await init(join(parent, 'etc'), ...changed)).toMatchObject({ code: 1 })
    expect(readdirSync(parent)).toEqual([])
  })

  it.each(['/tmp/with space', '/tmp/with"quote', '/tmp/with$dollar', '/tmp/with%i', '/tmp/new\nline'])(
    'refuses the directory %j',
    async (directory) => {
      expect(await init(directory, ...usual)).toMatchObject({ code: 1 })
      expect(existsSync(directory)).toBe(false)
    },
  )

  it('asks nothing without a terminal: it names the flag that is missing', async () => {
    const directory = join(temporaryDirectory('init'), 'etc')
    const { code, err } = await init(directory, ...database, ...providers)
    expect([code, err]).toEqual([1, 'Give --name: the host name that partners use, such as avs.example.com.\n'])
    const { err: missing } = await init(directory, '--name', 'avs.example.com', ...database)
    expect(missing).toBe('Give --identity-url: the URL of the provider of identidad.\n')
    expect((await init(directory, '--name', 'a', ...database, '--environment', 'sandbox')).code).toBe(0)
    expect(await init(directory, '--check')).toMatchObject({ code: 0 })
  })
})

describe('cotejo init --check', () => {
  const problems = async (directory: string) => {
    const { code, out } = await init(directory, '--check')
    return { code, problems: out.trim().split('\n') }
  }
  const withKeys = async (): Promise<string> => {
    const directory = await installed()
    for (const name of ['identity_key', 'judicial_key']) {
      writeFileSync(join(directory, 'secrets', name), `una-llave-de-${name}`)
    }
    return directory
  }

  it('accepts an installation once the keys of the providers are written', async () => {
    const directory = await installed()
    expect(await problems(directory)).toEqual({
      code: 1,
      problems: [expect.stringContaining('COTEJO_IDENTITY_KEY'), expect.stringContaining('COTEJO_JUDICIAL_KEY')],
    })
    const complete = await withKeys()
    expect(await problems(complete)).toEqual({ code: 0, problems: [`${complete} is complete.`] })
  })

  it.each(['secrets/database_operator', 'secrets/pgpass', 'roles.sql', 'systemd/cotejo@.service', 'cotejo-server'])(
    'names %s if it is missing',
    async (path) => {
      const directory = await withKeys()
      rmSync(join(directory, path))
      expect(await problems(directory)).toEqual({ code: 1, problems: [`${path}: is missing`] })
    },
  )

  it.each(['secrets/digest_key', 'roles.sql'])('names %s if others can read it', async (path) => {
    const directory = await withKeys()
    chmodSync(join(directory, path), 0o640)
    expect(await problems(directory)).toEqual({
      code: 1,
      problems: [`${path}: other users can read it (chmod 600)`],
    })
  })

  it('names wrong settings and secrets that are not keys', async () => {
    const directory = await withKeys()
    writeFileSync(
      join(directory, 'settings.env'),
      `${readFileSync(join(directory, 'settings.env'), 'utf8')}COTEJO_ROLES=web\n`,
    )
    writeFileSync(join(directory, 'secrets/digest_key'), 'short')
    const { code, problems: found } = await problems(directory)
    expect(code).toBe(1)
    expect(found.toSorted()).toEqual([
      expect.stringContaining('COTEJO_ROLES'),
      expect.stringContaining('COTEJO_DIGEST_KEY'),
    ])
  })
})
