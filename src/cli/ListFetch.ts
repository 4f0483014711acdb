import { Console, Effect, Layer } from 'effect'
import { Command, Flag } from 'effect/cli'
import { internet } from '#adapters/egress/Internet.ts'
import * as Reader from '#adapters/lists/Reader.ts'
import * as Publisher from '#adapters/publishers/Publisher.ts'
import { FetchLists } from '#application/FetchLists.ts'
import { listNames } from '#domain/screening/ListEntry.ts'
import { ListAdministration } from '#ports/ListAdministration.ts'
import * as Config from '#src/Config.ts'
import { load } from '#src/config/Variable.ts'
import { actingTime } from './ActingTime.ts'
import { Refused, Unsound } from './Failures.ts'
import * as Inputs from './Inputs.ts'
import { printTable } from './Output.ts'
import { recorder } from './Recording.ts'

/** Why a list was not taken, for who reads it the first time. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['nombre_sin_resolver', 'the name of the host leads to no address'],
  ['direccion_no_publica', 'the address is not public, or does not begin with https'],
  ['conexion_fallida', 'no connection came about'],
  ['tls_rechazado', 'its certificate is not of that host, or of no authority that Node knows'],
  ['respuesta_invalida', 'what answers there speaks no HTTP'],
  ['tiempo_agotado', 'the download takes too long'],
  ['demasiados_redireccionamientos', 'it points elsewhere too often'],
  ['comprimida', 'the file comes compressed, which was not asked for'],
  ['digesto_distinto', 'the bytes are other ones than the publisher tells the digest of'],
  ['cortada', 'the answer broke off'],
  ['excesiva', 'the file is larger than any list'],
  ['sin_longitud', 'the answer tells no length, so that nobody could see whether it broke off'],
  ['futura', 'its cut-off lies in the future'],
  ['anterior', 'its cut-off is before that of the current version'],
  ['encogida', 'it has too few people, compared with the current version'],
  ['crecida', 'it has too many people, compared with the current version'],
  ['alias', 'it has too many or too few names for its people, compared with the current version'],
  ['en_curso', 'another process imports it'],
])

/** Of `host: code`, `code`, or a sentence that says it already. */
export const explained = (reason: string): string => {
  const code = reason.split(': ').at(-1) ?? ''
  const status = /^estado_(\d+)$/.exec(code)?.[1]
  const meaning = status === undefined ? meanings.get(code) : `it answers with status ${status}`
  return meaning === undefined ? reason : `${reason.slice(0, -code.length)}${meaning} (${code}).`
}

const { dnsServers, listsAddresses, denied } = Config
const settings = load({ addresses: listsAddresses, dnsServers, denied })

const publisher = Layer.unwrap(
  Effect.map(settings, ({ dnsServers: servers, denied: networks }) =>
    Publisher.layer(internet({ dnsServers: servers ?? [], deniedNetworks: networks.networks }), networks),
  ),
)

/** Each version that is taken or confirmed is an act of its own. */
export const recordedLists = Layer.effect(
  ListAdministration,
  Effect.gen(function* () {
    const port = yield* ListAdministration
    const record = yield* recorder('lists fetch')
    return {
      ...port,
      replace: (next, entries, force) =>
        record(port.replace(next, entries, force), {
          details: { list: next.list, cutOff: next.cutOff, force, result: 'importada' },
        }),
      confirm: (list, origin, at) =>
        record(port.confirm(list, origin, at), (isConfirmed) =>
          isConfirmed ? { details: { list, result: 'sin_cambios' } } : null,
        ),
    }
  }),
)

export const fetchLists = Command.make(
  'fetch',
  {
    list: Flag.Literals('list', listNames).pipe(
      Flag.withDescription('List to download. Default: all'),
      Flag.atMost(listNames.length),
    ),
    force: Inputs.isGiven('force', 'Import although the file is older than the current version, or looks incomplete'),
  },
  Effect.fnUntraced(function* ({ list: wanted, force }) {
    const { addresses } = yield* settings
    const known = [...(addresses ?? [])].filter(([list]) => wanted.length === 0 || wanted.includes(list))
    const unknown = wanted.filter((list) => addresses?.has(list) !== true)
    if (known.length === 0 || unknown.length > 0) {
      const lacks =
        addresses === null
          ? 'is not set: it says where lists are published'
          : `does not say where ${unknown.join(', ')} is published`
      return yield* new Refused({
        reason: `COTEJO_LISTS_ADDRESSES ${lacks}. To take a file that you have: cotejo lists import`,
      })
    }
    yield* actingTime
    const { fetch } = yield* FetchLists
    const rows = yield* Effect.forEach(known, ([list, files]) =>
      Effect.map(fetch(list, files, force), (fetched) => {
        const version = fetched._tag === 'rechazada' ? null : fetched.version
        return {
          list,
          result: fetched._tag,
          cutOff: version?.cutOff ?? null,
          people: version?.entries ?? null,
          reason: fetched._tag === 'rechazada' ? fetched.reason : null,
        }
      }),
    )
    yield* printTable(rows, '')
    for (const { list, reason } of rows) {
      if (reason !== null) yield* Console.error(`${list} was not taken, and stays as it was: ${explained(reason)}`)
    }
    if (rows.some(({ result }) => result === 'rechazada')) return yield* new Unsound()
  }),
).pipe(
  Command.withDescription(
    'Download the lists in COTEJO_LISTS_ADDRESSES and import them. Exits with 1 if one is rejected',
  ),
  Command.provide(FetchLists.layer.pipe(Layer.provide([publisher, Reader.layer, recordedLists]))),
)
