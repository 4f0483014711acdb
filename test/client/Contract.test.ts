import { readFile } from 'node:fs/promises'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as Contract from '#client/Contract.ts'
import type { Verificacion } from '#client/Verification.ts'
import type { FactorCode } from '#domain/recommendation/Catalog.ts'
import type { StepCode } from '#domain/recommendation/CatalogSteps.ts'
import { clientTypes } from '#tools/openapi/ClientTypes.ts'
import type * as Errores from '#wire/Errores.ts'
import { openApiText } from '#wire/OpenApi.ts'
import type * as Peticion from '#wire/Peticion.ts'
import type * as Respuesta from '#wire/Respuesta.ts'

/** Lists of the client can be written to; those of the declaration cannot. */
type Writable<A> = { -readonly [K in keyof A]: Writable<A[K]> }

/** What an answer of this version of the service has: every field, those too that the document does not require. */
type Whole<A> = { [K in keyof A]-?: Whole<A[K]> }

/** The document names the codes of today where the declaration takes any text. */
type WithAnyCode<A> = {
  [K in keyof A]: K extends 'codigo' ? string : K extends 'determinantes' ? Array<string> : WithAnyCode<A[K]>
}

/** Of the codes of today, which an editor offers, or one of a later version. */
type Growing<Known extends string> = Known | (string & Record<never, never>)

describe('the types of the client', () => {
  it('are generated from the contract, and committed', async () => {
    const path = 'src/client/Contract.ts'
    expect(await readFile(path, 'utf8')).toBe(clientTypes(openApiText(), path))
  })

  // Judged by the compiler (npm run types).
  it('are those of the declaration', () => {
    expectTypeOf<Contract.PeticionDeVerificacion>().toEqualTypeOf<Writable<Peticion.Peticion>>()
    expectTypeOf<Contract.DocumentoEntrada>().toEqualTypeOf<Writable<typeof Peticion.DocumentoEntrada.Type>>()
    expectTypeOf<Whole<WithAnyCode<Contract.RespuestaDeVerificacion>>>().toEqualTypeOf<Writable<Respuesta.Respuesta>>()
    expectTypeOf<Whole<WithAnyCode<Contract.RespuestaDeLista>>>().toEqualTypeOf<Writable<typeof Respuesta.Lista.Type>>()
    expectTypeOf<Whole<Contract.RespuestaDeConsumo>>().toEqualTypeOf<Writable<typeof Respuesta.Consumo.Type>>()
    expectTypeOf<Whole<Contract.RespuestaDeSalud>>().toEqualTypeOf<Writable<typeof Respuesta.Salud.Type>>()
    expectTypeOf<WithAnyCode<Contract.RespuestaDeError>>().toEqualTypeOf<
      WithAnyCode<Writable<typeof Errores.RespuestaDeError.Type>>
    >()
  })

  it('have a recommendation where a verification is emitted, and none elsewhere', () => {
    expectTypeOf<
      Extract<Verificacion, { estado: 'emitida' }>['recomendacion']
    >().toEqualTypeOf<Contract.Recomendacion>()
    expectTypeOf<Extract<Verificacion, { estado: 'en_proceso' | 'no_concluyente' }>['recomendacion']>().toEqualTypeOf<
      null | undefined
    >()
    expectTypeOf<Verificacion['estado']>().toEqualTypeOf<Contract.RespuestaDeVerificacion['estado']>()
    expectTypeOf<Verificacion>().toExtend<Contract.RespuestaDeVerificacion>()
  })

  it('know the codes of the catalogs, and take those of a later version', () => {
    expectTypeOf<Contract.Factor['codigo']>().toEqualTypeOf<Growing<FactorCode>>()
    expectTypeOf<NonNullable<Contract.ExplicacionDelNivel['determinantes']>[number]>().toEqualTypeOf<
      Growing<FactorCode>
    >()
    expectTypeOf<Contract.PasoSugerido['codigo']>().toEqualTypeOf<Growing<StepCode>>()
    expectTypeOf<Contract.RespuestaDeError['codigo']>().toEqualTypeOf<Growing<Errores.Codigo>>()
  })
})
