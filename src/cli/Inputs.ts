import { DateTime, Effect, Option } from 'effect'
import { Argument, Flag } from 'effect/cli'
import { toCentavos } from '#domain/account/Money.ts'
import { shortTextLength } from '#domain/Limits.ts'
import { mexicoCity } from '#domain/MexicoCity.ts'
import { containsCurp } from '#domain/person/Curp.ts'
import { isDay } from '#domain/screening/ListVersion.ts'
import { Refused } from './Failures.ts'

/** What operators write, and how it is read. */

export const isGiven = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

export const textOf = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withDefault(null))

const isAccountId = (text: string): boolean => new RegExp(`^[\\w.-]{1,${shortTextLength}}$`).test(text)
const notAccountId = () => `a name of letters, digits, ".", "_" and "-", at most ${shortTextLength}`

export const account = Argument.String('account').pipe(
  Argument.withDescription('Name of the account (tenant)'),
  Argument.filter(isAccountId, notAccountId),
)

/** The same, to look in one account alone. */
export const ofAccount = Flag.String('account').pipe(
  Flag.withDescription('Only this account'),
  Flag.filter(isAccountId, notAccountId),
  Flag.withDefault(null),
)

/** A host as it is stored, in whatever spelling its name is written: `Partner.example.com:443` is `partner.example.com`. */
const hostOf = (text: string): Option.Option<string> => {
  const url = URL.parse(`https://${text}`)
  return url !== null && url.href === `https://${url.host}/`
    ? Option.some(url.host.replace(/\.(?=$|:)/, ''))
    : Option.none()
}

export const receiver = Flag.String('receiver').pipe(
  Flag.withDescription('Only this receiver: host, with port if the webhook_url has one'),
  Flag.filterMap(hostOf, () => 'a host such as partner.example.com or partner.example.com:8443'),
  Flag.withDefault(null),
)

/** The partner's own name of a request. */
export const solicitudId = textOf('solicitud-id', "The partner's identifier of the request")

export const verification = Argument.String('verification').pipe(Argument.withDescription('Its verificacion_id'))

/** A name within the account, such as that of a key. */
export const identifier = Flag.filter(
  (text: string) => /^[\w.-]{1,200}$/.test(text),
  () => 'letters, digits, ".", "_" and "-", at most 200',
)

/** An account of the processor that transfers are paid to. */
export const connectedAccount = Flag.filter(
  (text: string) => /^acct_[0-9A-Za-z]{1,64}$/.test(text),
  () => 'a connected account of the processor, as acct_1A2b3C',
)

/** Parses numbers here, because the library\'s message does not say what to write instead. */
const numberOf = (text: string): Option.Option<number> =>
  /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Option.some(Number(text)) : Option.none()

/** Whole centavos of an amount written in pesos. */
const centavosOf = (text: string) => Option.flatMap(numberOf(text), toCentavos)
const someCentavosOf = (text: string) => Option.filter(centavosOf(text), (centavos) => centavos > 0)
const notPesos = () => 'an amount in pesos with at most two decimals, as 100 or 99.50'

export const price = Flag.String('price').pipe(
  Flag.withMetavar('number'),
  Flag.withDescription('Price of a verification in pesos, such as 100 or 99.50'),
  Flag.filterMap(centavosOf, notPesos),
)

export const amount = Argument.String('amount').pipe(
  Argument.withMetavar('number'),
  Argument.withDescription('Amount in pesos, such as 5000 or 99.50'),
  Argument.filterMap(someCentavosOf, notPesos),
)

export const amountOf = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar('number'),
    Flag.withDescription(description),
    Flag.filterMap(someCentavosOf, notPesos),
    Flag.withDefault(null),
  )

export const reference = Flag.String('reference').pipe(
  Flag.withDescription('Payment reference, such as a bank transfer number. Each reference is credited once'),
  identifier,
  Flag.filter(
    (text) => !containsCurp(text),
    () => 'no CURP: what is entered into the books stays there',
  ),
)

const whole = (name: string, least: number, most: number) =>
  Flag.String(name).pipe(
    Flag.withMetavar('integer'),
    Flag.filterMap(
      (text) =>
        Option.filter(numberOf(text), (number) => Number.isInteger(number) && number >= least && number <= most),
      () => `a number from ${least} to ${most}`,
    ),
  )

export const perMinute = whole('per-minute', 1, 10_000_000).pipe(
  Flag.withDescription('Requests per minute for each key'),
)

/** `none` takes the quota away. */
export const quota = Flag.String('quota').pipe(
  Flag.withDescription('Verifications per calendar month (Mexico City), or none'),
  Flag.filterMap(
    (text): Option.Option<number | null> => {
      if (text === 'none') return Option.some(null)
      return Option.filter(Option.some(Number(text)), (number) => /^\d{1,8}$/.test(text) && number > 0)
    },
    () => 'a number of verifications, or none',
  ),
)

export const limit = whole('limit', 1, 10_000).pipe(
  Flag.withDescription('Maximum number of results, up to 10000. Default: 50'),
  Flag.withDefault(50),
)

/** A day of Mexico City as 2026-11-01, which is its beginning, or an instant as 2026-11-01T06:00:00Z. */
const instantOf = (text: string): Option.Option<DateTime.Utc> => {
  // Else the 31st of November would be the 1st of December.
  if (!isDay(text.slice(0, 10))) return Option.none()
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return Option.map(
      DateTime.makeZoned(`${text}T00:00:00`, { timeZone: mexicoCity, adjustForTimeZone: true }),
      DateTime.toUtc,
    )
  }
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? DateTime.make(text) : Option.none()
}

const moment = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(
      `${description}: a day in Mexico City such as 2026-11-01, or an instant such as 2026-11-01T06:00:00Z`,
    ),
    Flag.filterMap(instantOf, () => 'a day such as 2026-11-01, or an instant such as 2026-11-01T06:00:00Z'),
    Flag.withDefault(null),
  )

/** From when on something is refused. */
export const expires = moment('expires', 'From when on it is refused')

export const since = moment('since', 'From then on')
export const until = moment('until', 'Before then')

export interface Times {
  readonly since: DateTime.Utc | null
  readonly until: DateTime.Utc | null
}

/** Refuses a time that ends before it begins, so that nothing is not taken for an answer. */
export const inOrder = ({ since: from, until: before }: Times) =>
  from !== null && before !== null && DateTime.isGreaterThanOrEqualTo(from, before)
    ? new Refused({ reason: '--until must be later than --since.' })
    : Effect.void
