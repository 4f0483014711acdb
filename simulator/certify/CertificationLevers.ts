import { Effect } from 'effect'
import { HttpServer } from 'effect/http'
import { answer } from '#http/Answers.ts'
import type { Language } from '#simulator/docs/Text.ts'
import { get, type Lever, LeverMisused, memoryAlone, post } from '#simulator/levers/Lever.ts'
import { NewCertification } from '#simulator/levers/NewCertification.ts'
import { SimulatorClient } from '#simulator/package/SimulatorClient.ts'
import type { Settings } from '#simulator/Settings.ts'
import { attacks } from './Attacks.ts'
import { Backend } from './Backend.ts'
import { certify, type Finding } from './Certify.ts'
import { documentOf, isCertified } from './Report.ts'
import { credentials } from './Signing.ts'

/** The last certification. */
interface Certification {
  readonly language: Language
  state: 'en_curso' | 'terminada' | 'imposible'
  reason: string | null
  url: string | null
  findings: () => ReadonlyArray<Finding>
}

const usualPort = 4011
const usualSpeed = 60
const usualPatienceSeconds = 10

const shown = (one: Certification | null) => {
  const findings = one?.findings() ?? []
  return {
    estado: one?.state ?? 'ninguna',
    motivo: one?.reason ?? null,
    url: one?.url ?? null,
    llave: credentials.apiKey,
    secretos: `${credentials.signingSecret},${credentials.nextSecret}`,
    certificado: one?.state === 'terminada' ? isCertified(findings) : null,
    ...documentOf(findings, one?.language ?? 'es'),
  }
}

const started = (simulator: SimulatorClient, input: typeof NewCertification.Type): Certification => {
  const { backend, webhooks, modo, ataques, puerto, velocidad, paciencia_segundos, idioma } = input
  const current: Certification = {
    language: idioma ?? 'es',
    state: 'en_curso',
    reason: null,
    url: null,
    findings: () => [],
  }
  const patienceMs = (paciencia_segundos ?? usualPatienceSeconds) * 1_000
  certify(simulator, {
    backend: async (url) => {
      current.url = url
      const partner = new Backend(backend, webhooks ?? null)
      if (await partner.appears(patienceMs)) return partner
      throw new Error(`Nadie contesta en ${backend}.`)
    },
    port: puerto ?? usualPort,
    speed: velocidad ?? usualSpeed,
    patienceMs,
    only: ataques ? new Set(ataques) : null,
    mode: modo ?? 'consumo',
    watch: (findings) => {
      current.findings = findings
    },
  }).then(
    () => {
      current.state = 'terminada'
    },
    (failure: unknown) => {
      current.state = 'imposible'
      current.reason = failure instanceof Error ? failure.message : String(failure)
    },
  )
  return current
}

/** Certifies a back end from the console, or for an agent: one at a time. */
export const certificationLevers = (settings: Settings) =>
  Effect.gen(function* () {
    const { address } = yield* HttpServer.HttpServer
    const simulator = new SimulatorClient(HttpServer.formatAddress(address))
    let last: Certification | null = null
    const levers: ReadonlyArray<Lever> = [
      get('/_simulador/certificacion', () => Effect.sync(() => answer(shown(last)))),
      post('/_simulador/certificacion', NewCertification, (input) =>
        Effect.gen(function* () {
          if (settings.storage !== 'memory') return yield* new LeverMisused({ status: 409, mensaje: memoryAlone })
          if (last?.state === 'en_curso') {
            return yield* new LeverMisused({ status: 409, mensaje: 'Ya hay una certificación en curso.' })
          }
          const unknown = input.ataques?.find((name) => attacks.every((attack) => attack.name !== name))
          if (unknown !== undefined) {
            const known = attacks.map(({ name }) => name).join(', ')
            return yield* new LeverMisused({ mensaje: `ataques son de: ${known}.` })
          }
          last = started(simulator, input)
          return answer(shown(last))
        }),
      ),
    ]
    return levers
  })
