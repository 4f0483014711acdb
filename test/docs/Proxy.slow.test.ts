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
import { childrenOf, plainEnvironment } from '#tools/machine/processes.ts'
import { temporaryDirectory, temporaryFile } from '#tools/machine/temporary.ts'
import { haproxyIsInstalled } from '#tools/peers/haproxy.ts'
import { startSandbox } from '#tools/service/sandbox.ts'
import { errorBody } from '#wire/Errores.ts'

const run = promisify(execFile)
const configuration = readFileSync('ops/haproxy/haproxy.cfg', 'utf8')
const skipped = haproxyIsInstalled() ? '' : ' (skipped: no haproxy)'

const hasHttp2 = await run('curl', ['--version']).then(
  ({ stdout }) => /^Features:.* HTTP2\b/m.test(stdout),
  () => false,
)

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

/** The address of a server that answers with the headers and the size of a request. */
const startEcho = async (): Promise<string> => {
  const server = createServer(async (asked, response) => {
    response.end(JSON.stringify({ ...asked.headers, size: (await text(asked)).length }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** The proxy over one replica, with further texts of its configuration replaced. */
const startProxy = async (replica: string, more: Readonly<Record<string, string>> = {}) => {
  const [http = '', https = '', challenges = ''] = await freePorts(3)
  const { directory, file, certificates } = configured({
    '  user haproxy\n  group haproxy\n': '',
    '  bind :::80 v6only\n': '',
    '  bind :::443 v6only ssl': `  bind /${temporaryDirectory('proxy')}/socket ssl`,
    'bind :80\n': `bind 127.0.0.1:${http}\n`,
    'bind :443 ': `bind 127.0.0.1:${https} `,
    '127.0.0.1:8080': replica,
    '127.0.0.1:8081': replica,
    '127.0.0.1:8402': `127.0.0.1:${challenges}`,
    // A busy machine answers health checks late.
    'timeout check 2s': 'timeout check 1h',
    ...more,
  })
  const child = spawn('/usr/sbin/haproxy', ['-W', '-db', '-q', '-f', file], { env: plainEnvironment, stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  /** Gets or posts over TLS, as a client that knows the service as localhost. */
  const ask = async (headers: IncomingHttpHeaders = {}, body = '') => {
    const method = body === '' ? 'GET' : 'POST'
    const given = {
      host: '127.0.0.1',
      port: https,
      servername: 'localhost',
      ca: certificate,
      agent: false,
      path: '/_salud',
      method,
    }
    const asked = request({ ...given, headers })
    asked.end(body)
    const [answer] = await once(asked, 'response')
    return { status: answer.statusCode, body: JSON.parse(await text(answer)) }
  }
  const status = (answered: Promise<{ readonly status: number }>) =>
    answered.then((answer) => answer.status).catch(() => 0)
  const plain = (path = '/') =>
    fetch(`http://127.0.0.1:${http}${path}`, { redirect: 'manual', headers: { connection: 'close' } })
  await expect.poll(() => status(plain())).toBe(308)
  /** Installs a certificate as certbot does. */
  const certify = async () => {
    const lineage = join(directory, 'localhost')
    mkdirSync(lineage)
    writeFileSync(join(lineage, 'fullchain.pem'), certificate)
    writeFileSync(join(lineage, 'privkey.pem'), certificateKey)
    const hook = readFileSync('ops/haproxy/certificate.sh', 'utf8')
      .replace('/etc/haproxy/certificates', certificates)
      .replace('/run/systemd/system', join(directory, 'absent'))
      .replace('kill -USR2 1\n', `kill -USR2 ${child.pid}\n`)
    const before = childrenOf(child.pid ?? 0)
    await run('sh', ['-c', hook], { env: { ...plainEnvironment, RENEWED_LINEAGE: lineage } })
    // Until the earlier process has ended, it may still be given a connection, which it does not serve.
    await expect.poll(() => childrenOf(child.pid ?? 0).filter((pid) => before.includes(pid))).toEqual([])
    await expect.poll(() => status(ask())).toBe(200)
  }
  return { plain, ask, certify, http, https, challenges }
}

it.skipIf(skipped !== '')(
  `starts without a certificate, and serves the one that certbot brings${skipped}`,
  async () => {
    const { plain, ask, certify, http, challenges } = await startProxy(await startEcho())
    const redirect = await plain('/v1/verificaciones?a=b')
    expect(redirect.headers.get('location')).toBe(`https://127.0.0.1:${http}/v1/verificaciones?a=b`)
    const certbot = createServer((asked, response) => response.end(asked.url)).listen(Number(challenges), '127.0.0.1')
    await once(certbot, 'listening')
    onTestFinished(() => void certbot.close())
    const path = '/.well-known/acme-challenge/abc'
    expect(await (await plain(path)).text()).toBe(path)
    await expect(ask()).rejects.toThrow()
    await certify()
  },
)

it.skipIf(skipped !== '')(`tells the replica who asks, whatever the client wrote${skipped}`, async () => {
  const { ask, certify } = await startProxy(await startEcho())
  await certify()
  const { body } = await ask({ 'x-forwarded-for': '203.0.113.7' }, 'x'.repeat(60_000))
  expect(body).toMatchObject({ 'x-forwarded-for': '127.0.0.1', size: 60_000 })
})

it.skipIf(skipped !== '' || !hasHttp2)(
  `passes on each 413, and gives no rest of such a body to the next request${skipped}${hasHttp2 ? '' : ' (skipped: no curl with HTTP/2)'}`,
  async () => {
    const sandbox = await startSandbox()
    onTestFinished(sandbox.stop)
    const { llave } = await sandbox.account()
    const { certify, https } = await startProxy(new URL(sandbox.base).host)
    await certify()
    // Node's own client does not stop in the middle of a body when the answer arrives.
    const url = `https://localhost:${https}/v1/verificaciones`
    const place = ['--resolve', `localhost:${https}:127.0.0.1`, '--cacert', temporaryFile(certificate)]
    const headers = [`Authorization: Bearer ${llave}`, 'Content-Type: application/json'].flatMap((one) => [
      '--header',
      one,
    ])
    const body = ['--data-binary', `@${temporaryFile('x'.repeat(100_000))}`]
    const printed = ['--silent', '--output', '/dev/null', '--write-out', '%{http_code} %{http_version}']
    const answers: Array<string> = []
    for (let turn = 0; turn < 40; turn++) {
      answers.push((await run('curl', ['--http2', ...place, ...headers, ...body, ...printed, url])).stdout)
    }
    expect(new Set(answers)).toEqual(new Set(['413 2']))
  },
)

it.skipIf(skipped !== '')(`answers 503 to an address that asks too often${skipped}`, async () => {
  const { plain } = await startProxy(await startEcho(), { 'gt 2000': 'gt 20' })
  const statuses: Array<number> = []
  while (statuses.at(-1) !== 503 && statuses.length < 30) statuses.push((await plain()).status)
  expect(statuses.at(-1)).toBe(503)
  expect(await (await plain()).json()).toEqual(errorBody('base_no_alcanzable'))
})
