import { Effect } from 'effect'
import { expect, it } from 'vitest'
import { begin } from '#domain/verification/Verification.ts'
import { boundedLabel, countAttempt, countEnd, countPaymentCheck } from '#src/observability/PartnerMetrics.ts'
import { deliveryClaim } from '#test/support/deliveryClaim.ts'
import { seriesAfter } from '#test/support/series.ts'
import { emitted, noon } from '#test/support/storedVerifications.ts'
import { verificationIn } from '#tools/service/verifications.ts'

it('a label has fifty values of its own, and otros for all that come later', () => {
  const label = boundedLabel()
  const names = Array.from({ length: 200 }, (_, index) => `cuenta-${index}`)
  expect(new Set(names.map(label)).size).toBe(51)
  expect([label('cuenta-0'), label('cuenta-49'), label('cuenta-50')]).toEqual(['cuenta-0', 'cuenta-49', 'otros'])
})

it('each counter of accounts has at most fifty-one of them, however many accounts there are', async () => {
  const counting = Effect.forEach(
    Array.from({ length: 60 }, (_, index) => `cuenta-${index}`),
    Effect.fnUntraced(function* (accountId) {
      const verification = { ...verificationIn(begin(noon), { accountId, createdAt: noon }), state: begin(noon) }
      yield* countEnd({ verification, subject: null, trace: null, crashes: 0, epoch: 1 }, emitted)
      yield* countAttempt(deliveryClaim({ accountId }), '2xx')
      yield* countPaymentCheck(accountId, 'verificado')
    }),
  )
  const series = await seriesAfter(counting)
  const accounts = new Map<string, Set<string>>()
  for (const name of Object.keys(series)) {
    const [, metric = '', account = ''] = /^(\w+)\{.*account="([^"]*)"/.exec(name) ?? []
    if (account !== '') accounts.set(metric, (accounts.get(metric) ?? new Set()).add(account))
  }
  const most = [...accounts].map(([metric, names]) => [metric, names.size <= 51 && names.has('otros')])
  expect(most.toSorted()).toEqual([
    ['cotejo_account_payment_checks_total', true],
    ['cotejo_account_resolutions_total', true],
    ['cotejo_account_webhook_attempts_total', true],
  ])
})
