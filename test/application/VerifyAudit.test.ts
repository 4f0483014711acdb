import { createHash } from 'node:crypto'
import { Effect, Layer } from 'effect'
import { expect, it } from 'vitest'
import { verifyAudit } from '#application/VerifyAudit.ts'
import { Audit, type AuditHead, type AuditLink } from '#ports/Audit.ts'

/** So many entries as they should be. */
const chain = (count: number): ReadonlyArray<AuditLink> => {
  const links: Array<AuditLink> = []
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const previous = links.at(-1)?.digest ?? '0'.repeat(64)
    const content = `entry ${sequence}`
    const digest = createHash('sha256').update(Buffer.from(previous, 'hex')).update(content).digest('hex')
    links.push({ sequence, content, previous, digest })
  }
  return links
}
const five = chain(5)

const verified = (links: ReadonlyArray<AuditLink>, noted: AuditHead | null = null) => {
  const limits = new Set<number>()
  const audit = Layer.mock(Audit, {
    linksAfter: (sequence, limit) => {
      limits.add(limit)
      return Effect.succeed(links.filter((link) => link.sequence > sequence).slice(0, limit))
    },
  })
  const walked = verifyAudit(noted)
  return Effect.runSync(Effect.provide(walked, audit))
}
const changed = (sequence: number, changes: Partial<AuditLink>) =>
  five.map((link) => (link.sequence === sequence ? { ...link, ...changes } : link))
const headOf = (sequence: number) => ({ sequence, digest: five[sequence - 1]?.digest ?? '0'.repeat(64) })

it.each([0, 1, 5, 1_000, 1_001, 2_000])('%d entries that follow each other are whole', (count) => {
  const links = chain(count)
  const { entries, head, broken } = verified(links)
  expect([entries, head.sequence, head.digest, broken]).toEqual([
    ...[count, count, links.at(-1)?.digest ?? '0'.repeat(64), null],
  ])
})

it.each([
  ['it was changed', changed(3, { content: 'otra' }), 3],
  ['it was changed', changed(3, { digest: 'f'.repeat(64) }), 3],
  ['it does not follow the one before', changed(3, { previous: 'f'.repeat(64) }), 3],
  ['it is missing', five.filter(({ sequence }) => sequence !== 3), 3],
  ['it is missing', five.slice(1), 1],
])('the first entry that is not as it was is told: %s', (problem, links, sequence) => {
  expect(verified(links)).toEqual({ entries: sequence - 1, head: headOf(sequence - 1), broken: { sequence, problem } })
})

it.each([
  ['the last one', { sequence: 5, digest: headOf(5).digest }, null],
  ['the beginning of its digest', { sequence: 5, digest: headOf(5).digest.slice(0, 12) }, null],
  ['one before', headOf(3), null],
  ['another', { sequence: 5, digest: 'f'.repeat(12) }, { sequence: 5, problem: 'it differs from the recorded head' }],
  [
    'another before',
    { sequence: 3, digest: 'f'.repeat(12) },
    { sequence: 3, problem: 'it differs from the recorded head' },
  ],
  ['one that is cut off', { sequence: 6, digest: 'f'.repeat(12) }, { sequence: 6, problem: 'it is missing' }],
  [
    'one that is cut off with others',
    { sequence: 9, digest: 'f'.repeat(12) },
    { sequence: 6, problem: 'it is missing' },
  ],
])('a head that was noted is looked for: %s', (_, noted, broken) => {
  expect(verified(five, noted).broken).toEqual(broken)
})
