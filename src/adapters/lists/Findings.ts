import { DateTime } from 'effect'
import type { ListBasis, ListFindings } from '#domain/evidence/Findings.ts'
import { listBasisEntries } from '#domain/Limits.ts'
import { type FiscalSituation, fiscalSituations, internationalKinds, kindOf } from '#domain/screening/ListEntry.ts'
import type { ListVersion } from '#domain/screening/ListVersion.ts'
import type { Hit } from './Matching.ts'

/** Derives the findings about a person from matching and possible entries, and the basis of the findings. */

const judgedAs = (hits: ReadonlyArray<Hit>, verdict: Hit['judged']['verdict']): ReadonlyArray<Hit> =>
  hits.filter(({ judged }) => judged.verdict === verdict)

/** Other situations mean that the tax authority cleared the taxpayer. */
const counts = (situation: FiscalSituation | null): boolean => situation === 'presunto' || situation === 'definitivo'

/** In the order of the vocabulary, so that the same matches always give the same findings. */
export const findingsOf = (hits: ReadonlyArray<Hit>): ListFindings => {
  const matches = judgedAs(hits, 'match').map(({ candidate }) => candidate)
  const kinds = new Set(matches.map(({ list }) => kindOf[list]))
  const situations = new Set(matches.map(({ entry }) => entry.situation))
  const possible = new Set(
    judgedAs(hits, 'possible')
      .filter(({ candidate: { entry } }) => entry.situation === null || counts(entry.situation))
      .map(({ candidate }) => kindOf[candidate.list]),
  )
  const isTaxListed = [...situations].some(counts)
  return {
    internacionales: internationalKinds.filter((kind) => kinds.has(kind)),
    fiscal: fiscalSituations.filter((situation) => situations.has(situation)),
    posibles: [
      ...internationalKinds.filter((kind) => possible.has(kind) && !kinds.has(kind)),
      ...(possible.has('fiscal') && !isTaxListed ? (['fiscal'] as const) : []),
    ],
  }
}

/** The lists that were searched, and how entries were judged, matches first. Equal judgements appear once. */
export const basisOf = (versions: ReadonlyArray<ListVersion>, hits: ReadonlyArray<Hit>): ListBasis => {
  const judged = [...judgedAs(hits, 'match'), ...judgedAs(hits, 'possible')].map(
    ({ candidate, birth, judged: { rule, verdict }, agreement: name }) => ({
      list: candidate.list,
      verdict,
      rule,
      birth,
      name,
    }),
  )
  return {
    versions: versions.map(({ list, cutOff, importedAt }) => ({
      list,
      cutOff,
      importedAt: DateTime.formatIso(importedAt),
    })),
    judged: [...new Map(judged.map((one) => [JSON.stringify(one), one])).values()].slice(0, listBasisEntries),
  }
}
