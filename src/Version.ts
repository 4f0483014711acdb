import { existsSync, readFileSync } from 'node:fs'
import packageJson from '#package.json' with { type: 'json' }

/**
 * The release and, if the build wrote it, the commit: `0.1.0+1f0c9ab`.
 *
 * @param file the file with the commit
 */
export const versionWith = (file: URL | string): string => {
  const commit = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return /^[0-9a-z.-]+$/i.test(commit) ? `${packageJson.version}+${commit}` : packageJson.version
}

export const version = versionWith(new URL('../commit', import.meta.url))
