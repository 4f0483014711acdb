/** What the tests draw from. The run says it at its beginning (vitest.config.ts). */
export const seed = Number(process.env['TEST_SEED'])
