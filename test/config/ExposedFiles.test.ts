import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigProvider, Effect } from 'effect'
import { beforeAll, describe, expect, it } from 'vitest'
import { names } from '#src/Config.ts'
import { exposedFiles } from '#src/config/GivenVariables.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'

const exposedAmong = (environment: Record<string, string>) =>
  Effect.runSync(
    Effect.provideService(
      exposedFiles(names),
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnvRecord(environment),
    ),
  )

describe('the file of a secret', () => {
  let open = ''
  let file = ''
  beforeAll(() => {
    open = temporaryDirectory('exposed')
    chmodSync(open, 0o755)
    file = join(open, 'secret')
    writeFileSync(file, 'x')
  })

  it.each([
    [0o644, ['COTEJO_DIGEST_KEY_FILE']],
    [0o604, ['COTEJO_DIGEST_KEY_FILE']],
    [0o640, []],
    [0o600, []],
    [0o602, []],
  ])('of the mode %o, in a directory of everybody, is told as %j', (mode, told) => {
    chmodSync(file, mode)
    expect(exposedAmong({ COTEJO_DIGEST_KEY_FILE: file })).toEqual(told)
  })

  it('is not told in a directory that keeps others out, nor by a link from elsewhere', () => {
    const closed = join(open, 'closed')
    mkdirSync(closed)
    const inside = join(closed, 'secret')
    writeFileSync(inside, 'x')
    chmodSync(inside, 0o644)
    chmodSync(closed, 0o755)
    const link = join(open, 'link')
    symlinkSync(inside, link)
    expect(exposedAmong({ COTEJO_SEALING_KEYS_FILE: link })).toEqual(['COTEJO_SEALING_KEYS_FILE'])
    chmodSync(closed, 0o700)
    expect(exposedAmong({ COTEJO_SEALING_KEYS_FILE: link })).toEqual([])
  })

  it('is looked at for every secret and every private key, and for no certificate', () => {
    chmodSync(file, 0o644)
    const files = [...names].filter((name) => name.endsWith('_FILE'))
    const told = exposedAmong(Object.fromEntries(files.map((name) => [name, file])))
    expect(files.filter((name) => !told.includes(name)).sort()).toEqual([
      'COTEJO_DATABASE_CA_FILE',
      'COTEJO_PROCESSOR_CA_FILE',
      'COTEJO_PROVIDER_CA_FILE',
      'COTEJO_PROVIDER_CERT_FILE',
      'COTEJO_TLS_CERT_FILE',
      'COTEJO_WEBHOOK_CA_FILE',
    ])
    expect(told).toEqual(
      expect.arrayContaining(['COTEJO_TLS_KEY_FILE', 'COTEJO_PROVIDER_KEY_FILE', 'DATABASE_URL_FILE']),
    )
  })

  it('is not told where it is not there', () => {
    expect(exposedAmong({ COTEJO_DIGEST_KEY_FILE: join(open, 'none') })).toEqual([])
  })
})
