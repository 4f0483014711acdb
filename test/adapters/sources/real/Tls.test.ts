import type { ServerOptions } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import type { RealSourcesSettings } from '#adapters/sources/real/Sources.ts'
import { realSettings, startSources, type TestSources } from '#test/support/realSources.ts'
import {
  authority,
  earlyCertificate,
  expiredCertificate,
  receiverCertificate,
  receiverKey,
  selfSignedCertificate,
} from '#test/support/receiverCertificates.ts'
import { unverifiedTls } from '#test/support/unverifiedTls.ts'
import { certificate, certificateKey } from '#tools/machine/certificate.ts'
import { found, type Provider, provider } from '#tools/peers/providers.ts'

const started: Array<Provider | TestSources> = []
afterEach(() => Promise.all(started.splice(0).map((each) => each.stop())))

/** Trusts the tests' certificate, which is its own authority, and whoever it stands for. */
const trusting = { authorities: [certificate, authority], own: null }
const showing = { ...trusting, own: { cert: certificate, key: certificateKey } }
const showingAnother = { ...trusting, own: { cert: selfSignedCertificate, key: receiverKey } }

const plain: ServerOptions = { cert: certificate, key: certificateKey }
const mutual: ServerOptions = { ...plain, requestCert: true, rejectUnauthorized: true, ca: certificate }

const ask = async (tls: ServerOptions, own: RealSourcesSettings['tls']) => {
  const server = await provider(({ body }) => ({ body: found(body) }), tls)
  const sources = startSources({ ...realSettings({ identidad: server.url }), tls: own })
  started.push(server, sources)
  const reply = await sources.ask('identidad')
  return { reply, server, code: /code: '(\w+)'/.exec(sources.log().at(-1) ?? '')?.[1] }
}

describe('a provider over https', () => {
  it('is believed when its certificate is of an authority that is trusted', async () => {
    expect((await ask(plain, trusting)).reply).toMatchObject({ _tag: 'Answered' })
  })

  it('is believed with TLS 1.2, and not with less', async () => {
    expect((await ask({ ...plain, maxVersion: 'TLSv1.2' }, trusting)).reply).toMatchObject({ _tag: 'Answered' })
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const
    expect((await ask({ ...plain, ...old }, trusting)).reply).toMatchObject({ _tag: 'NotYet' })
  })

  it.each([
    [
      'of an authority that is not trusted',
      certificate,
      certificateKey,
      { authorities: [], own: null },
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
    ['that it signed itself', selfSignedCertificate, receiverKey, trusting, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['that has expired', expiredCertificate, receiverKey, trusting, 'CERT_HAS_EXPIRED'],
    ['that is not valid yet', earlyCertificate, receiverKey, trusting, 'CERT_NOT_YET_VALID'],
    ['of another name', receiverCertificate, receiverKey, trusting, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('with a certificate %s is not asked, and the log says so', async (_, cert, key, own, expected) => {
    const { reply, server, code } = await ask({ cert, key }, own)
    expect(reply).toMatchObject({ _tag: 'NotYet' })
    expect(code).toBe(expected)
    expect(server.asked).toEqual([])
  })

  it('is verified even where Node is told not to', async () => {
    unverifiedTls()
    const { server } = await ask(plain, { authorities: [], own: null })
    expect(server.asked).toEqual([])
  })
})

describe('a provider that asks who calls', () => {
  it('is shown the certificate, and answers', async () => {
    expect((await ask(mutual, showing)).reply).toMatchObject({ _tag: 'Answered' })
  })

  it.each([
    ['none is shown', trusting],
    ['another one is shown', showingAnother],
  ])('does not answer when %s', async (_, own) => {
    const { reply, server } = await ask(mutual, own)
    expect(reply).toMatchObject({ _tag: 'NotYet' })
    expect(server.asked).toEqual([])
  })
})
