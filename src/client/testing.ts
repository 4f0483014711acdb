/**
 * `@cotejo/client/testing`: documents and signed webhooks for unit tests, without a simulator.
 */

// biome-ignore lint/performance/noBarrelFile: partners import everything for tests from one place.
export { type SignedWebhook, signWebhook } from './signWebhook.ts'
export { documents, inProgress } from './TestDocuments.ts'
