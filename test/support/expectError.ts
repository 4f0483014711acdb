import { expect } from 'vitest'
import type { Answer } from '#tools/service/sandbox.ts'
import { type Codigo, catalog } from '#wire/Errores.ts'

/** The answer is this error and nothing else: status, the two members, the fixed `mensaje`, never cached. */
export const expectError = ({ status, headers, body }: Answer, expected: number, codigo: Codigo): void => {
  expect({ status, body }, `the answer is ${expected} ${codigo}`).toEqual({
    status: expected,
    body: { codigo, mensaje: catalog[codigo].mensaje },
  })
  expect(headers.get('content-type'), 'an error is JSON').toBe('application/json')
  expect(headers.get('cache-control'), 'an error is not cached').toBe('no-store')
}

/** `400 peticion_invalida`, `200 en_proceso`, `200`: for answers that are compared as a whole. */
export const summaryOf = ({ status, body }: Pick<Answer, 'status' | 'body'>): string =>
  [status, body['codigo'] ?? body['estado'] ?? []].flat().join(' ')
