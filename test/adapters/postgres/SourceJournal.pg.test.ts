import { Effect, Layer } from 'effect'
import { describe, expect, it } from 'vitest'
import * as PostgresJournal from '#adapters/postgres/SourceJournal.ts'
import * as Records from '#adapters/postgres/VerificationRecords.ts'
import { SourceJournal } from '#ports/SourceJournal.ts'
import { VerificationRecords } from '#ports/VerificationRecords.ts'
import { patientDatabase } from '#test/support/database.ts'
import { governedDatabase } from '#test/support/governed.ts'
import { asRole, query } from '#test/support/postgres.ts'
import { openAccount } from '#test/support/server.ts'
import { later } from '#test/support/storedVerifications.ts'

const begun = async () => {
  const url = await governedDatabase()
  await openAccount(url, 'sol')
  await query(
    url,
    `INSERT INTO verifications (account_id, verification_id, request_id, fingerprint, data_key, consent_id,
       consent_granted_at, consent_proof, mode, price_centavos, channel, webhook_url, created_at, deadline)
     VALUES ('sol', 'ver_1', 'sol-1', 'f', 'record/2020-01-01/k1/1', 'c', now(), '', 'consumo', 0, 'api', 'https://x',
       now(), now())`,
  )
  return url
}

/** What `identidad` is told to have done, when each time is written by itself; each is a second after the one before. */
const noted = async (times: ReadonlyArray<ReadonlyArray<string>>) => {
  const url = await begun()
  let second = 0
  const noting = (result: string) => {
    second += 1
    const at = later(second)
    return SourceJournal.use(({ note }) =>
      note({ accountId: 'sol', verificationId: 'ver_1', source: 'identidad', at, result }),
    )
  }
  for (const results of times) {
    const journal = PostgresJournal.layer.pipe(Layer.provide(patientDatabase(asRole(url, 'cotejo_app'))))
    await Effect.runPromise(Effect.provide(Effect.forEach(results, noting), journal))
  }
  const reading = VerificationRecords.use(({ sourcesOf }) => sourcesOf('sol', 'ver_1'))
  return Effect.runPromise(
    Effect.provide(reading, Records.layer.pipe(Layer.provide(patientDatabase(asRole(url, 'cotejo_operator'))))),
  )
}

describe('what sources did', () => {
  it('counts calls, and not that none was made while the circuit was open or for want of a place or of time', async () => {
    const shut = ['circuito_abierto', 'sin_lugar', 'sin_tiempo']
    const calls = ['sin_respuesta ECONNREFUSED', 'pendiente', 'consultada']
    const [first = '', second = '', third = ''] = calls
    const whole = {
      source: 'identidad',
      tries: 3,
      failures: 1,
      firstAt: later(4),
      lastAt: later(14),
      result: 'consultada',
      lastFailure: 'sin_respuesta ECONNREFUSED',
      lastFailureAt: later(4),
    }
    const inOrder = [...shut, first, ...shut, second, ...shut, ...shut.slice(1), third]
    expect(await noted([inOrder])).toEqual([whole])
    expect(await noted(inOrder.map((result) => [result]))).toEqual([whole])
  })

  it('says why a source waits that was not called yet, and since when, as no try and no failure', async () => {
    const waiting = {
      source: 'identidad',
      tries: 0,
      failures: 0,
      firstAt: later(1),
      lastAt: later(3),
      result: 'circuito_abierto',
      lastFailure: null,
      lastFailureAt: null,
    }
    const parks = ['circuito_abierto', 'circuito_abierto', 'circuito_abierto']
    expect(await noted([parks])).toEqual([waiting])
    expect(await noted(parks.map((result) => [result]))).toEqual([waiting])
  })
})
