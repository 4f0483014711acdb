import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { plainEnvironment } from '#tools/machine/processes.ts'
import { type Account, account } from './oracle/Account.ts'
import type { Terms } from './oracle/Terms.ts'
import { Violation } from './Violation.ts'

/** The sandbox as a process of its own, so that it is seen from outside whether it lives. */
export class Service {
  readonly base: string
  readonly #child: ChildProcess
  readonly #seen: Seen

  constructor(base: string, child: ChildProcess, seen: Seen) {
    this.base = base
    this.#child = child
    this.#seen = seen
  }

  /** How many verifications its log says were created. */
  get created(): number {
    return this.#seen.created
  }

  /** What its log holds that it should not, or how it ended; empty while all is well. */
  get complaint(): string {
    return this.#seen.complaint
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resident memory in megabytes. */
  get memory(): number {
    const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(this.#child.pid)], { encoding: 'utf8' })
    return Math.round(Number(kilobytes) / 1_024)
  }

  /** Pulls a lever of the simulator, or reads one. */
  async lever(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(this.base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    // Of a busy machine: nothing was done.
    if (response.status === 503 && response.headers.has('retry-after')) return this.lever(method, path, body)
    if (!response.ok) throw new Violation(`${method} ${path} answered ${text}`)
    return JSON.parse(text)
  }

  /** Opens an account. */
  async open(terms: Terms): Promise<Account> {
    const { llave, tenant } = await this.lever('POST', '/_simulador/cuentas', terms)
    return account(String(llave), String(tenant), terms)
  }

  async stop(): Promise<void> {
    this.#seen.isStopping = true
    if (!this.isAlive) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}

interface Seen {
  created: number
  complaint: string
  isStopping: boolean
}

/**
 * Starts a sandbox on a free port, over memory, its time standing nearly still: whatever is created stays
 * `en_proceso` until time is moved.
 */
export const startService = async (): Promise<Service> => {
  const flags = ['--port', '0', '--speed', '0.001', '--storage', 'memory', '--seed', 'fuzz']
  const args = ['--disable-warning=ExperimentalWarning', 'simulator/main.ts', ...flags]
  const child = spawn(process.execPath, args, { env: plainEnvironment, stdio: ['ignore', 'pipe', 'pipe'] })
  // However this process ends, the other ends with it.
  process.once('exit', () => child.kill('SIGKILL'))
  const seen: Seen = { created: 0, complaint: '', isStopping: false }
  const complain = (line: string) => {
    seen.complaint ||= line
  }
  const listening = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const base = /^Listo en (\S+)$/.exec(line)?.[1]
    if (base !== undefined) listening.resolve(base)
    if (line.includes('  verification created  ')) seen.created += 1
    if (/ {2}(?:ERROR|FATAL) {2}/.test(line)) complain(line)
  })
  createInterface({ input: child.stderr }).on('line', complain)
  child.once('exit', (code, signal) => {
    if (!seen.isStopping) complain(`the process ended with ${code ?? signal}`)
    listening.reject(new Error(`the sandbox did not start: ${seen.complaint}`))
  })
  return new Service(await listening.promise, child, seen)
}
