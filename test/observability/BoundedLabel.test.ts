import { expect, it } from 'vitest'
import { boundedLabel } from '#src/observability/PartnerMetrics.ts'

it('a label has fifty values of its own, and otros for all that come later', () => {
  const label = boundedLabel()
  const names = Array.from({ length: 200 }, (_, index) => `cuenta-${index}`)
  expect(new Set(names.map(label)).size).toBe(51)
  expect([label('cuenta-0'), label('cuenta-49'), label('cuenta-50')]).toEqual(['cuenta-0', 'cuenta-49', 'otros'])
})
