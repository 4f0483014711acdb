import { shortTextLength } from '#domain/Limits.ts'
import { containsCurp } from '#domain/person/Curp.ts'

/**
 * The operators' acts, named after their commands, and the service's own summaries. An act needs a reason if it gives
 * money, or takes away money, keys, access or data.
 */
const acts = {
  migrate: 'free',
  'accounts create': 'free',
  'accounts list': 'reads',
  'accounts show': 'reads',
  'accounts plan': 'free',
  'accounts credit': 'reasoned',
  'accounts correct': 'reasoned',
  'accounts processor': 'free',
  'accounts suspend': 'reasoned',
  'accounts activate': 'free',
  'accounts move': 'reasoned',
  'api-keys issue': 'free',
  'api-keys list': 'reads',
  'api-keys revoke': 'reasoned',
  'signing-secrets issue': 'free',
  'signing-secrets rotate': 'free',
  'signing-secrets activate': 'free',
  'signing-secrets abort': 'free',
  'signing-secrets list': 'reads',
  'verifications show': 'reads',
  'verifications find': 'reads',
  'verifications explain': 'reads',
  'verifications list': 'reads',
  'verifications erase': 'reasoned',
  'subject export': 'reads',
  'subject clear': 'reasoned',
  'deliveries list': 'reads',
  'deliveries show': 'reads',
  'deliveries resend': 'free',
  'transfers list': 'reads',
  'transfers export': 'reads',
  'transfers retry': 'free',
  'lists import': 'free',
  'lists fetch': 'free',
  'lists search': 'reads',
  'ledger list': 'reads',
  'ledger export': 'reads',
  'ledger refund': 'reasoned',
  recover: 'free',
  'keys rotate': 'free',
  'retention run': 'reasoned',
  'audit show': 'reads',
  // Each replica records one for each period: partners' requests, and the number of refused keys.
  accesses: 'free',
} as const

export type Act = keyof typeof acts

export const isAct = (text: string): text is Act => Object.hasOwn(acts, text)

export const onlyReads = (act: Act): boolean => acts[act] === 'reads'

/** Acts that change nothing: operators' reads, and the summaries of partners' requests. */
export const changesNothing: ReadonlyArray<Act> = (Object.keys(acts) as ReadonlyArray<Act>).filter(
  (act) => onlyReads(act) || act === 'accesses',
)

export const needsReason = (act: Act): boolean => acts[act] === 'reasoned'

/** Whether a text may name the author of an act. */
export const isActor = (text: string): boolean =>
  text.length <= shortTextLength && /^[\w.@+-]+$/.test(text) && !containsCurp(text)

/** Whether a text may be the reason of an act. It can detect a CURP in it, but not a name. */
export const isReason = (text: string): boolean =>
  [...text].length <= shortTextLength && /^\P{Cc}+$/u.test(text) && !containsCurp(text)
