import { agents, gendered, nouns } from './lexicon/inflections.ts'
import { decoded } from './Reading.ts'

/** Words that can only rate a person. A host name names a company, whose trade may be mentioned. */
const ratings = new Set([...gendered('moros'), ...agents('deudor defraudador estafador'), ...nouns('deadbeat debtor')])

/** Whether a whole label of a host, or a part of it between hyphens, rates a person (step 15). */
export const ratesInHost = (writtenHost: string): boolean =>
  decoded(writtenHost)
    .toLowerCase()
    .split(/[.-]/)
    .some((part) => ratings.has(part))
