#!/usr/bin/env node
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import process, { env } from 'node:process'
import { parseArgs } from 'node:util'
import { CotejoError } from './CotejoError.ts'
import { type Happening, listen, type Position } from './Listen.ts'

/** `npx @cotejo/client listen`: webhooks on a machine without a public address. */

const usage = `Usage: npx @cotejo/client listen --to http://localhost:3000/webhooks [options]

Posts every verification that is emitted to a receiver on this machine, signed with your own secret.

  --to URL       your receiver
  --key KEY      your API key; or COTEJO_KEY
  --secret TEXT  your signing secret, whsec_ included; or COTEJO_WEBHOOK_SECRETS
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

const idsIn = (value: unknown, name: string): ReadonlyArray<string> => {
  const ids: unknown = Object(value)[name]
  return Array.isArray(ids) ? ids.map(String) : []
}

/** The position of an earlier start of this key; null at the first. */
const positionIn = (file: string): Position | null => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  try {
    const value: unknown = JSON.parse(text)
    return { done: idsIn(value, 'done'), open: idsIn(value, 'open') }
  } catch {
    return fail(`${file} is not a position. Delete it, or name another file with --state.`)
  }
}

/** Written whole or not at all. */
const keepIn = (file: string) => (position: Position) => {
  writeFileSync(`${file}.new`, `${JSON.stringify(position)}\n`)
  renameSync(`${file}.new`, file)
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
      return `${happening.reason}; trying again`
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
if (to === undefined || !URL.canParse(to)) fail(`--to is missing or not a URL.\n\n${usage}`)
if (!key || !secret) fail(`--key and --secret are needed, or COTEJO_KEY and COTEJO_WEBHOOK_SECRETS.\n\n${usage}`)

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

say(`${url} -> ${to}, every 5 s. Event ids are local; this does not try your webhook_url.`)
try {
  await listen({
    baseUrl: url,
    apiKey: key ?? '',
    secret: secret ?? '',
    to: to ?? '',
    allowPrivateHttp: true,
    position: positionIn(state),
    all,
    keep: keepIn(state),
    tell: (happening) => say(`${new Date().toISOString()} ${sentence(happening, to ?? '')}`),
    signal: stop.signal,
  })
} catch (failure) {
  if (failure instanceof CotejoError && failure.status === 401) fail('The key is refused: 401.')
  fail(failure instanceof Error ? failure.message : String(failure))
}
