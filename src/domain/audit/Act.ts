/**
 * The operators' acts, named after their commands, and the service's own summaries. An act needs a reason if it gives
 * money, or takes away money, keys, access or data.
 */
const acts = {
  migrate: 'free',
  'accounts create': 'free',
  'accounts list': 'free',
  'accounts show': 'free',
  'accounts plan': 'free',
  'accounts credit': 'reasoned',
  'accounts correct': 'reasoned',
  'accounts processor': 'free',
  'accounts suspend': 'reasoned',
  'accounts activate': 'free',
  'accounts move': 'reasoned',
  'api-keys issue': 'free',
  'api-keys list': 'free',
  'api-keys revoke': 'reasoned',
  'signing-secrets issue': 'free',
  'signing-secrets rotate': 'free',
  'signing-secrets activate': 'free',
  'signing-secrets abort': 'free',
  'signing-secrets list': 'free',
  'verifications show': 'free',
  'verifications find': 'free',
  'verifications explain': 'free',
  'verifications list': 'free',
  'verifications erase': 'reasoned',
  'subject export': 'free',
  'deliveries list': 'free',
  'deliveries show': 'free',
  'deliveries resend': 'free',
  'transfers list': 'free',
  'transfers export': 'free',
  'transfers retry': 'free',
  'lists import': 'free',
  'lists fetch': 'free',
  'lists search': 'free',
  'ledger list': 'free',
  'ledger export': 'free',
  'ledger refund': 'reasoned',
  recover: 'free',
  'keys rotate': 'free',
  'retention run': 'reasoned',
  'audit show': 'free',
  // Each replica records one for each period: partners' requests, and the number of refused keys.
  accesses: 'free',
} as const

export type Act = keyof typeof acts

/** Whether a text names an act. */
export const isAct = (text: string): text is Act => Object.hasOwn(acts, text)

export const needsReason = (act: Act): boolean => acts[act] === 'reasoned'
