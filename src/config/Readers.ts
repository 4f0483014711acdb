import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { Duration, Option, Redacted, Result, Schema } from 'effect'
import { isActor } from '#domain/audit/Act.ts'
import { isLoopback } from '#domain/network/Loopback.ts'
import { type Network, parseNetwork } from '#domain/network/Network.ts'
import type { Reader } from './Variable.ts'

/** Placeholders for secrets in examples. */
export const placeholder = /change.?me|cambia.?me|placeholder|\.\.\.|[<>]/i
export const examplePassword =
  /^(?:password|passwd|contraseña|secret|secreto|example|ejemplo|postgres|cotejo|test|x+|0+|12345.*)$/i

/** How the texts of settings are read. A complaint never repeats the text of a secret. */

const parseUrl = Option.liftThrowable((address: string) => new URL(address))

/** A whole number in a range, both ends included. */
export const integer =
  (min: number, max: number): Reader<number> =>
  (text) => {
    const number = Number(text)
    return /^\d+$/.test(text) && number >= min && number <= max
      ? Result.succeed(number)
      : Result.fail(`is "${text}"; it is a whole number from ${min} to ${max}.`)
  }

/** A part of a whole, as 0.05. */
export const part: Reader<number> = (text) =>
  /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text)
    ? Result.succeed(Number(text))
    : Result.fail(`is "${text}"; it is a number from 0 to 1, as 0.05.`)

export const oneOf =
  <const A extends string>(choices: ReadonlyArray<A>): Reader<A> =>
  (text) =>
    Result.fromOption(
      Option.fromUndefinedOr(choices.find((choice) => choice === text)),
      () => `is "${text}"; it is one of: ${choices.join(', ')}.`,
    )

export const someOf =
  <const A extends string>(choices: ReadonlyArray<A>): Reader<ReadonlyArray<A>> =>
  (text) => {
    const named = text.split(',').map((name) => name.trim())
    if (named.length === 1 && named[0] === 'all') return Result.succeed(choices)
    return Result.mapError(
      Result.all(named.map(oneOf(choices))),
      () => `is "${text}"; it is all, or some of, separated by commas: ${choices.join(', ')}.`,
    )
  }

export const ports: Reader<ReadonlySet<number>> = (text) => {
  const numbers = text === 'none' ? [] : text.split(',').map((number) => number.trim())
  return numbers.every((number) => /^\d{1,5}$/.test(number) && Number(number) <= 65_535)
    ? Result.succeed(new Set(numbers.map(Number)))
    : Result.fail(`is "${text}"; it is none, or ports separated by commas, as 5432,6379.`)
}

const parseDuration = Schema.decodeUnknownOption(Schema.DurationFromString)

/** The lengths of a unit in milliseconds, the longest first. */
const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, millis: 1 } as const

/** A length of time as it may be written in a setting: `10 minutes`. */
export const inWords = (duration: Duration.Duration): string => {
  const millis = Duration.toMillis(duration)
  const [unit, length] = Object.entries(units).find(([, length]) => millis % length === 0) ?? ['millis', 1]
  return millis === length ? `1 ${unit.slice(0, -1)}` : `${millis / length} ${unit}`
}

/** A length of time as `10 minutes`, in a range, both ends included. */
export const duration =
  (minimum: Duration.Duration, maximum: Duration.Duration): Reader<Duration.Duration> =>
  (text) =>
    Result.fromOption(
      Option.filter(parseDuration(text), Duration.between({ minimum, maximum })),
      () => `is "${text}"; it is a length of time with its unit, from ${inWords(minimum)} to ${inWords(maximum)}.`,
    )

/**
 * A length of time for all names, and of some of them `name=45 days`, separated by commas; those that are not named
 * have the one without a name.
 */
export const durationByName =
  <const A extends string>(
    names: ReadonlyArray<A>,
    minimum: Duration.Duration,
    maximum: Duration.Duration,
  ): Reader<(name: A) => Duration.Duration> =>
  (text) => {
    const parts = text.split(',').map((part) => {
      const [, name = null, length = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(part) ?? []
      const read = duration(minimum, maximum)(length.trim())
      const inPart = (problem: string) =>
        part === text && name === null ? problem : problem.replace(/^is "[^"]*"/, () => `has "${part.trim()}"`)
      return [name?.trim() ?? null, Result.mapError(read, inPart)] as const
    })
    const given = Result.all(parts.map(([name, read]) => Result.map(read, (length) => [name, length] as const)))
    const isKnown = (name: string | null) => name === null || names.some((one) => one === name)
    if (!parts.every(([name]) => isKnown(name)) || new Set(parts.map(([name]) => name)).size < parts.length) {
      const lengths = Result.isFailure(given) ? `; it ${given.failure.replace(/\.$/, '')}` : ''
      return Result.fail(`is "${text}"; its names are of these, each at most once: ${names.join(', ')}${lengths}.`)
    }
    return Result.flatMap(given, (read) => {
      const lengths = new Map(read)
      const others = lengths.get(null)
      const missing = names.filter((name) => !lengths.has(name))
      return others === undefined && missing.length > 0
        ? Result.fail(`is "${text}"; it lacks: ${missing.join(', ')}, or a length of time without a name for them all.`)
        : Result.succeed((name: A) => lengths.get(name) ?? others ?? minimum)
    })
  }

const publisherUrl = (address: string): boolean =>
  Option.exists(
    parseUrl(address),
    ({ protocol, username, password }) => protocol === 'https:' && username + password === '',
  )

/** `name=https://… https://…`, separated by commas or lines. */
export const addressesByName =
  <const A extends string>(names: ReadonlyArray<A>): Reader<ReadonlyMap<A, ReadonlyArray<string>>> =>
  (text) => {
    const read = text
      .split(/[,\n]/)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [, name = '', rest = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(part) ?? []
        const addresses = rest.trim().split(/\s+/)
        const known = names.find((one) => one === name)
        return known !== undefined && addresses.every(publisherUrl) ? [[known, addresses] as const] : []
      })
    const given = new Map(read.flat())
    return given.size === read.length && given.size > 0
      ? Result.succeed(given)
      : Result.fail(`is not as onu=https://…, separated by commas or lines, each of ${names.join(', ')} once.`)
  }

export const text: Reader<string> = Result.succeed

export const operatorName: Reader<string> = (name) =>
  isActor(name) ? Result.succeed(name) : Result.fail(`is "${name}"; it has letters, digits and . _ @ + - alone.`)

export const httpUrl: Reader<string> = (address) =>
  Option.exists(parseUrl(address), ({ protocol }) => protocol === 'http:' || protocol === 'https:')
    ? Result.succeed(address)
    : Result.fail(`is "${address}"; it is an address that begins with http:// or https://.`)

/** The address of a provider. It must use https, because queries contain personal data, and contain no credentials. */
export const providerUrl: Reader<string> = (address) => {
  const { protocol, hostname, username, password, search, hash } = Option.getOrElse(
    parseUrl(address),
    () => new URL('none:'),
  )
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && username + password + search + hash === ''
    ? Result.succeed(address)
    : Result.fail(
        'is no address that begins with https:// (on this machine also http://), without user, query and fragment.',
      )
}

/** A key that fits in a header. */
export const providerKey: Reader<Redacted.Redacted> = (text) =>
  /^[\x21-\x7e]{16,512}$/.test(text) && !placeholder.test(text)
    ? Result.succeed(Redacted.make(text))
    : Result.fail('is no key: 16 to 512 visible characters of ASCII, and no placeholder.')

const nameServer = /^(?:(?<v4>[\d.]+)|\[(?<v6>[\da-f:.]+)\])(?::(?<port>\d{1,5}))?$/i

/** Addresses of name servers, with a port where it is not 53. */
export const nameServers: Reader<ReadonlyArray<string>> = (text) => {
  const servers = text.split(',').map((server) => server.trim())
  const isServer = (server: string) => {
    const { v4 = '', v6 = '', port = '53' } = nameServer.exec(server)?.groups ?? {}
    return (isIPv4(v4) || isIPv6(v6)) && Number(port) >= 1 && Number(port) <= 65_535
  }
  return servers.every(isServer)
    ? Result.succeed(servers)
    : Result.fail(
        `is "${text}"; it is addresses as 192.0.2.1, 192.0.2.1:5353 or [2001:db8::1]:53, separated by commas.`,
      )
}

/** With a key that is not restricted more could be done than is asked for here; of test data, never mind. */
const processorKeyForm = /^(?:rk_(live|test)|sk_test)_\w{1,200}$/

/** Networks as `10.0.0.0/8` or `2001:db8::/32`, and single addresses, separated by commas. */
export const networks: Reader<ReadonlyArray<Network>> = (text) =>
  Result.fromOption(
    Option.all(text.split(',').map((network) => parseNetwork(network.trim()))),
    () =>
      `is "${text}"; it is networks as 10.0.0.0/8 or 2001:db8::/32, none with bits behind its length, separated by commas.`,
  )

const hostName = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/

/** Names of hosts, separated by commas, as the parser of addresses gives them: in ASCII and lower case. */
export const hostNames: Reader<ReadonlyArray<string>> = (text) => {
  const names = text.split(',').map((name) => domainToASCII(name.trim().replace(/\.$/, '')))
  return names.every((name) => hostName.test(name) && !isIPv4(name))
    ? Result.succeed(names)
    : Result.fail(`is "${text}"; it is names of hosts as corp.example.com, separated by commas.`)
}

/** A key of a payment platform, and of which of its modes. */
export const processorKey: Reader<{ readonly key: Redacted.Redacted; readonly isLive: boolean }> = (text) => {
  const parts = processorKeyForm.exec(text)
  return parts === null
    ? Result.fail('is no restricted key of a payment platform (rk_live_… or rk_test_…).')
    : Result.succeed({ key: Redacted.make(text), isLive: parts[1] === 'live' })
}

const keyBytes = 32
const howToMakeOne = `Make one with: openssl rand -base64 ${keyBytes}`

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)

/** 32 random bytes in base64. Refuses values that are obviously not random. */
export const key: Reader<Redacted.Redacted<Uint8Array>> = (text) => {
  if (placeholder.test(text)) return Result.fail(`is a placeholder. ${howToMakeOne}`)
  if (!isBase64(text)) return Result.fail(`is not base64. ${howToMakeOne}`)
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== keyBytes) {
    return Result.fail(`is base64 of ${bytes.length} bytes, and has to be of ${keyBytes}. ${howToMakeOne}`)
  }
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  // Of 32 random bytes about 30 differ; fewer than 16 happens less than once in 10^13.
  if (isText || new Set(bytes).size < keyBytes / 2) {
    return Result.fail(`is a pattern or a text and no random bytes. ${howToMakeOne}`)
  }
  return Result.succeed(Redacted.make(new Uint8Array(bytes)))
}

export interface NamedKey {
  readonly id: string
  readonly key: Redacted.Redacted<Uint8Array>
}

const namedKey: Reader<NamedKey> = (entry) => {
  const [, id, value] = /^([\w.-]{1,40}):(.*)$/.exec(entry) ?? []
  return id === undefined || value === undefined
    ? Result.fail('has an entry that is not name:key, as "2026-10:<32 bytes in base64>".')
    : Result.mapBoth(key(value), {
        onSuccess: (read) => ({ id, key: read }),
        onFailure: (complaint) => `has a key "${id}" that ${complaint}`,
      })
}

/** `name:key`, one or more, separated by commas or lines. The first is the current one. */
export const namedKeys: Reader<readonly [NamedKey, ...ReadonlyArray<NamedKey>]> = (list) =>
  Result.flatMap(
    Result.all(
      list
        .split(/[,\n]/)
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map(namedKey),
    ),
    (keys) => {
      const [first, ...others] = keys
      if (first === undefined) return Result.fail('holds no key.')
      const ids = new Set(keys.map(({ id }) => id))
      const values = new Set(keys.map(({ key: value }) => Buffer.from(Redacted.value(value)).toString('base64')))
      if (ids.size < keys.length || values.size < keys.length) {
        return Result.fail('holds the same name or the same key twice.')
      }
      return Result.succeed([first, ...others] as const)
    },
  )
