import { agents, gendered, nouns } from './lexicon/inflections.ts'
import { decoded } from './Reading.ts'

/** What can be nothing but a rating of a person. A host is the name of a company, which may speak of its trade. */
const ratings = new Set([...gendered('moros'), ...agents('deudor defraudador estafador'), ...nouns('deadbeat debtor')])

/** Whether a whole label of a host, or a part of it between hyphens, rates a person (step 15). */
export const ratesInHost = (writtenHost: string): boolean =>
  decoded(writtenHost)
    .toLowerCase()
    .split(/[.-]/)
    .some((part) => ratings.has(part))
