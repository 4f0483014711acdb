import { ConfigProvider, Effect } from 'effect'
import { expect, it } from 'vitest'
import { names, serverSettings } from '#src/Config.ts'
import { sharedSettings } from '#src/replica/Shared.ts'
import { environmentOf } from '#tools/service/server.ts'

const published = (changes: Record<string, string> = {}) =>
  serverSettings.pipe(
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnvRecord(environmentOf('postgres://localhost/cotejo', changes)),
    ),
    Effect.map(sharedSettings),
    Effect.runSync,
  )

/** What only production has. */
const production = {
  COTEJO_ENVIRONMENT: 'production',
  COTEJO_IDENTITY_URL: 'https://identidad.example.com',
  COTEJO_IDENTITY_KEY: 'a-key-of-this-service',
  COTEJO_JUDICIAL_URL: 'https://judicial.example.com',
  COTEJO_JUDICIAL_KEY: 'a-key-of-this-service',
  COTEJO_PROCESSOR_URL: 'https://127.0.0.1:1',
}

/** A value of each setting, and another. */
const values: Readonly<Record<string, readonly [string, string]>> = {
  COTEJO_RETENTION_DAYS: ['365', '1'],
  COTEJO_TIME_BUDGET: ['10 minutes', '11 minutes'],
  COTEJO_VALIDITY: ['30 days', '31 days'],
  COTEJO_LISTS_MAX_AGE: ['3 days', '3 days,onu=4 days'],
  COTEJO_LISTS_REQUIRED: ['onu', 'onu,sat_69b'],
  COTEJO_PROCESSOR_URL: ['https://127.0.0.1:1', 'https://127.0.0.1:2'],
  COTEJO_IDENTITY_URL: ['https://identidad.example.com', 'https://identidad-pruebas.example.com'],
  COTEJO_JUDICIAL_URL: ['https://judicial.example.com', 'https://judicial-pruebas.example.com'],
  COTEJO_WEBHOOK_DENIED_PORTS: ['3306', '3306,5432'],
  COTEJO_WEBHOOK_DENIED_NETWORKS: ['198.18.0.0/15', '198.18.0.0/16'],
  COTEJO_WEBHOOK_DENIED_NAMES: ['corp.example.com', 'example.com'],
}

/** The setting of a digest: some settings have one for each list. */
const settingOf = (name: string): string => name.split(' ')[0] ?? ''

it('publishes a digest for each setting that must agree, and no value', () => {
  const digests = published()
  const settings = new Set(Object.keys(digests).map(settingOf))
  expect([...settings].sort()).toEqual(Object.keys(values).sort())
  expect([...settings].filter((name) => !names.has(name))).toEqual([])
  for (const digest of Object.values(digests)) expect(digest).toMatch(/^[0-9a-f]{16}$/)
})

it.each(Object.entries(values))('%s changes its digest, and no other', (name, [one, other]) => {
  const [before, after] = [published({ ...production, [name]: one }), published({ ...production, [name]: other })]
  const changed = Object.keys(before).filter((each) => before[each] !== after[each])
  expect(new Set(changed.map(settingOf))).toEqual(new Set([name]))
})

it('of the lists are published for each list, so that a list of the next release makes no other different', () => {
  const [before, after] = [published(), published({ COTEJO_LISTS_MAX_AGE: '3 days,onu=4 days' })]
  const changed = Object.keys(after).filter((name) => before[name] !== after[name])
  expect(changed).toContain('COTEJO_LISTS_MAX_AGE (onu)')
  expect(changed).not.toContain('COTEJO_LISTS_MAX_AGE (ofac_sdn)')
})

it.each([
  ['COTEJO_LISTS_REQUIRED', 'onu,sat_69b', 'sat_69b, onu'],
  ['COTEJO_TIME_BUDGET', '10 minutes', '600 seconds'],
  ['COTEJO_LISTS_MAX_AGE', '3 days', '72 hours,onu=3 days'],
  ['COTEJO_WEBHOOK_DENIED_PORTS', '5432,3306', '3306,5432'],
])('%s says the same by %s and by %s', (name, one, other) => {
  expect(published({ [name]: one })).toEqual(published({ [name]: other }))
})
