/** Faults that are planted on purpose in the database or the processor of a scene: schedules must find each. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Plant } from './Stage.ts'

/** Another text in the place of one in a function of the database. */
const inFunction =
  (name: string, from: string, to: string): Plant =>
  async (scene) => {
    const [row] = await scene.ask(`SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE proname = '${name}'`)
    const text = String(Reflect.get(row ?? {}, 'text'))
    if (!text.includes(from)) throw new Error(`${name} has no "${from}"`)
    await scene.ask(text.replaceAll(from, to))
    return scene
  }

/** Something done to every row of a table that is updated so. */
const onUpdate =
  (table: string, when: string, act: string): Plant =>
  async (scene) => {
    await scene.ask(`CREATE FUNCTION plant_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${act} END $$`)
    await scene.ask(
      `CREATE TRIGGER planted BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION plant_${table}()`,
    )
    return scene
  }

const all =
  (...plants: ReadonlyArray<Plant>): Plant =>
  async (scene) => {
    for (const plant of plants) await plant(scene)
    return scene
  }

/** A processor that knows neither keys nor what it transferred. */
const forgetfulProcessor: Plant = async (scene) => {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    if (request.method === 'GET' && request.url?.startsWith('/v1/transfers')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ object: 'list', url: '/v1/transfers', data: [], has_more: false }))
      return
    }
    const headers = new Headers({ authorization: String(request.headers.authorization) })
    if (body.length > 0) headers.set('content-type', String(request.headers['content-type']))
    const method = request.method ?? 'GET'
    const content = body.length > 0 ? { body } : {}
    const sent = await fetch(`${scene.processor.address}${request.url}`, { method, headers, ...content })
    response.writeHead(sent.status, { 'content-type': 'application/json' }).end(await sent.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const processorPort = typeof address === 'object' && address !== null ? address.port : 0
  const stop = async () => {
    server.close().closeAllConnections()
    await scene.stop()
  }
  return { ...scene, around: { ...scene.around, processorPort }, stop }
}

const isTakenBack = 'OLD.replica_id IS NOT NULL AND NEW.replica_id IS NULL AND NEW.due_at = OLD.due_at'
const isClaimed = 'OLD.replica_id IS NULL AND NEW.replica_id IS NOT NULL'
const lockOfAccount = 'FROM accounts c WHERE c.account_id = a.account_id FOR NO KEY UPDATE'
const balanceOfBefore = 'SELECT b.settled_centavos FROM accounts b, pg_sleep(0.05) WHERE b.account_id = a.account_id'
const soon = 'PERFORM pg_sleep(0.05);'

/** By what is wrong. */
export const planted: Readonly<Record<string, Plant>> = {
  'work that was lost is never taken back': onUpdate('verification_work', isTakenBack, 'RETURN NULL;'),
  'a transfer that was lost is never taken back': onUpdate('transfers', isTakenBack, 'RETURN NULL;'),
  'a transfer is repeated blindly': forgetfulProcessor,
  'a webhook has another event id each time': onUpdate(
    'deliveries',
    isClaimed,
    `NEW.event_id := 'evt_' || md5(random()::text); RETURN NEW;`,
  ),
  'a webhook counts as delivered before it is sent': onUpdate(
    'deliveries',
    isClaimed,
    `NEW.state := 'entregada'; NEW.due_at := NULL; RETURN NEW;`,
  ),
  'a key is forgotten': all(
    inFunction('admit', 'v.request_id = a.request_id', 'v.request_id = a.request_id AND false'),
    async (scene) => {
      await scene.ask('ALTER TABLE verifications DROP CONSTRAINT verifications_account_id_request_id_key')
      return scene
    },
  ),
  'a balance is held without the lock of its account': inFunction(
    'admit',
    `${lockOfAccount} SKIP LOCKED;`,
    `FROM accounts c WHERE c.account_id = a.account_id; ${soon}`,
  ),
  'a balance is charged by what it was before': all(
    inFunction('conclude', 'FOR NO KEY UPDATE SKIP LOCKED\n  ), free', '), free'),
    inFunction('conclude', 'settled_centavos = a.settled_centavos', `settled_centavos = (${balanceOfBefore})`),
  ),
  'what is not emitted is charged': inFunction(
    'conclude',
    "WHERE mode = 'consumo' AND state = 'emitida' AND price_centavos > 0",
    "WHERE mode = 'consumo' AND price_centavos > 0",
  ),
  'what was held stays held': inFunction('conclude', 'held_centavos = a.held_centavos - e.freed, ', ''),
}
