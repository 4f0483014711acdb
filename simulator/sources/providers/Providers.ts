import { Context, DateTime, Effect, Layer, Option, Schema } from 'effect'
import { HttpServerRequest, HttpServerResponse } from 'effect/http'
import {
  ConsultaDeIdentidad,
  ConsultaJudicial,
  paths,
  type RespuestaDeIdentidad,
  type RespuestaJudicial,
} from '#adapters/sources/real/Contract.ts'
import { scenarioOf } from '#adapters/sources/sandbox/Scenarios.ts'
import { latency } from '#adapters/sources/sandbox/Sources.ts'
import type { SourceName } from '#domain/evidence/Source.ts'
import { type Curp, parse } from '#domain/person/Curp.ts'
import type { RegisteredName, Subject } from '#domain/person/Subject.ts'
import { personOf } from '#domain/screening/ScreenedPerson.ts'
import type { Consultation } from '#ports/Sources.ts'
import { Time } from '#ports/Time.ts'
import { loopbackServer } from '#simulator/http/LoopbackServer.ts'
import { SourceFaults, slowness } from '#simulator/sources/SourceFaults.ts'
import { registeredNameOf } from './People.ts'
import { type Answer, spoken } from './Spoken.ts'

/** What the simulated providers answer once they are ready: the scenario of the CURP, in the contract's words. */

/** A status of the registry for each standing. */
const statuses = { activa: 'AN', reemplazada: 'BCC', baja: 'BD' } as const

const identityAnswer = (
  { consulta_id }: typeof ConsultaDeIdentidad.Type,
  curp: Curp,
  name: RegisteredName,
): typeof RespuestaDeIdentidad.Type => {
  const { identidad } = scenarioOf(curp.value)
  const asked = { consulta_id, curp: curp.value }
  if (identidad === 'falla') return { resultado: 'no_disponible', consulta_id }
  if (identidad._tag === 'no_existe') return { resultado: 'no_existe', ...asked }
  const { estatus, validacion, credencial } = identidad
  const { born, sex } = personOf(name, curp)
  return {
    resultado: 'encontrada',
    ...asked,
    estatus_curp: statuses[estatus],
    nombres: name.nombres,
    primer_apellido: name.primerApellido,
    segundo_apellido: name.segundoApellido,
    fecha_nacimiento: born,
    sexo: sex,
    validacion,
    credencial,
  }
}

const judicialAnswer = ({ consulta_id, curp }: typeof ConsultaJudicial.Type): typeof RespuestaJudicial.Type => ({
  resultado: 'consultada',
  consulta_id,
  curp,
  juicios: scenarioOf(curp).judicial.juicios,
})

/** Consultations that are remembered, the last ones. */
const remembered = 10_000

/**
 * When the simulated providers are ready with what they were asked: as long after they saw it first as
 * the sources without adapters take.
 */
export const makeRegistry = (seed: string) => {
  const seenAt = new Map<string, DateTime.Utc>()

  const firstSeen = (id: string, now: DateTime.Utc): DateTime.Utc => {
    const earlier = seenAt.get(id)
    // A restored snapshot sets the clock back and draws the same ids again.
    if (earlier !== undefined && !DateTime.isGreaterThan(earlier, now)) return earlier
    seenAt.set(id, now)
    const [oldest = id] = seenAt.keys()
    if (seenAt.size > remembered) seenAt.delete(oldest)
    return now
  }

  return {
    readyAt: (consultation: Pick<Consultation, 'source' | 'id'>, now: DateTime.Utc, isSlow: boolean): DateTime.Utc =>
      DateTime.add(firstSeen(consultation.id, now), {
        milliseconds: Math.round(latency(seed, consultation) * 1_000),
        ...(isSlow ? slowness : {}),
      }),
    reset: () => seenAt.clear(),
  }
}

/** What both providers know the service by. */
export const providerKey = 'simulador-llave-del-proveedor'

const decodeIdentity = Schema.decodeUnknownOption(ConsultaDeIdentidad, { onExcessProperty: 'error' })
const decodeJudicial = Schema.decodeUnknownOption(ConsultaJudicial, { onExcessProperty: 'error' })

const secondsUntil = (instant: DateTime.Utc, now: DateTime.Utc): number =>
  Math.ceil((DateTime.toEpochMillis(instant) - DateTime.toEpochMillis(now)) / 1_000)

/** A question as it was understood. */
interface Judged {
  readonly source: SourceName
  /** Null when the question is not of the contract. */
  readonly answer: Answer['body'] | null
}

/**
 * The providers of the sources identidad and judicial. They are a real HTTP server on its own port that implements
 * the contract of the adapters, so that adapters, sockets and breakers are the production ones.
 */
export class Providers extends Context.Service<
  Providers,
  {
    readonly url: string
    /**
     * Makes the registry hold the applicant under the given names while `ask` runs, because the question does not
     * carry them.
     */
    readonly knowing: <A, E, R>(consultation: Consultation, ask: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    readonly reset: Effect.Effect<void>
  }
>()('cotejo/simulator/providers/Providers') {
  static readonly layer = (seed: string) =>
    Layer.effect(
      Providers,
      Effect.gen(function* () {
        const time = yield* Time
        const faults = yield* SourceFaults
        const registry = makeRegistry(seed)
        const known = new Map<string, Subject>()

        const identity = (body: unknown): Answer['body'] | null => {
          const asked = Option.getOrNull(decodeIdentity(body))
          const curp = Option.getOrNull(parse(asked?.curp ?? ''))
          if (asked === null || curp === null) return null
          const unnamed = { curp: asked.curp, nombre: null, apellidoPaterno: null, apellidoMaterno: null }
          return identityAnswer(asked, curp, registeredNameOf(known.get(asked.consulta_id) ?? unnamed))
        }
        const judged = (path: string, body: unknown): Judged | null => {
          if (path === paths.identidad) return { source: 'identidad', answer: identity(body) }
          if (path !== paths.judicial) return null
          return { source: 'judicial', answer: Option.getOrNull(Option.map(decodeJudicial(body), judicialAnswer)) }
        }

        const readyAnswer = (source: SourceName, answer: Answer['body'], now: DateTime.Utc): Answer => {
          const { consulta_id } = answer
          const readyAt = registry.readyAt({ source, id: consulta_id }, now, faults.of(source) === 'lenta')
          const seconds = secondsUntil(readyAt, now)
          return seconds > 0
            ? { status: 202, body: { consulta_id, reintentar_en_segundos: seconds } }
            : { status: 200, body: answer }
        }

        const receive = Effect.gen(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          if (request.headers['authorization'] !== `Bearer ${providerKey}`) {
            return HttpServerResponse.empty({ status: 401 })
          }
          const asked = judged(request.url, yield* request.json)
          if (asked === null) return HttpServerResponse.empty({ status: 404 })
          const { source, answer } = asked
          if (answer === null) return HttpServerResponse.empty({ status: 422 })
          return yield* spoken(request, readyAnswer(source, answer, yield* time.now), faults.of(source))
        }).pipe(Effect.catchTag('HttpServerError', () => Effect.succeed(HttpServerResponse.empty({ status: 400 }))))

        const url = yield* loopbackServer(receive)

        return Providers.of({
          url,
          knowing: ({ id, subject }, ask) =>
            Effect.acquireUseRelease(
              Effect.sync(() => known.set(id, subject)),
              () => ask,
              () => Effect.sync(() => known.delete(id)),
            ),
          reset: Effect.sync(registry.reset),
        })
      }),
    )
}
