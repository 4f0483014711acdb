import { createHmac } from 'node:crypto'
import { Layer, Redacted } from 'effect'
import { Secrets } from '#ports/Secrets.ts'

/** HMAC-SHA256 under one key, each use with a label of its own, so that no digest serves another use. */
export const layer = (key: Redacted.Redacted<Uint8Array>) => {
  const digest = (use: string) => (text: string) =>
    createHmac('sha256', Redacted.value(key)).update(use).update('\0').update(text).digest('base64url')
  return Layer.succeed(Secrets, { digestApiKey: digest('api-key'), fingerprint: digest('fingerprint') })
}
