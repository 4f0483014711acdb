#!/usr/bin/env node
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import process, { env } from 'node:process'
import { parseArgs } from 'node:util'
import { CotejoError } from './CotejoError.ts'
import { type Happening, listen, type Position } from './Listen.ts'
import { passProxyForLoopback } from './LoopbackPastProxy.ts'
import { isPrivateHost } from './PrivateHost.ts'

/** `npx @cotejo/client listen`: webhooks on a machine without a public address. */

const usage = `Usage: COTEJO_KEY=… COTEJO_WEBHOOK_SECRETS=… npx @cotejo/client listen --to http://localhost:3000/webhooks

Posts every verification that is emitted to a receiver on this machine, signed with your own secret.

  COTEJO_KEY              your API key
  COTEJO_WEBHOOK_SECRETS  your signing secret, whsec_ included; of several, the first

  --to URL       your receiver
  --key KEY      instead of COTEJO_KEY, and
  --secret TEXT  instead of COTEJO_WEBHOOK_SECRETS: other users of this machine can read both in the list of processes
  --url URL      the installation; http://127.0.0.1:4010, a local simulator, if absent
  --state FILE   where the position is kept between starts; .cotejo-listen.json if absent
  --all          at the first start, also deliver what was emitted before

It polls the list of verifications, not more often than once in 5 s.
It is not the service's delivery: the event ids are its own (evt_local_…), a refused webhook is posted again at every
poll, and your webhook_url is not tried. Each webhook of the service still goes there.`

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const options = {
  to: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  url: { type: 'string' },
  state: { type: 'string' },
  all: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const read = () => {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (failure) {
    return fail(`${failure instanceof Error ? failure.message : failure}\n\n${usage}`)
  }
}

const another = 'Delete it, or name another file with --state.'

/**
 * The position of an earlier start; null at the first.
 *
 * @param of the installation and key that the position must belong to
 */
const positionIn = (file: string, of: string): Position | null => {
  if (!existsSync(file)) return null
  try {
    const value = Object(JSON.parse(readFileSync(file, 'utf8')))
    const [done, open]: ReadonlyArray<unknown> = [value.done, value.open]
    if (!Array.isArray(done) || !Array.isArray(open)) return fail(`${file} is not a position. ${another}`)
    if (value.of !== of) return fail(`${file} belongs to another key or installation. ${another}`)
    return { done: done.map(String), open: open.map(String) }
  } catch (failure) {
    return fail(`${file} cannot be read: ${failure instanceof Error ? failure.message : failure}. ${another}`)
  }
}

/** Written whole or not at all. */
const keepIn = (file: string, of: string) => (position: Position) => {
  writeFileSync(`${file}.new`, `${JSON.stringify({ of, ...position })}\n`)
  renameSync(`${file}.new`, file)
}

/** Whether a URL is a receiver of the developer: documents of applicants go nowhere else. */
const isReceiver = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false
  return /^(?:127(?:\.\d+){3}|\[::1\])$/.test(url.hostname) || isPrivateHost(url.hostname)
}

const sentence = (happening: Happening, to: string): string => {
  switch (happening.what) {
    case 'started':
      return happening.earlier === 0
        ? 'listening'
        : `listening; passed over ${happening.earlier} that ended before (--all delivers them)`
    case 'delivered':
      return `${happening.id} delivered: ${happening.status}`
    case 'refused':
      return happening.status === null
        ? `${happening.id} not delivered: nobody answers at ${to}; trying again`
        : `${happening.id} refused: ${happening.status}; trying again`
    case 'unreachable':
      return `${happening.reason} at ${url} (--url names another address); trying again`
    case 'missed':
      return 'more than 100 verifications since the last poll: earlier ones may be missing'
  }
}

const { values, positionals } = read()
const { to, state = '.cotejo-listen.json', url = 'http://127.0.0.1:4010', all = false } = values
const { key = env['COTEJO_KEY'], secret = env['COTEJO_WEBHOOK_SECRETS']?.split(',')[0] } = values
if (values.help === true) {
  say(usage)
  process.exit(0)
}
if (positionals.join(' ') !== 'listen') fail(usage)
if (to === undefined || !isReceiver(to)) {
  fail(`--to must be an http or https URL of this machine or a private network, without user and password.\n\n${usage}`)
}
if (!key || !secret) fail(`COTEJO_KEY and COTEJO_WEBHOOK_SECRETS are needed, or --key and --secret.\n\n${usage}`)

const of = createHash('sha256').update(`${url}\n${key}`).digest('base64url').slice(0, 16)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

passProxyForLoopback()
say(`${url} -> ${to}, every 5 s. Event ids are local; this does not try your webhook_url.`)
try {
  await listen({
    baseUrl: url,
    apiKey: key ?? '',
    secret: secret ?? '',
    to: to ?? '',
    allowPrivateHttp: true,
    position: positionIn(state, of),
    all,
    keep: keepIn(state, of),
    tell: (happening) => say(`${new Date().toISOString()} ${sentence(happening, to ?? '')}`),
    signal: stop.signal,
  })
} catch (failure) {
  if (failure instanceof CotejoError && failure.status === 401) fail('The key is refused: 401.')
  fail(failure instanceof Error ? failure.message : String(failure))
}
