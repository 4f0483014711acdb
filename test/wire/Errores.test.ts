import { Schema } from 'effect'
import { describe, expect, it } from 'vitest'
import { statuses } from '#test/support/statuses.ts'
import { Codigo, catalog, errorBody, RespuestaDeError } from '#wire/Errores.ts'
import { reject } from '#wire/Rejection.ts'

const messages = Codigo.literals.map((codigo) => errorBody(codigo).mensaje)

describe('the catalog of errors', () => {
  it('has the 18 codes of contract 7.1, each with its status', () => {
    const given = Object.entries(catalog).map(([codigo, { status }]) => [codigo, status])
    expect(Object.fromEntries(given)).toEqual(statuses)
    expect(Codigo.literals.toSorted()).toEqual(Object.keys(statuses).toSorted())
    expect(Codigo.literals).toHaveLength(18)
  })

  it.each(Codigo.literals)('%s has a mensaje of one sentence with nothing of the request', (codigo) => {
    const { mensaje } = catalog[codigo]
    expect(mensaje).toMatch(/^[A-ZÁÉÍÓÚ][^.!?\n]*\.$/)
    expect(mensaje.length).toBeLessThanOrEqual(120)
    // The only numbers are those of the contract.
    expect(mensaje.replace(/18 caracteres|64 KB/, '')).not.toMatch(/\d/)
    expect(mensaje).not.toMatch(/[{}$%<>]|undefined|null/)
    expect(mensaje).toBe(mensaje.normalize('NFC'))
  })

  it.each([
    /`succeeded`/,
    /MXN/,
    /precio del plan/,
    /reembols/,
    /disput/,
    /otro ambiente \(`livemode`\)/,
    /respalda otra verificación/,
    /falta `cobro.payment_intent_id`/,
    /consulta al procesador/,
  ])('tells partners of cobro_no_verificado the cause %s (contract 1.17)', (cause) => {
    expect(catalog.cobro_no_verificado.cuando).toMatch(cause)
  })

  it('tells partners of conflicto_idempotencia that retention and an erasure use a key up (contract 3.12, 3.14)', () => {
    expect(catalog.conflicto_idempotencia.cuando).toMatch(/plazo de conservación/)
    expect(catalog.conflicto_idempotencia.cuando).toMatch(/a petición de la persona/)
  })

  it('has no two codes with one mensaje', () => {
    expect(new Set(messages).size).toBe(messages.length)
  })

  it('makes the closed body {codigo, mensaje}', () => {
    const decode = Schema.decodeUnknownSync(RespuestaDeError, { onExcessProperty: 'error' })
    for (const codigo of Codigo.literals) {
      expect(decode(errorBody(codigo))).toEqual({ codigo, mensaje: catalog[codigo].mensaje })
    }
  })

  it('rejects with a code alone, and with Retry-After only where it is given', () => {
    expect(reject('curp_sin_forma')).toMatchObject({ _tag: 'Rejection', codigo: 'curp_invalida' })
    expect(reject('limite_por_minuto').retryAfterSeconds).toBeUndefined()
  })
})
