import { expect, it } from 'vitest'
import { holdsCredential, holdsOwnCredential } from '#domain/wording/CredentialForms.ts'

const [nine, ten, twenty] = ['aZ3456789', 'aZ34567890', 'aZ34567890aZ34567890']
const bot = `${ten}${ten}${ten}ab-_z`

it.each([
  [`avs_live_${twenty}`, true],
  [`xavs_test_${twenty}x`, true],
  [`avs_live_${twenty.slice(1)}`, false],
  [`avs_live_${twenty.slice(1)}-`, false],
  [`avs_live_avs_live_${twenty}`, true],
  [`whsec_${twenty}+/-_`, true],
  [`whsec_${twenty}+/-`, false],
  [`whsec_${twenty}+/-.`, false],
  [`whsec_${'@'.repeat(24)}`, false],
  [`whsec_${'['.repeat(24)}`, false],
  [`whsec_${':'.repeat(24)}`, false],
  [`whsec_${'{'.repeat(24)}`, false],
  ['', false],
])('our own credential is found in %j: %s', (text, isFound) => {
  expect([holdsOwnCredential(text), holdsCredential(text)]).toEqual([isFound, isFound])
})

it.each([
  [`sk_live_${ten}`, true],
  [`/x?k=sk_live_${ten}`, true],
  [`sk_live_${nine}`, false],
  [`sk_live_${nine}-`, false],
  [`xsk_live_${ten}`, false],
  [`9sk_live_${ten}`, false],
  [`Xsk_live_${ten}`, false],
  [`xsk_live_-sk_live_${ten}`, true],
  [`xoxb-${nine}_`, true],
  [`xoxb-${nine}-`, true],
  [`xoxb-${nine}+`, false],
  ['AKIAABCDEFGHIJKLMNOZ', true],
  ['AKIAABCDEFGHIJKLMNO0', true],
  ['AKIAABCDEFGHIJKLMNOz', false],
  ['AKIAABCDEFGHIJKLMNO[', false],
  ['AKIAABCDEFGHIJKLMNO', false],
  [`sk_${'0123456789abcdef'.repeat(2)}`, true],
  [`sk_${'0123456789ABCDEF'.repeat(2)}`, true],
  [`sk_${'0123456789abcdeg'.repeat(2)}`, false],
  [`sk_${'0123456789ABCDEG'.repeat(2)}`, false],
  [`sk_${'0123456789abcde-'.repeat(2)}`, false],
  [`sk_${'0123456789abcde@'.repeat(2)}`, false],
  ['TEST-0123456789012345', true],
  ['TEST-012345678901234a', false],
  ['-----BEGIN', true],
  [`eyJ${'a'.repeat(7)}.${'b'.repeat(10)}`, true],
  [`eyJ${'a'.repeat(6)}.${'b'.repeat(10)}`, false],
  [`eyJ${'a'.repeat(7)}.${'b'.repeat(9)}`, false],
  [`eyJ${'a'.repeat(7)}-${'b'.repeat(10)}`, false],
  [`eyJ${'a'.repeat(7)}..${'b'.repeat(10)}`, false],
  [`${' '.repeat(10)}eyJa.${'b'.repeat(10)}`, false],
  [`eyJ${'a'.repeat(20)}`, false],
  [`eyJ${'a'.repeat(20)} ${'b'.repeat(20)}`, false],
  [`eyJa eyJ${'a'.repeat(7)}.${'b'.repeat(10)}`, true],
  [`eyJa.b eyJ${'a'.repeat(7)}.${'_-'.repeat(5)}`, true],
  [`12345678:${bot}`, true],
  [`bot12345678:${bot}`, true],
  [`1234567:${bot}`, false],
  [`1234567a:${bot}`, false],
  [`a2345678:${bot}`, false],
  [`12345678:${bot.slice(1)}`, false],
  [`12345678:${bot.slice(1)}+`, false],
  [`:12345678:${bot}`, true],
  [`12345678${bot}`, false],
  ['a text without any', false],
])('a credential of a well-known form is found in %j: %s', (text, isFound) => {
  expect([holdsCredential(text), holdsOwnCredential(text)]).toEqual([isFound, false])
})
