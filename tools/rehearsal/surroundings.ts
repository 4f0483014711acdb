/**
 * The peers of a production installation on this machine, to rehearse docs/operate/deploy.md: a Postgres with TLS, both
 * providers, the payment processor, files of lists and a collector of traces. Everything is fictitious and is deleted
 * at the end.
 */
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { freePorts } from '#tools/machine/freePort.ts'
import { temporaryDirectory } from '#tools/machine/temporary.ts'
import { spansIn, startCollector } from '#tools/peers/collector.ts'
import { type Asked, found, provider, type ScriptedAnswer, searched } from '#tools/peers/providers.ts'
import { secureProcessor } from '#tools/peers/secureProcessor.ts'
import { traceTree } from '#tools/peers/traceTree.ts'
import { databaseWithTls } from '#tools/postgres/secureDatabase.ts'

const conditions = ['works', 'slow', 'fails', 'refuses', 'hangs'] as const
type Condition = (typeof conditions)[number]
const isCondition = (word: string): word is Condition => conditions.some((condition) => condition === word)

/** The delay of a slow answer: some verifications wait, but none ends because of it. */
const slowMillis = 12_000

/** The service's keys for the providers. */
const keys = { identidad: 'una-llave-de-prueba', judicial: 'otra-llave-de-prueba' }

/** The collector's path for traces. */
const traces = '/v1/traces'

/** A provider whose condition can be changed while it runs. Requests with another key are refused. */
const changeable = (key: string, answer: (body: Asked['body']) => unknown) => {
  let condition: Condition = 'works'
  const script = async ({ headers, body }: Asked): Promise<ScriptedAnswer> => {
    if (condition === 'slow') await after(slowMillis)
    if (condition === 'hangs') await new Promise(() => {})
    if (condition === 'fails') return { status: 500, body: {} }
    const isRefused = condition === 'refuses' || headers.authorization !== `Bearer ${key}`
    return isRefused ? { status: 401, body: {} } : { body: answer(body) }
  }
  return {
    start: () => provider(script, { cert: certificate, key: certificateKey }),
    put: (changed: Condition) => {
      condition = changed
    },
  }
}

const fixtures = resolve(import.meta.dirname, '../../test/adapters/lists/fixtures')
const inSpanish = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' })

/** The files of lists as if their publishers had made them today: a list is as old as its own date. */
const listsOfToday = (directory: string): string => {
  const lists = join(directory, 'lists')
  mkdirSync(lists)
  const now = new Date()
  const dates = [
    ['2026-01-31T', `${now.toISOString().slice(0, 10)}T`],
    ['31 de enero de 2026', inSpanish.format(now)],
  ] as const
  for (const file of readdirSync(fixtures)) {
    const text = readFileSync(join(fixtures, file), 'latin1')
    const dated = dates.reduce((content, [old, today]) => content.replace(old, today), text)
    writeFileSync(join(lists, file), dated, 'latin1')
  }
  return lists
}

/** An address without its password, which may be used on a command line. */
const withoutPassword = (address: string): string => {
  const url = new URL(address)
  url.password = ''
  return url.href
}

/**
 * Starts everything. `known` has the values that step 1 of docs/operate/deploy.md asks for, except the reader's own
 * names and ports.
 */
export const startSurroundings = async () => {
  const directory = temporaryDirectory('surroundings')
  const authority = join(directory, 'authority.pem')
  writeFileSync(authority, certificate)
  const [identidad, judicial] = [changeable(keys.identidad, found), changeable(keys.judicial, searched)]
  const [database, processor, identity, courts, collector] = await Promise.all([
    databaseWithTls(),
    secureProcessor(),
    identidad.start(),
    judicial.start(),
    startCollector([traces]),
  ])
  const put = { identidad: identidad.put, judicial: judicial.put, procesador: processor.put }
  return {
    known: {
      ADMINISTRATOR: withoutPassword(database.administrator),
      ADMINISTRATOR_PASSWORD: new URL(database.administrator).password,
      DATABASE: database.place,
      DATABASE_CA: authority,
      IDENTITY_URL: identity.url,
      IDENTITY_KEY: keys.identidad,
      JUDICIAL_URL: courts.url,
      JUDICIAL_KEY: keys.judicial,
      PROVIDER_CA: authority,
      LISTS: listsOfToday(directory),
      PROCESSOR_URL: processor.url,
      PROCESSOR_CA: authority,
      LUNA_KEY: processor.key,
      LUNA_DESTINATION: processor.destination,
      CURP_1: 'LIMP900101HDFRRS03',
      CURP_2: 'LIMP900101HDFRRS03',
      PAYMENT: await processor.pay(),
    },
    collector: collector.endpoint,
    traceOf: (verificationId: string) => traceTree(spansIn(collector.received.get(traces) ?? ''), verificationId),
    pay: processor.pay,
    put,
    /** The current condition of each peer. */
    stands: new Map<string, Condition>(Object.keys(put).map((name) => [name, 'works'])),
    stop: async () => {
      collector.stop()
      await Promise.all([database.stop(), processor.stop(), identity.stop(), courts.stop()])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
type Surroundings = Awaited<ReturnType<typeof startSurroundings>>

interface Said {
  readonly status: 200 | 404
  readonly text: string
}
const done = (text: string): Said => ({ status: 200, text })

/**
 * The HTTP interface for the reader while the installation runs: `GET /`, `GET /trace/ver_…`, `POST /payment`, and
 * `POST /judicial` with a condition. A mistyped request gets an error, so that it is not mistaken for done.
 */
const changing = async ({ put, pay, traceOf, stands }: Surroundings, request: IncomingMessage): Promise<Said> => {
  const none: Said = {
    status: 404,
    text: `There is no such lever, and nothing changed. POST ${Object.keys(put).join(', ')}: ${conditions.join(', ')}. POST payment. GET /, trace/ver_…`,
  }
  const { method, url = '' } = request
  if (method === 'GET' && url === '/') {
    return done([...stands].map(([name, condition]) => `${name} ${condition}`).join('\n'))
  }
  if (method === 'GET' && url.startsWith('/trace/')) {
    const trace = traceOf(url.replace('/trace/', ''))
    return trace === ''
      ? { status: 404, text: 'Nothing of it has come yet: its spans come some seconds after it.' }
      : done(trace)
  }
  if (method !== 'POST') return none
  if (url === '/payment') return done(await pay())
  const condition = Buffer.concat(await request.toArray()).toString()
  const change = Object.entries(put).find(([name]) => url === `/${name}`)?.[1]
  if (change === undefined || !isCondition(condition)) return none
  change(condition)
  stands.set(url.slice(1), condition)
  return done(condition)
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Exports for a shell. The values contain no quotes. */
const exportsOf = (known: Readonly<Record<string, string>>): string =>
  Object.entries(known)
    .map(([name, value]) => `export ${name}='${value}'\n`)
    .join('')

/** A directory with the programs of the package @cotejo/server, from this checkout. */
const programsIn = (place: string): string => {
  const directory = join(place, 'bin')
  mkdirSync(directory, { recursive: true })
  for (const [name, file] of Object.entries({ cotejo: 'cli.ts', 'cotejo-server': 'main.ts' })) {
    const program = resolve(import.meta.dirname, '../../src', file)
    const text = `#!/bin/sh\nexec '${process.execPath}' --disable-sigusr1 '${program}' "$@"\n`
    writeFileSync(join(directory, name), text, { mode: 0o755 })
  }
  return directory
}

export const rehearse = async (directory: string): Promise<void> => {
  const place = resolve(directory)
  mkdirSync(place, { recursive: true })
  const surroundings = await startSurroundings()
  const levers = createServer((request, response) => {
    changing(surroundings, request)
      .then(({ status, text }) => response.writeHead(status).end(`${text}\n`))
      .catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(levers, 'listening')
  const at = levers.address()
  const file = join(place, 'known')
  const [port0 = '', metrics0 = '', port1 = '', metrics1 = ''] = await freePorts(4)
  const own = {
    PATH: `${programsIn(place)}:${dirname(process.execPath)}:${process.env['PATH']}`,
    ETC: join(place, 'etc'),
    NAME: 'avs.example.com',
    PORT_0: port0,
    METRICS_0: metrics0,
    PORT_1: port1,
    METRICS_1: metrics1,
    COTEJO_OTLP_ENDPOINT: surroundings.collector,
    LEVERS: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`,
  }
  writeFileSync(file, exportsOf({ ...own, ...surroundings.known }))
  chmodSync(file, 0o600)
  say(`In another shell in this directory, instead of step 1:    . ${file}`)
  say('To break a peer:                                          curl -d slow $LEVERS/judicial')
  say('  (identidad, judicial or procesador: works; slow, by 12 s, the processor by 1 s; fails, with 500;')
  say('  refuses, with 401, as for a wrong key; hangs, without an answer)')
  say('The condition of all peers:                               curl $LEVERS')
  say('Another payment:                                          curl -X POST $LEVERS/payment')
  say('The trace of a verification, some seconds later:          curl $LEVERS/trace/ver_…')
  say('Ctrl-C ends everything.')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  levers.close()
  levers.closeAllConnections()
  await surroundings.stop()
  rmSync(file, { force: true })
}
