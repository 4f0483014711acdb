import { Effect, Result } from 'effect'
import { isWellFormed } from '#domain/account/ApiKey.ts'
import { Secrets } from '#ports/Secrets.ts'
import type { Rule } from '#wire/OrderOfJudgement.ts'
import { trimOws } from '#wire/TrimOws.ts'
import { Setting } from './Setting.ts'

/** The digest of the presented key, or the rule that the credentials break. */
export type Credentials = Result.Result<string, Rule>

const without = {
  repeated: Result.fail('llave_repetida'),
  absent: Result.fail('sin_llave'),
  malformed: Result.fail('llave_mal_formada'),
} satisfies Record<string, Credentials>

/** What a request without `Authorization` presents. */
export const noCredentials: Credentials = without.absent

const scheme = 'bearer '

/**
 * The key in Bearer credentials, or null. Only the spaces before it are skipped: other white space is part of the key
 * and makes it unknown.
 */
const keyOf = (authorization: string): string | null => {
  const text = trimOws(authorization)
  if (text.slice(0, scheme.length).toLowerCase() !== scheme) return null
  let start = scheme.length
  while (text[start] === ' ') start += 1
  return text.slice(start)
}

/**
 * Reads the `Authorization` headers of a request as far as that needs no look-up (steps 1 and 2). A key has one digest,
 * however it is written.
 */
export const readCredentials = Effect.gen(function* () {
  const { digestApiKey } = yield* Secrets
  const { environment } = yield* Setting
  return (authorization: ReadonlyArray<string>): Credentials => {
    const [first = '', ...others] = authorization
    // Two headers do not name a single key, even if they are equal.
    if (others.length > 0) return without.repeated
    const key = keyOf(first)
    if (key === null) return without.absent
    return isWellFormed(key, environment) ? Result.succeed(digestApiKey(key)) : without.malformed
  }
})
