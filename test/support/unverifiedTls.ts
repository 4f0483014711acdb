import { onTestFinished, vi } from 'vitest'

/** Tells Node to accept every certificate until the test ends, without its warning on the console. */
export const unverifiedTls = (): void => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    warning.mockRestore()
  })
}
