import { createHash } from 'node:crypto'
import { Effect } from 'effect'
import { Audit, type AuditHead, type AuditLink } from '#ports/Audit.ts'

/** Entries held in memory at a time. */
const step = 1_000

/** The head before the first entry. */
const beginning: AuditHead = { sequence: 0, digest: '0'.repeat(64) }

interface Break {
  readonly sequence: number
  readonly problem:
    | 'it is missing'
    | 'it does not follow the one before'
    | 'it was changed'
    | 'it differs from the recorded head'
}

const digestOf = ({ previous, content }: AuditLink): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(content).digest('hex')

const problemOf = (link: AuditLink, before: AuditHead, noted: AuditHead | null): Break['problem'] | null => {
  if (link.sequence !== before.sequence + 1) return 'it is missing'
  if (link.previous !== before.digest) return 'it does not follow the one before'
  if (link.digest !== digestOf(link)) return 'it was changed'
  const isOther = noted?.sequence === link.sequence && !link.digest.startsWith(noted.digest)
  return isOther ? 'it differs from the recorded head' : null
}

/**
 * Checks the audit chain from its first entry.
 *
 * @param noted a head that was recorded elsewhere: its sequence and its digest, or the beginning of the digest.
 * Truncation can be detected only against it.
 */
export const verifyAudit = Effect.fnUntraced(function* (noted: AuditHead | null) {
  const { linksAfter } = yield* Audit
  let head = beginning
  while (true) {
    const links = yield* linksAfter(head.sequence, step)
    for (const link of links) {
      const problem = problemOf(link, head, noted)
      const entries = head.sequence
      if (problem !== null) return { entries, head, broken: { sequence: entries + 1, problem } }
      head = { sequence: link.sequence, digest: link.digest }
    }
    if (links.length < step) break
  }
  const isCut = noted !== null && noted.sequence > head.sequence
  const broken: Break | null = isCut ? { sequence: head.sequence + 1, problem: 'it is missing' } : null
  return { entries: head.sequence, head, broken }
})
