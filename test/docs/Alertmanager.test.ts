import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { alerts } from '#test/support/alerts.ts'
import { catalog } from '#wire/Errores.ts'

interface Route {
  readonly receiver: string
  readonly matchers?: ReadonlyArray<string>
  readonly continue?: boolean
  readonly routes?: ReadonlyArray<Route>
}
interface Alertmanager {
  readonly templates: ReadonlyArray<string>
  readonly route: Route
  readonly receivers: ReadonlyArray<{ readonly name: string }>
}

const text = readFileSync('ops/alertmanager.yml', 'utf8')
const config: Alertmanager = parse(text)
const template = readFileSync('ops/alertmanager.tmpl', 'utf8')
const names = alerts.map(({ name }) => name)

/** The alerts that a text names. */
const namedIn = (some: string): ReadonlyArray<string> => [...new Set(some.match(/\bCotejo[A-Z]\w+/g))].toSorted()

it('every alert that names a partner and is no fault of ours reaches the partner, in Spanish', () => {
  const [partners] = config.route.routes ?? []
  const told = ['CotejoBalanceRunsOut', 'CotejoKeyExpires', 'CotejoReceiverDown']
  expect([partners?.receiver, partners?.continue]).toEqual(['partners', true])
  expect(namedIn(partners?.matchers?.join() ?? '')).toEqual(told)
  expect(namedIn(template)).toEqual(told)
  const ofPartners = alerts.filter(({ summary }) => summary.includes('$labels.account'))
  expect(ofPartners.map(({ name }) => name).toSorted()).toEqual([...told, 'CotejoProcessorFails'].toSorted())
})

it('names alerts, receivers, templates and error codes that exist', () => {
  expect(namedIn(text).filter((name) => !names.includes(name))).toEqual([])
  const routes = [config.route, ...(config.route.routes ?? [])]
  expect([...new Set(routes.map(({ receiver }) => receiver))].toSorted()).toEqual(
    config.receivers.map(({ name }) => name).toSorted(),
  )
  expect(config.templates).toEqual(['alertmanager.tmpl'])
  for (const [, name] of text.matchAll(/template "([^"]+)"/g)) expect(template).toContain(`define "${name}"`)
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
  const asked = Array.from(template.matchAll(/GET (\/[\w/]+)/g), ([, path = '']) => path)
  expect(asked).toEqual(['/v1/verificaciones', '/v1/cuenta/consumo'])
  expect(asked.filter((path) => paths[path]?.get === undefined)).toEqual([])
  const codes = Array.from(template.matchAll(/(\w+_\w+)\s+\((\d{3})\)/g), ([, code, status]) => [code, Number(status)])
  expect(codes).toEqual([
    ['consumo_agotado', catalog.consumo_agotado.status],
    ['llave_invalida', catalog.llave_invalida.status],
  ])
})
