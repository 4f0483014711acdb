import { Effect, Option } from 'effect'
import { expect, it, onTestFinished } from 'vitest'
import { declarations } from '#simulator/levers/Declarations.ts'
import { World } from '#simulator/package/SimulatorClient.ts'
import { fromText } from '#simulator/storage/WorldFile.ts'
import { startSandbox } from '#tools/service/sandbox.ts'

const begun = async () => {
  const sandbox = await startSandbox({ speed: 1 })
  onTestFinished(sandbox.stop)
  return { sandbox, world: new World(sandbox.base, 'principal', []) }
}
type Begun = Awaited<ReturnType<typeof begun>>

/** Levers of all worlds, which a reset of one does not touch, and those whose work a reset is. */
const ofOthers = ['crear_mundo', 'borrar_mundo', 'certificar', 'reiniciar', 'cargar_mundo']

/** One way to pull each lever that changes a world, in an order in which they all work. */
const pulls = async ({ sandbox, world }: Begun): Promise<Readonly<Record<string, () => Promise<unknown>>>> => {
  const [demo, connect] = await world.listAccounts()
  if (demo === undefined || connect === undefined) throw new TypeError('no demo accounts')
  const { tenant, llave } = demo
  const receptor = 'https://partner.example.com/webhooks/avs'
  const ids: Array<string> = []
  const create = async () => {
    const { body } = await sandbox.create(llave)
    ids.push(String(body['verificacion_id']))
  }
  await create()
  await create()
  // Its transfer is made while the clock moves.
  const paid = await world.putPayment({ estado: 'succeeded', moneda: 'MXN', monto: 100, tenant: connect.tenant })
  const { payment_intent_id } = paid
  await sandbox.create(connect.llave, { cobro: { modo: 'connect', payment_intent_id } })
  const verificacion = { curp: 'LIMP900101HDFRRS03', tenant: 'demo-consumo', solicitud_id: 'sol-pedida' }
  const firma = { encabezado: null, cuerpo: '', secreto_firma: demo.secreto_firma }
  return {
    fijar_respuestas: () => world.scriptReceiver(receptor, [500, 200], 1),
    fijar_destino: () => world.sendWebhooks({ url: receptor }, 'http://127.0.0.1:9/avs'),
    fallar_fuente: () => world.breakSource('judicial', 'lenta'),
    fijar_hallazgos: () => world.scriptFindings('LIMP900101HDFRRS03', { judicial: null }),
    aclarar_hallazgo: () => world.lever('POST', '/aclaraciones', { curp: 'LIMP900101HDFRRS03', fuente: 'judicial' }),
    preparar_receta: () => world.prepare('nivel', 'bajo'),
    mover_reloj: () => world.setClock({ velocidad: 7, avanzar_segundos: 700 }),
    reenviar_webhook: () => world.resendWebhook(ids[0] ?? ''),
    abrir_cuenta: () => world.openAccount({ modo: 'consumo', saldo: 5 }),
    cambiar_cuenta: () => world.changeAccount(tenant, { monto_por_verificacion: 3 }),
    abonar: () => world.credit(tenant, 50, 'spei-1'),
    emitir_llave: () => world.issueKey(tenant, { nombre: 'otra' }),
    revocar_llave: () => world.revokeKey(tenant, 'otra'),
    rotar_secreto: () => world.rotateSecret(tenant, 'preparar'),
    pedir_verificacion: () => world.lever('POST', '/verificaciones', verificacion),
    borrar_verificacion: () => world.erase(ids[1] ?? ''),
    aplicar_retencion: () => world.applyRetention(),
    comprobar_firma: () => world.checkSignature(firma),
    poner_pago: () => world.putPayment({ estado: 'succeeded', moneda: 'MXN', monto: 9, tenant: 'demo-connect' }),
    fallar_procesador: () => world.breakProcessor({ llamada: 'crear_transferencia', falla: 'error_500', veces: 4 }),
    pedir_fallos: () => world.failNext('error_interno', 3),
    guardar_instantanea: () => world.lever('POST', '/instantaneas'),
    restaurar_instantanea: () => world.lever('POST', '/instantaneas/instantanea-1/restaurar'),
  }
}

/** An account whose money nothing has touched, which the record of what happened may have or not. */
const isUntouched = (value: unknown): boolean =>
  ['creditedCentavos', 'heldCentavos', 'chargedCentavos'].every((name) => Object(value)[name] === 0)

const plain = (value: unknown): unknown =>
  value instanceof Map ? [...value].filter(([, entry]) => !isUntouched(entry)) : value

/** A text of a state, without instants and what is drawn anew. */
const textOf = (state: unknown): string =>
  JSON.stringify(state, (name, value) => (name === 'secret' ? 'drawn' : plain(value)), 1)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{13}\b/g, 'an instant')
    .replaceAll(/\\\\x[0-9a-f]*/g, 'sealed')

/** All that can be seen of a world: what its file holds, and what each lever that reads answers. */
const seen = async ({ world }: Begun): Promise<ReadonlyArray<string>> => {
  const { contenido } = await world.save()
  const { stored, rest } = Object(Option.getOrThrow(Effect.runSync(fromText(contenido))))
  const reads = declarations.filter(
    ({ method, path, tag }) => method === 'GET' && !path.includes(':') && tag !== 'mundos' && tag !== 'certificacion',
  )
  const answers: Array<string> = [textOf(JSON.parse(stored)), textOf(rest)]
  for (const { name, path } of reads) {
    if (name !== 'guardar_mundo') answers.push(`${name} ${textOf(await world.lever('GET', path))}`)
  }
  return answers
}

it('after every lever was pulled a reset leaves a world that looks like a new one', async () => {
  const [one, fresh] = [await begun(), await begun()]
  await one.world.setClock({ congelado: true })
  const all = await pulls(one)
  const changing = declarations.filter(({ name, method }) => method !== 'GET' && !ofOthers.includes(name))
  expect(Object.keys(all).toSorted()).toEqual(changing.map(({ name }) => name).toSorted())
  for (const pull of Object.values(all)) await pull()
  expect(await seen(one)).not.toEqual(await seen(fresh))
  await one.world.reset()
  expect(await seen(one)).toEqual(await seen(fresh))
})
