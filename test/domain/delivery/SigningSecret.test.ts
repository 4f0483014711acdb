import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsCredential } from '#domain/wording/CredentialForms.ts'
import { make, secretBytes } from '#src/cli/SigningSecrets.ts'

describe('a signing secret', () => {
  it('is whsec_ and the base64 of its bytes, and is known for a credential wherever it stands', () => {
    const bytes = fc.uint8Array({ minLength: secretBytes, maxLength: secretBytes })
    fc.assert(
      fc.property(bytes, (random) => {
        const secret = make(random)
        expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/)
        expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toEqual(Buffer.from(random))
        expect(holdsCredential(`/hooks/${secret}?x=1`)).toBe(true)
      }),
    )
  })
})
