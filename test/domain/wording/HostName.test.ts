import { expect, it } from 'vitest'
import { ratesInHost } from '#domain/wording/Wording.ts'

it.each([
  ['moroso.mx', true],
  ['api.MOROSOS.mx', true],
  ['lista-morosa.mx', true],
  ['deudor.socio.mx', true],
  ['deudores.mx', true],
  ['estafadores.mx', true],
  ['mor%6Fso.mx', true],
  ['ｍoroso.mx', true],
  ['rentasinriesgo.mx', false],
  ['sin-riesgo.mx', false],
  ['apto.mx', false],
  ['solvente.mx', false],
  ['aprobado.mx', false],
  ['score.mx', false],
  ['soltero.mx', false],
  ['clientemoroso.mx', false],
  ['8.8.8.8', false],
])('a host rates a person only where a whole part can be nothing else: %s is %s', (host, rates) => {
  expect(ratesInHost(host)).toBe(rates)
})
