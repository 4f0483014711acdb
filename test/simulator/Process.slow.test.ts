import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { query, startPostgres } from '#tools/postgres/postgres.ts'

/** `npm start` with these flags. */
const launched = (...flags: ReadonlyArray<string>) =>
  watched(spawn(process.execPath, ['simulator/main.ts', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] }))

const watched = (child: ChildProcessByStdio<null, Readable, Readable>) => {
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let err = ''
  const said = Promise.withResolvers<string>()
  child.stdout.on('data', (bytes) => {
    out += bytes
    if (/^Listo en .*$/m.test(out)) said.resolve(out)
  })
  child.stderr.on('data', (bytes) => {
    err += bytes
  })
  const ended = new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) =>
    child.on('close', (code) => {
      resolve({ code, out, err })
      said.reject(new Error(`it ended with ${code}: ${err}`))
    }),
  )
  said.promise.catch(() => undefined)
  return { ready: said.promise, ended, stop: () => child.kill('SIGTERM') }
}

const shell = (command: string): Promise<string> =>
  new Promise((resolve, reject) =>
    execFile('sh', ['-c', command], (error, stdout) => (error === null ? resolve(stdout) : reject(error))),
  )

describe('the process that npm start runs', () => {
  it('prints a curl command that works when pasted (200 en_proceso), and exits with 0 on SIGTERM', async () => {
    const { ready, ended, stop } = launched('--port', '0')
    const printed = await ready
    const [, command = ''] = /^(curl (?:.*\\\n)+.*)$/m.exec(printed) ?? []
    const answer = await shell(`${command} -w '\\n%{http_code}'`)
    const [body = '', status] = answer.split('\n')
    expect(status).toBe('200')
    expect(JSON.parse(body)).toMatchObject({ solicitud_id: 'sol-0001', estado: 'en_proceso' })
    const [, reading = ''] = /^(curl -s '.*)$/m.exec(printed) ?? []
    expect(JSON.parse(await shell(reading))).toMatchObject({ verificaciones: [{ solicitud_id: 'sol-0001' }] })

    stop()
    const { code, out, err } = await ended
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`verification created  verificacion_id=${JSON.parse(body).verificacion_id} channel=api`)
    // The log tells no personal data.
    expect(out.slice(out.indexOf('Listo en'))).not.toMatch(/LIMP900101|avs_test_|partner\.example/)
  })

  it('ends with the shell by which npm starts it, which npm alone ends', async () => {
    const { ready, ended, stop } = watched(
      spawn('sh', ['-c', `"${process.execPath}" simulator/main.ts --port 0; exit`], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, npm_lifecycle_script: 'node simulator/main.ts' },
      }),
    )
    const [, base = ''] = /^Listo en (.*)$/m.exec(await ready) ?? []
    stop()
    // Once nobody holds its output any more, the simulator has ended too.
    await ended
    await expect(fetch(`${base}/_salud`)).rejects.toThrow('fetch failed')
  })

  it('says that the port is in use and which flag chooses another, and exits with 1', async () => {
    const server = createServer()
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { code, out, err } = await launched('--port', String(port)).ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`127.0.0.1:${port}`)
    expect(err).toContain('--port')
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  it('works on a new data directory, again on the same, and says what to do with one of another version', async () => {
    const data = temporaryDirectory('datos')
    onTestFinished(() => rm(data, { recursive: true, force: true, maxRetries: 10 }))
    for (const _ of ['first', 'second']) {
      const { ready, ended, stop } = launched('--port', '0', '--storage', 'embedded', '--data', data)
      await ready
      stop()
      expect((await ended).code).toBe(0)
    }

    const server = await startPostgres({ dataDirectory: data })
    await query(server.url, 'ALTER TABLE schema_migrations DROP COLUMN checksum')
    await server.stop()
    const { code, out, err } = await launched('--port', '0', '--storage', 'embedded', '--data', data).ended
    expect([code, out]).toEqual([1, expect.not.stringContaining('Listo en')])
    expect(err).toBe(
      `Los datos guardados son de otra versión del programa. Borre el directorio ${data} o use otro con --data. (this database was created before the first release and cannot be migrated: use an empty database.)\n`,
    )
  })

  it.each([
    [['--velocidad', '3'], '--velocidad'],
    [['--port', '70000'], '--port'],
    [['--storage', 'sqlite'], '--storage'],
  ])('names what is wrong with %j, and exits with 1', async (flags, named) => {
    const { code, err } = await launched(...flags).ended
    expect(code).toBe(1)
    expect(err).toContain(named)
    expect(err).not.toMatch(/\bat .*\.ts:\d+/)
  })
})
