import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { freePorts } from '#tools/machine/freePort.ts'
import { plainEnvironment } from '#tools/machine/processes.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { haproxyIsInstalled } from '#tools/peers/haproxy.ts'
import { errorBody } from '#wire/Errores.ts'

const run = promisify(execFile)
const configuration = readFileSync('ops/haproxy/haproxy.cfg', 'utf8')
const skipped = haproxyIsInstalled() ? '' : ' (skipped: no haproxy)'

it('answers without replicas what the service answers without its database', () => {
  const answers = configuration.match(/(?<=http-error status 50[23] .*')\{.*\}/g)
  expect(answers?.map((answer) => JSON.parse(answer))).toEqual(Array(2).fill(errorBody('base_no_alcanzable')))
})

/** A directory with the configuration: its certificates are there, and each of these texts is replaced. */
const configured = (replaced: Readonly<Record<string, string>> = {}) => {
  const directory = temporaryDirectory('proxy')
  const [file, certificates] = [join(directory, 'haproxy.cfg'), join(directory, 'certificates')]
  mkdirSync(certificates)
  const changes = { '/etc/haproxy/certificates': certificates, ...replaced }
  const changed = Object.entries(changes).reduce((all, [from, to]) => {
    expect(all).toContain(from)
    return all.replaceAll(from, to)
  }, configuration)
  writeFileSync(file, changed)
  return { directory, file, certificates }
}

it.skipIf(skipped !== '').each([
  ['on a machine', {}],
  ['in containers', { COTEJO_CONTAINERS: 'yes' }],
])(`the configuration is valid %s, and HAProxy warns of nothing${skipped}`, async (_, given) => {
  const { file, certificates } = configured()
  writeFileSync(join(certificates, 'avs.example.com.pem'), certificate + certificateKey)
  const environment = { ...plainEnvironment, ...given }
  const { stdout, stderr } = await run('/usr/sbin/haproxy', ['-c', '-f', file], { env: environment })
  expect(`${stdout}${stderr}`).toContain('Configuration file is valid')
  expect(`${stdout}${stderr}`).not.toMatch(/warning/i)
})

/** The proxy over one replica, which answers with the headers and the size of the request. */
const startProxy = async (more: Readonly<Record<string, string>> = {}) => {
  const replica = createServer(async (asked, response) => {
    const body = await text(asked)
    response.end(JSON.stringify({ ...asked.headers, size: body.length }))
  }).listen(0, '127.0.0.1')
  await once(replica, 'listening')
  const address = replica.address()
  const upstream = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const [http = '', https = '', challenges = ''] = await freePorts(3)
  const { directory, file, certificates } = configured({
    '  user haproxy\n  group haproxy\n': '',
    '  bind :::80 v6only\n': '',
    '  bind :::443 v6only ssl': `  bind /${temporaryDirectory('proxy')}/socket ssl`,
    'bind :80\n': `bind 127.0.0.1:${http}\n`,
    'bind :443 ': `bind 127.0.0.1:${https} `,
    '127.0.0.1:8080': upstream,
    '127.0.0.1:8081': upstream,
    '127.0.0.1:8402': `127.0.0.1:${challenges}`,
    // A busy machine answers health checks late.
    'timeout check 2s': 'timeout check 1h',
    ...more,
  })
  const child = spawn('/usr/sbin/haproxy', ['-W', '-db', '-q', '-f', file], { env: plainEnvironment, stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    replica.closeAllConnections()
    replica.close()
  })
  /** Gets or posts over TLS, as a client that knows the service as localhost. */
  const ask = async (headers: IncomingHttpHeaders = {}, body = '') => {
    const method = body === '' ? 'GET' : 'POST'
    const given = { host: '127.0.0.1', port: https, servername: 'localhost', ca: certificate, agent: false, method }
    const asked = request({ ...given, headers })
    asked.end(body)
    const [answer] = await once(asked, 'response')
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) }
  }
  return { directory, certificates, child, ask, http: `http://127.0.0.1:${http}`, challenges }
}

/** Installs the certificate as certbot does. */
const install = async ({ directory, certificates, child }: Awaited<ReturnType<typeof startProxy>>): Promise<void> => {
  const lineage = join(directory, 'localhost')
  mkdirSync(lineage)
  writeFileSync(join(lineage, 'fullchain.pem'), certificate)
  writeFileSync(join(lineage, 'privkey.pem'), certificateKey)
  const hook = readFileSync('ops/haproxy/certificate.sh', 'utf8')
    .replace('/etc/haproxy/certificates', certificates)
    .replace('/run/systemd/system', join(directory, 'absent'))
    .replace('kill -USR2 1\n', `kill -USR2 ${child.pid}\n`)
  await run('sh', ['-c', hook], { env: { ...plainEnvironment, RENEWED_LINEAGE: lineage } })
}

it.skipIf(skipped !== '')(
  `starts without a certificate, and serves the one that certbot brings${skipped}`,
  async () => {
    const proxy = await startProxy()
    const answer = (path: string) => fetch(`${proxy.http}${path}`, { redirect: 'manual' })
    await expect
      .poll(() =>
        answer('/v1/verificaciones?a=b').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(308)
    const redirect = await answer('/v1/verificaciones?a=b')
    expect(redirect.headers.get('location')).toBe(`https://${new URL(proxy.http).host}/v1/verificaciones?a=b`)
    const certbot = createServer((asked, response) => response.end(asked.url)).listen(
      Number(proxy.challenges),
      '127.0.0.1',
    )
    await once(certbot, 'listening')
    onTestFinished(() => void certbot.close())
    const path = '/.well-known/acme-challenge/abc'
    expect(await (await answer(path)).text()).toBe(path)
    await expect(proxy.ask()).rejects.toThrow()

    await install(proxy)
    await expect
      .poll(() =>
        proxy.ask().then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  },
)

it.skipIf(skipped !== '')(
  `tells the replica who asks, whatever the client wrote, and passes on large bodies${skipped}`,
  async () => {
    const proxy = await startProxy()
    await expect
      .poll(() =>
        fetch(proxy.http, { redirect: 'manual' }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(308)
    await install(proxy)
    await expect
      .poll(() =>
        proxy.ask().then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    const { body } = await proxy.ask({ 'x-forwarded-for': '203.0.113.7' }, 'x'.repeat(70_000))
    expect(body).toMatchObject({ 'x-forwarded-for': '127.0.0.1', size: 70_000 })
  },
)

it.skipIf(skipped !== '')(`answers 503 to an address that asks too often${skipped}`, async () => {
  const proxy = await startProxy({ 'gt 2000': 'gt 20' })
  const ask = () => fetch(proxy.http, { redirect: 'manual' })
  await expect
    .poll(() =>
      ask().then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(308)
  const statuses: Array<number> = []
  while (statuses.at(-1) !== 503 && statuses.length < 30) statuses.push((await ask()).status)
  expect(statuses.at(-1)).toBe(503)
  expect(await (await ask()).json()).toEqual(errorBody('base_no_alcanzable'))
})
