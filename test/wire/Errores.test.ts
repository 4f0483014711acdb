import { Schema } from 'effect'
import { describe, expect, it } from 'vitest'
import { Codigo, catalog, errorBody, RespuestaDeError, reject } from '#wire/Errores.ts'

/** The table of specification section 7, written down apart from the code. */
const table = {
  campo_desconocido: 400,
  curp_invalida: 400,
  idempotency_key_ausente: 400,
  peticion_invalida: 400,
  vocabulario_no_permitido: 400,
  llave_ausente: 401,
  llave_invalida: 401,
  cobro_no_verificado: 402,
  consumo_agotado: 402,
  verificacion_no_encontrada: 404,
  conflicto_idempotencia: 409,
  cuerpo_demasiado_grande: 413,
  consentimiento_faltante: 422,
  limite_excedido: 429,
  error_interno: 500,
  respuesta_retenida: 500,
  ruta_no_disponible: 501,
  base_no_alcanzable: 503,
}

const messages = Codigo.literals.map((codigo) => errorBody(codigo).mensaje)

describe('the catalog of errors', () => {
  it('has the 18 codes of the specification, each with its status', () => {
    const statuses = Object.entries(catalog).map(([codigo, { status }]) => [codigo, status])
    expect(Object.fromEntries(statuses)).toEqual(table)
    expect(Codigo.literals.toSorted()).toEqual(Object.keys(table).toSorted())
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
    expect(reject('curp_invalida')).toMatchObject({ _tag: 'Rejection', codigo: 'curp_invalida' })
    expect(reject('limite_excedido').retryAfterSeconds).toBeUndefined()
  })
})
