import { DateTime, Option } from 'effect'
import { describe, expect, it } from 'vitest'
import { ofSameBody } from '#adapters/postgres/requests/Verifications.ts'
import { columns } from '#adapters/postgres/rows/EndingRow.ts'
import type { FoundKey } from '#adapters/postgres/rows/FoundKey.ts'
import { dayOf } from '#adapters/postgres/rows/Rows.ts'
import { viewOf } from '#adapters/postgres/rows/ViewRow.ts'
import type { DataKey } from '#ports/Secrets.ts'
import { applicationOf, emitted, inconclusive } from '#test/support/storedVerifications.ts'

/** A key that hides nothing, so that what is sealed with it can be read here. */
const key: DataKey = {
  name: 'record/2026-03-10/k1/1',
  digest: (text) => `digest of ${text}`,
  seal: (plaintext) => Buffer.from(plaintext),
  open: (sealed) => Option.some(sealed),
  openText: (sealed) => Option.some(Buffer.from(sealed).toString()),
}
const foreign: DataKey = { ...key, open: () => Option.none(), openText: () => Option.none() }
const row = {
  verification_id: 'ver_1',
  under_way: null,
  document: Buffer.from('{}'),
  document_key: 'record/2026-03-10/k1/1',
}

describe('a verification', () => {
  it.each([
    ['2026-03-10T00:00:00.000Z', '2026-03-10'],
    ['2026-03-10T23:59:59.999Z', '2026-03-10'],
    ['2026-03-11T00:00:00.000Z', '2026-03-11'],
  ])('created at %s has the keys of %s', (createdAt, day) => {
    expect(dayOf({ createdAt: DateTime.makeUnsafe(createdAt) })).toBe(day)
  })

  it.each<[string, FoundKey, unknown]>([
    ['known', key, Option.some({ _tag: 'Ended', id: 'ver_1', document: Buffer.from('{}') })],
    ['of another', foreign, 'Unreadable'],
    ['that this replica lacks', 'unreadable', 'Unreadable'],
    ['that was destroyed', 'destroyed', Option.none()],
  ])('whose document is sealed by a key %s is told, or is not', (_, found, told) => {
    expect(viewOf('sol', row, null, () => found)).toEqual(told)
  })

  it('whose document may not leave has none', () => {
    const without = Option.some({ _tag: 'Ended', id: 'ver_1', document: null })
    expect(viewOf('sol', { ...row, document: null }, null, () => key)).toEqual(without)
    expect(viewOf('sol', { ...row, document_key: null }, null, () => key)).toEqual(without)
  })

  it.each<[string, string, FoundKey, unknown]>([
    ['the same', 'a', key, Option.some({ _tag: 'Ended', id: 'ver_1', document: Buffer.from('{}') })],
    ['another', 'b', key, Option.none()],
    ['nobody can tell, once its key is destroyed,', 'a', 'destroyed', Option.none()],
    ['another replica must tell,', 'a', 'unreadable', 'Unreadable'],
  ])('is of a body that is %s as that of a request', (_, fingerprint, found, told) => {
    const earlier = { ...row, fingerprint: 'digest of a', data_key: 'record/2026-03-10/k1/1' }
    expect(ofSameBody('sol', earlier, fingerprint, () => found)).toEqual(told)
  })
})

describe('an ending', () => {
  const plan = { priceCentavos: 100, requestsPerMinute: 1, monthlyQuota: null }
  const { verification, subject, trace } = applicationOf({ account: { id: 'sol', mode: 'connect', plan }, keyId: 'k1' })
  const { state } = verification
  if (state._tag !== 'en_proceso') throw new Error('it is not under way')
  const claim = { verification: { ...verification, state }, subject, trace, epoch: 3, crashes: 0 }
  const listBasis = {
    versions: [{ list: 'onu', cutOff: '2026-03-09', importedAt: '2026-03-10T00:00:00.000Z' }],
    judged: [],
  }

  it('is written with what it came from, and with what it entails', () => {
    if (emitted.state._tag !== 'emitida') throw new Error('it is not emitted')
    const written = columns(
      key,
      { claim, ending: { ...emitted, state: { ...emitted.state, listBasis, clearedLawsuits: 2 } } },
      7,
    )
    const { basis, document, ...others } = written
    expect(others).toMatchObject({
      ...{ place: 7, account_id: 'sol', verification_id: verification.id, mode: 'connect', epoch: 3 },
      ...{ payment_intent_id: verification.terms.paymentIntentId, state: 'emitida', reason: null },
      ...{ resolved_at: '2026-03-10T18:02:00.000Z', document_key: 'record/2026-03-10/k1/1' },
      event_id: 'evt_1',
    })
    expect(Buffer.from(document ?? []).toString()).toBe('{"estado":"emitida"}')
    expect(JSON.parse(Buffer.from(basis ?? []).toString())).toMatchObject({
      engineVersion: '1.0.0',
      level: emitted.state.recommendation.level,
      determinants: emitted.state.recommendation.determinants,
      lists: listBasis,
      clearedLawsuits: 2,
    })
  })

  it('without recommendation has a reason, and no basis', () => {
    expect(columns(key, { claim, ending: inconclusive }, 1)).toMatchObject({
      ...{ state: 'no_concluyente', reason: 'curp_inexistente', basis: null },
      resolved_at: '2026-03-10T18:01:00.000Z',
    })
  })
})
