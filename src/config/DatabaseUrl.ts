import { Option, Redacted, Result } from 'effect'
import { isLoopback } from '#domain/network/Loopback.ts'
import { examplePassword, placeholder } from './Readers.ts'
import type { Reader } from './Variable.ts'

/** Where the database is, and whether the way to it is encrypted. */
export interface DatabaseAddress {
  readonly url: Redacted.Redacted
  /** With TLS the server's certificate and name are verified, always. */
  readonly tls: boolean
  readonly isLocal: boolean
}

/** Parameters that the address may have. */
const parameters: ReadonlyArray<string> = ['sslmode', 'connect_timeout', 'application_name']

const form = 'postgres://user:password@host:5432/database'
const parse = Option.liftThrowable((address: string) => new URL(address))
const decode = Option.liftThrowable(decodeURIComponent)

const complaintAboutParameters = (given: URLSearchParams): string | null => {
  const names = [...given.keys()]
  const unknown = names.find((name) => !parameters.includes(name))
  if (unknown === 'target_session_attrs') {
    return 'has target_session_attrs, which is not supported: name one address that leads to the primary, as HAProxy or a moving address does.'
  }
  if (unknown === 'ssl') return 'has the parameter ssl, which does nothing: say sslmode=verify-full.'
  if (unknown !== undefined) return `has an unknown parameter; it may have: ${parameters.join(', ')}.`
  return new Set(names).size < names.length ? 'has a parameter twice.' : null
}

/** `verify-full` anywhere; in plain text on this machine, or elsewhere where it is said in so many words. */
const complaintAboutTls = (mode: string | null, isLocal: boolean): string | null => {
  if (mode === 'verify-full' || mode === 'disable' || (mode === null && isLocal)) return null
  return mode === null
    ? 'says nothing of encryption, and the database is not on this machine: add ?sslmode=verify-full.'
    : 'has an sslmode that may end in plain text or in an unknown server: it is verify-full or disable.'
}

const complaintAboutPassword = (password: string): string | null => {
  const text = Option.getOrNull(decode(password))
  if (text === null) return 'has a password that is not percent-encoded as addresses are.'
  return placeholder.test(text) || examplePassword.test(text)
    ? 'holds a placeholder for its password: put the real one in.'
    : null
}

/** Where the database is. A complaint repeats nothing of the address. */
export const databaseUrl: Reader<DatabaseAddress> = (address) => {
  if (/^postgres(?:ql)?:\/\/[^/?]*,/.test(address)) {
    return Result.fail(
      'names several hosts: name one address that leads to the primary, as HAProxy or a moving address does.',
    )
  }
  const url = Option.getOrNull(parse(address))
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '') {
    return Result.fail(`is not the address of a database: ${form}.`)
  }
  const mode = url.searchParams.get('sslmode')
  const isLocal = isLoopback(url.hostname)
  const complaint =
    complaintAboutParameters(url.searchParams) ??
    complaintAboutTls(mode, isLocal) ??
    complaintAboutPassword(url.password)
  return complaint === null
    ? Result.succeed({ url: Redacted.make(address), tls: mode === 'verify-full', isLocal })
    : Result.fail(complaint)
}
