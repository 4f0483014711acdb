import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { verificationOf } from '#test/support/documents.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

const { apiKey } = credentialsOf('demo-consumo')
const curp = 'LIMP900101HDFRRS03'

const known = { estatus: 'activa', validacion: 'valida', credencial: 'coincide' }

describe.each(['fixtures', 'providers'] as const)('POST /_simulador/hallazgos, with sources %s', (sources) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ sources })
  })
  afterAll(() => sandbox.stop())

  const script = (body: Record<string, unknown>) => sandbox.call('POST', '/_simulador/hallazgos', { body })

  /** How a verification of this applicant ends, with the codes of its factors. */
  const ended = async (solicitante: Record<string, unknown> = { curp }) => {
    const { verificacion_id: id } = verificationOf(await sandbox.create(apiKey, { solicitante }))
    await sandbox.advance(600)
    const { estado, recomendacion } = verificationOf(await sandbox.read(apiKey, id))
    const { accion, sustento_documental: support } = recomendacion ?? { accion: null, sustento_documental: null }
    return { end: [estado, accion, support?.nivel ?? null], codes: support?.factores.map(({ codigo }) => codigo) ?? [] }
  }

  it('has the sources say of one CURP what is asked for, until it is taken back', async () => {
    const lawsuit = { juicios: [{ materia: 'penal', estado: 'en_curso', certeza: 'persona' }] }
    const { status, body } = await script({ curp, judicial: lawsuit })
    expect([status, body['judicial'], body['listas']]).toEqual([200, lawsuit, { internacionales: [], fiscal: [] }])
    expect((await ended()).end).toEqual(['emitida', 'continuar_con_reservas', 'medio'])
    expect((await ended({ curp: 'LIMP900101HDFRRS11' })).end).toEqual(['emitida', 'puede_continuar', 'alto'])

    await script({ curp, judicial: null })
    expect((await ended()).end).toEqual(['emitida', 'puede_continuar', 'alto'])
  })

  it('can have a source fail, alone or with others', async () => {
    await script({ curp, listas: 'falla' })
    const partial = await ended()
    expect(partial.end[0]).toBe('emitida')
    expect(partial.codes).toContain('COBERTURA_FUENTES_PARCIAL')
    await script({ curp, listas: 'falla', judicial: 'falla' })
    expect((await ended()).end).toEqual(['no_concluyente', null, null])
    await script({ curp, listas: null, judicial: null })
  })

  it('is said late by a slow source, and not by one that is down', async () => {
    await script({ curp, judicial: { juicios: [{ materia: 'civil', estado: 'en_curso', certeza: 'persona' }] } })
    const breaking = (falla: string | null) =>
      sandbox.call('POST', '/_simulador/fuentes', { body: { fuente: 'judicial', falla } })
    await breaking('lenta')
    expect((await ended()).codes).toContain('JUICIO_EN_CURSO')
    await breaking('caida')
    const { codes } = await ended()
    expect(codes).toContain('COBERTURA_FUENTES_PARCIAL')
    expect(codes).not.toContain('JUICIO_EN_CURSO')
    await breaking(null)
    await script({ curp, judicial: null })
  })

  it('reads the last movement of a lawsuit against simulated time', async () => {
    const lawsuit = { materia: 'civil', estado: 'en_curso' }
    const codesWith = async (ultimo_movimiento: string) => {
      await script({ curp, judicial: { juicios: [{ ...lawsuit, ultimo_movimiento }] } })
      return (await ended()).codes
    }
    const year = Number(String((await sandbox.call('GET', '/_simulador/reloj')).body['ahora']).slice(0, 4))
    expect(await codesWith(`${year - 6}-01`)).toContain('SIN_REGISTROS_JUDICIALES')
    expect(await codesWith(`${year - 1}-12`)).toContain('POSIBLE_REGISTRO_JUDICIAL')
    await script({ curp, judicial: null })
  })

  it('can have the registry say what no scenario has it say', async () => {
    await script({ curp, identidad: { ...known, estatus: 'baja' } })
    expect((await ended()).end[1]).toBe('no_continuar_todavia')
    await script({ curp, identidad: 'no_existe' })
    expect((await ended()).end).toEqual(['no_concluyente', null, null])
    await script({ curp, identidad: { ...known, nombre: 'no_coincide' } })
    expect((await ended({ curp, nombre: 'Ana' })).end[1]).not.toBe('puede_continuar')
    await script({ curp, identidad: known })
    expect((await ended()).end).toEqual(['emitida', 'puede_continuar', 'alto'])
    await script({ curp, identidad: null })
  })

  it.each([[' '], ['.'], ['🎉'], ['123'], ['N/A'], ['Lic.'], ['SIN APELLIDO'], ['null']])(
    'says nothing of the name %j, which was not given: scripted or not, even where it is to agree',
    async (name) => {
      const solicitante = { curp, nombre: name, apellido_paterno: name, apellido_materno: null }
      const spoken = async (changes = {}) =>
        (await ended({ ...solicitante, ...changes })).codes.filter((code) => /NOMBRE|NO_COINCIDE/.test(code))
      expect(await spoken()).toEqual([])
      expect(await spoken({ apellido_paterno: 'Paz' })).toEqual([])
      expect(await spoken({ nombre: 'Ana' })).toEqual([])
      expect(await spoken({ nombre: 'Ana', apellido_materno: 'Paz' })).toEqual(['NOMBRE_COINCIDE'])
      for (const nombre of [null, 'coincide', 'no_concluye', 'no_coincide']) {
        await script({ curp, identidad: { ...known, nombre } })
        expect(await spoken()).toEqual([])
      }
      await script({ curp, identidad: null })
      expect((await ended({ ...solicitante, curp: 'ROJI900101HDFRRS03' })).codes).not.toContain('IDENTIDAD_NO_COINCIDE')
    },
  )

  it.each([
    ['what is no CURP', { curp: 'LIMP' }],
    ['a finding that does not exist', { curp, judicial: { juicios: [{ materia: 'fiscal', estado: 'concluido' }] } }],
    ['a part of what the registry says', { curp, identidad: { estatus: 'activa' } }],
    ['an unknown source', { curp, credito: 'falla' }],
  ])('refuses %s: 400 peticion_invalida', async (_, body) => {
    const answer = await script(body)
    expect([answer.status, answer.body['codigo']]).toEqual([400, 'peticion_invalida'])
  })
})
