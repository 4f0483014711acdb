import { expect, it } from '@effect/vitest'
import { Effect, Logger } from 'effect'
import { TestClock } from 'effect/testing'
import { logExpiredCertificate } from '#src/replica/Listeners.ts'
import { certificate } from '#tools/machine/certificate.ts'

it.effect('a certificate that has ended is told of, and one that is good is not', () =>
  Effect.gen(function* () {
    const log: Array<unknown> = []
    const hearing = Logger.layer([Logger.make(({ logLevel, message }) => void log.push([logLevel, message]))])
    const loggedAt = (at: string) =>
      Effect.andThen(TestClock.setTime(Date.parse(at)), Effect.provide(logExpiredCertificate(certificate), hearing))
    yield* loggedAt('2126-10-28T07:47:34Z')
    expect(log).toEqual([])
    yield* loggedAt('2126-10-28T07:47:35Z')
    expect(log).toEqual([['Error', ['TLS certificate expired: COTEJO_TLS_CERT_FILE']]])
  }),
)
