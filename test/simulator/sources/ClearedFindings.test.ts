import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credentialsOf } from '#simulator/accounts/DemoAccounts.ts'
import { sampleCurp } from '#simulator/samples/SampleCurp.ts'
import { verificationOf } from '#test/support/documents.ts'
import { type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

const { apiKey } = credentialsOf('demo-consumo')

describe.each(['fixtures', 'providers'] as const)('POST /_simulador/aclaraciones, with sources %s', (sources) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ sources })
  })
  afterAll(() => sandbox.stop())

  const lever = (path: string, body?: Record<string, unknown>) =>
    sandbox.call('POST', `/_simulador${path}`, body === undefined ? {} : { body })
  const clear = (body: Record<string, unknown>) => lever('/aclaraciones', body)

  /** The codes of the factors about lists and lawsuits that limit, after a verification of this CURP. */
  const limits = async (curp: string) => {
    const { verificacion_id: id } = verificationOf(await sandbox.create(apiKey, { solicitante: { curp } }))
    await sandbox.advance(600)
    const { recomendacion } = verificationOf(await sandbox.read(apiKey, id))
    const factors = recomendacion?.sustento_documental.factores ?? []
    return factors.filter(({ efecto }) => efecto === 'limita').map(({ codigo }) => codigo)
  }

  it('leaves out a kind of list of one CURP, from the next verification on, until it is taken back', async () => {
    const [listed, another] = [sampleCurp('LERT', 41), sampleCurp('LERT', 42)]
    const all = await limits(listed)
    expect(all).toEqual([
      'COINCIDENCIA_EN_LISTAS_INTERNACIONALES',
      'PERSONA_EXPUESTA_POLITICAMENTE',
      'COINCIDENCIA_EN_LISTA_FISCAL',
    ])
    const { status, body } = await clear({ curp: listed, fuente: 'listas', lista: 'fiscal' })
    expect([status, body]).toEqual([200, { fuente: 'listas', lista: 'fiscal', aclarado: true }])
    await clear({ curp: listed, fuente: 'listas', lista: 'personas_expuestas' })
    await clear({ curp: listed, fuente: 'listas', lista: 'sanciones' })
    expect(await limits(listed)).toEqual(['COINCIDENCIA_EN_LISTAS_INTERNACIONALES'])
    await clear({ curp: listed, fuente: 'listas', lista: 'vigilancia' })
    expect(await limits(listed)).toEqual([])
    expect(await limits(another)).toEqual(all)

    const taken = await clear({ curp: listed, fuente: 'listas', lista: 'fiscal', quitar: true })
    expect(taken.body).toEqual({ fuente: 'listas', lista: 'fiscal', aclarado: false })
    expect(await limits(listed)).toEqual(['COINCIDENCIA_EN_LISTA_FISCAL'])
  })

  it('leaves out lawsuits by name, and possible matches that were scripted', async () => {
    const curp = sampleCurp('LIMP', 43)
    const juicios = [{ materia: 'civil', estado: 'en_curso' }]
    const listas = { internacionales: [], fiscal: [], posibles: ['vigilancia'] }
    await lever('/hallazgos', { curp, judicial: { juicios }, listas })
    expect(await limits(curp)).toEqual(['POSIBLE_COINCIDENCIA_EN_LISTAS', 'POSIBLE_REGISTRO_JUDICIAL'])
    await clear({ curp, fuente: 'judicial' })
    expect(await limits(curp)).toEqual(['POSIBLE_COINCIDENCIA_EN_LISTAS'])
    await clear({ curp, fuente: 'listas', lista: 'vigilancia' })
    expect(await limits(curp)).toEqual([])
    await lever('/hallazgos', { curp, judicial: { juicios: [{ ...juicios[0], certeza: 'persona' }] } })
    expect(await limits(curp)).toEqual(['JUICIO_EN_CURSO'])
  })

  it('is part of snapshots, world files and resets', async () => {
    const curp = sampleCurp('LERT', 44)
    const kinds = ['sanciones', 'personas_expuestas', 'vigilancia', 'fiscal']
    const { body: before } = await lever('/instantaneas')
    for (const lista of kinds) await clear({ curp, fuente: 'listas', lista })
    const { body: file } = await sandbox.call('GET', '/_simulador/mundo')
    expect(await limits(curp)).toEqual([])
    await lever(`/instantaneas/${before['instantanea']}/restaurar`)
    expect(await limits(curp)).toHaveLength(3)
    expect((await sandbox.call('PUT', '/_simulador/mundo', { body: file })).status).toBe(200)
    expect(await limits(curp)).toEqual([])
    await lever('/reiniciar')
    expect(await limits(curp)).toHaveLength(3)
  })

  it.each([
    ['lists without a kind', { fuente: 'listas' }, /^lista es una de sanciones/],
    ['lawsuits with a kind', { fuente: 'judicial', lista: 'fiscal' }, /^lista es una de sanciones/],
    ['a source that is none', { fuente: 'identidad' }, /^fuente es listas o judicial/],
    ['a CURP that is none', { fuente: 'judicial', curp: 'LERT' }, /^curp es una CURP/],
  ])('says what is wrong with %s', async (_, body, sentence) => {
    const { status, body: told } = await clear({ curp: sampleCurp('LERT', 45), ...body })
    expect([status, told['mensaje']]).toEqual([400, expect.stringMatching(sentence)])
  })
})
