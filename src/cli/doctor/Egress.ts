import { Clock, Effect } from 'effect'
import { type Peer, shownExpiry } from '#adapters/egress/PeerCertificate.ts'
import * as Config from '#src/Config.ts'
import { exposedFiles, unknownVariables } from '#src/config/GivenVariables.ts'
import { load } from '#src/config/Variable.ts'
import { configuredCertificates, expiryOf } from '#src/observability/Certificates.ts'
import { type Check, expiry, fault, ok, warning, worst } from './Check.ts'
import { type PeerSettings, unreachedPeerAdvice } from './Unreached.ts'

/** What is reached from here: nothing is asked, a connection is made and left. */

interface Way extends Peer {
  readonly settings: PeerSettings
}

/** Connects as a call would, and looks at the certificate that is shown. */
const reached = (what: string, { settings, ...peer }: Way) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const shown = yield* shownExpiry(peer)
    return shown === null ? ok(`${what} is reachable`) : expiry(`${what} is reachable, its certificate`, shown, now)
  }).pipe(
    Effect.catchIf(
      (error): error is Error => error instanceof Error && 'code' in error,
      (error) => {
        const code = String(Reflect.get(error, 'code'))
        return Effect.succeed(fault(`${what} cannot be reached: ${code}`, unreachedPeerAdvice(what, code, settings)))
      },
    ),
  )

const providers: Check<never> = {
  check: 'providers',
  look: Effect.gen(function* () {
    const { providers } = yield* load({ providers: Config.providers })
    if (providers === null) return ok('simulated')
    const { identidad, judicial, certificates, own } = providers
    const authorities = certificates === null ? [] : [certificates]
    const settingsOf = (setting: string) => ({ url: setting, authorities: 'COTEJO_PROVIDER_CA_FILE' })
    const common = { authorities, own }
    return worst([
      yield* reached('identidad', { url: identidad.url, settings: settingsOf('COTEJO_IDENTITY_URL'), ...common }),
      yield* reached('judicial', { url: judicial.url, settings: settingsOf('COTEJO_JUDICIAL_URL'), ...common }),
    ])
  }),
}

const processor: Check<never> = {
  check: 'processor',
  look: Effect.gen(function* () {
    const { url, certificates } = yield* load({
      url: Config.processorAddress,
      certificates: Config.processorCertificates,
    })
    const authorities = certificates === null ? [] : [certificates]
    return yield* reached('the processor', {
      url: url ?? 'https://api.stripe.com',
      authorities,
      settings: { url: 'COTEJO_PROCESSOR_URL', authorities: 'COTEJO_PROCESSOR_CA_FILE' },
      own: null,
    })
  }),
}

const certificates: Check<never> = {
  check: 'certificates',
  look: Effect.gen(function* () {
    const { tls, providers, ...authorities } = yield* load({
      tls: Config.tls,
      providers: Config.providers,
      database: Config.databaseCertificates,
      processor: Config.processorCertificates,
      receivers: Config.webhookCertificates,
    })
    const now = yield* Clock.currentTimeMillis
    const files = Object.entries(
      configuredCertificates({
        tls,
        providers,
        databaseCertificates: authorities.database,
        processorCertificates: authorities.processor,
        webhookCertificates: authorities.receivers,
      }),
    )
    return worst(files.flatMap(([setting, pem]) => (pem === null ? [] : [expiry(setting, expiryOf(pem), now)])))
  }),
}

const settings: Check<never> = {
  check: 'settings',
  look: Effect.gen(function* () {
    const { environment, roles } = yield* Config.serverSettings
    const finding = `${environment}, ${roles.join(', ')}`
    const strange = yield* unknownVariables(Config.names)
    const exposed = yield* exposedFiles(Config.names)
    return worst([
      strange.length === 0
        ? ok(finding)
        : warning(
            `${finding}; unknown: ${strange.join(', ')}`,
            'Correct the names (docs/operate/settings.md) or remove the variables: they have no effect.',
          ),
      ...(exposed.length === 0
        ? []
        : [
            warning(
              `other users of this machine can read the file of ${exposed.join(', ')}`,
              'Run chmod 600 on it. Replace the secret if somebody may have read it (docs/operate/keys.md).',
            ),
          ]),
    ])
  }),
}

export const otherChecks = [settings, certificates]
export const egressChecks = [providers, processor]
