import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: boolean
  readonly dev?: boolean
}

const lock: { readonly packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

describe('the lock file', () => {
  it('holds the digest of every package that a service runs', () => {
    const running = packages.filter(([, { dev }]) => dev !== true)
    expect(running.length).toBeGreaterThan(20)
    expect(running.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  })

  it('leaves no digest out but of optional development packages of other platforms', () => {
    const without = packages.filter(([, { integrity }]) => integrity === undefined)
    expect(without.filter(([, { optional, dev }]) => optional !== true || dev !== true)).toEqual([])
  })

  it('names no address from which packages are downloaded', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})
