import { readFileSync } from 'node:fs'
import { Schema } from 'effect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Declaration, declarations, placeholders } from '#simulator/levers/Declarations.ts'
import { type Answer, type Sandbox, startSandbox } from '#tools/service/sandbox.ts'

const document = JSON.parse(readFileSync('docs/simulator.openapi.json', 'utf8'))

/** What has no document of its own: pages, streams, documents, channels. */
const undeclared = ['GET ', 'GET /eventos', 'GET /openapi.json', 'POST /mcp']

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({})
})
afterAll(() => sandbox.stop())

const declared = (name: string): Declaration => {
  const found = declarations.find((one) => one.name === name)
  if (found === undefined) throw new Error(`nothing is declared as ${name}`)
  return found
}

const statusOf = ({ answer, created }: Declaration): number => {
  if (answer === undefined) return 204
  return created ? 201 : 200
}

const pulled = new Set<string>()

/** Pulls a lever by its declaration, and sees that its answer is what was declared, with nothing more. */
const pull = async (name: string, body?: unknown, ...named: ReadonlyArray<string>): Promise<Answer> => {
  const lever = declared(name)
  pulled.add(name)
  const answer = await sandbox.call(
    lever.method,
    `/_simulador${placeholders(lever.path).reduce((path, place, index) => path.replace(`:${place}`, named[index] ?? ''), lever.path)}`,
    body === undefined ? {} : { body },
  )
  expect([name, answer.status]).toEqual([name, statusOf(lever)])
  if (lever.answer !== undefined) {
    Schema.decodeUnknownSync(lever.answer, { onExcessProperty: 'error' })(answer.body)
  }
  return answer
}

const curp = 'LIMP900101HDFRRS03'
const url = 'https://partner.example.com/webhooks/avs'

describe('the declarations of the levers', () => {
  it('are all the levers that there are, in the document too', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.toSorted()).toEqual(
      declarations.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    )
    const documented = [
      ...readFileSync('docs/simulator/controls.md', 'utf8').matchAll(
        /^\| `(GET|POST|PATCH|PUT|DELETE) \/_simulador(\S*)` \|/gm,
      ),
    ]
    expect(documented.map(([, method, path]) => `${method} ${path}`).toSorted()).toEqual(
      [...declarations.map(({ method, path }) => `${method} ${path}`), ...undeclared].sort(),
    )
  })

  it('say of every lever what it answers: 200, 201, 204', async () => {
    await pull('crear_mundo', { nombre: 'uno' })
    await pull('listar_mundos')
    await pull('consultar_mundo', undefined, 'uno')
    await pull('borrar_mundo', undefined, 'uno')
    await pull('consultar_reloj')
    const { body } = await pull('abrir_cuenta', { modo: 'consumo', saldo: 500 })
    await pull('listar_cuentas')
    await pull('listar_escenarios')
    await pull('listar_recetas')
    await pull('preparar_receta', { para: 'nivel', codigo: 'medio' })
    await pull('pedir_verificacion', { curp: 'NOEX900101HDFRRS03', tenant: 'demo-limitada' })
    await pull('consultar_certificacion')
    await pull('certificar', { backend: 'http://127.0.0.1:9/', puerto: 0, paciencia_segundos: 0.1 })
    await pull('fijar_hallazgos', { curp, judicial: { juicios: [{ materia: 'civil', estado: 'en_curso' }] } })
    await pull('aclarar_hallazgo', { curp, fuente: 'judicial' })
    await pull('consultar_fuentes')
    await pull('fallar_fuente', { fuente: 'listas', falla: 'lenta' })
    await pull('fijar_respuestas', { url, estatus: [500, 200] })
    await pull('fijar_destino', { tenant: 'demo-connect', destino: null })
    const created = await sandbox.create(String(body['llave']))
    const id = String(created.body['verificacion_id'])
    await pull('guardar_instantanea')
    await pull('mover_reloj', { avanzar_segundos: 600 })
    const { body: inbox } = await pull('leer_buzon')
    expect(inbox['entregas']).toHaveLength(2)
    await pull('reenviar_webhook', { verificacion_id: id })
    await pull('comprobar_firma', { secreto_firma: 'whsec_x', encabezado: null, cuerpo: '{}' })
    await pull('poner_pago', { estado: 'succeeded', moneda: 'MXN', monto: 100 })
    const { body: payments } = await pull('listar_pagos')
    const [{ payment_intent_id }] = Object(payments['pagos'])
    const { body: accounts } = await pull('listar_cuentas')
    const [, connect] = Object(accounts['cuentas'])
    await sandbox.create(connect.llave, { solicitud_id: 'sol-connect', cobro: { modo: 'connect', payment_intent_id } })
    await pull('mover_reloj', { avanzar_segundos: 600 })
    const { body: transfers } = await pull('listar_transferencias')
    expect(transfers['transferencias']).toHaveLength(1)
    await pull('fallar_procesador', { llamada: 'consultar_pago', falla: 'error_500', veces: 1 })
    await pull('pedir_fallos', { codigo: 'error_interno', veces: 2 })
    const { body: failures } = await pull('listar_fallos')
    expect(failures).toEqual({ fallos: [{ codigo: 'error_interno', veces: 2 }] })
    const { body: requests } = await pull('listar_solicitudes')
    expect(requests['solicitudes']).toMatchObject([{ ruta: '/v1/verificaciones' }, { ruta: '/v1/verificaciones' }])
    await pull('consultar_solicitud', undefined, Object(requests['solicitudes'])[0].id)
    const { tenant } = connect
    await pull('cambiar_cuenta', { limite_por_minuto: 7 }, tenant)
    await pull('abonar', { monto: 10, referencia: 'spei-1' }, 'demo-consumo')
    await pull('emitir_llave', { nombre: 'otra' }, tenant)
    await pull('revocar_llave', undefined, tenant, 'otra')
    await pull('rotar_secreto', { accion: 'preparar' }, tenant)
    await pull('borrar_verificacion', {}, id)
    await pull('aplicar_retencion')
    const { body: file } = await pull('guardar_mundo')
    await pull('cargar_mundo', file)
    await pull('restaurar_instantanea', undefined, 'instantanea-1')
    await pull('reiniciar')
    expect([...pulled].sort()).toEqual(declarations.map(({ name }) => name).sort())
  })

  it('are served as they are committed', async () => {
    const { status, headers, text } = await sandbox.call('GET', '/_simulador/openapi.json')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(text).toBe(readFileSync('docs/simulator.openapi.json', 'utf8'))
  })
})
