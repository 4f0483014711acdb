import { Config, Duration, Effect } from 'effect'
import type { Environment } from '#domain/account/ApiKey.ts'
import { certificateAndKey, certificateFile } from './Pem.ts'
import * as Read from './Readers.ts'
import { fileContent, optional, secret, type Variable, variable } from './Variable.ts'

const given = {
  identityUrl: variable('COTEJO_IDENTITY_URL', {
    meaning: 'Address of the provider of the source identidad: https, or http on this machine.',
    read: Read.providerUrl,
  }),
  identityKey: secret('COTEJO_IDENTITY_KEY', {
    meaning: 'API key for the provider of the source identidad: 16 to 512 visible characters.',
    read: Read.providerKey,
  }),
  judicialUrl: variable('COTEJO_JUDICIAL_URL', {
    meaning: 'Address of the provider of the source judicial: https, or http on this machine.',
    read: Read.providerUrl,
  }),
  judicialKey: secret('COTEJO_JUDICIAL_KEY', {
    meaning: 'API key for the provider of the source judicial: 16 to 512 visible characters.',
    read: Read.providerKey,
  }),
}

const common = {
  providerCertificates: optional('COTEJO_PROVIDER_CA_FILE', {
    meaning: "Certificate authorities (PEM) for providers, in addition to Node's.",
    read: certificateFile,
  }),
  providerCertificate: optional('COTEJO_PROVIDER_CERT_FILE', {
    meaning: 'Certificate chain (PEM) presented to providers (mutual TLS).',
    read: fileContent,
  }),
  providerPrivateKey: optional('COTEJO_PROVIDER_KEY_FILE', {
    meaning: 'Private key of that certificate (PEM).',
    read: fileContent,
  }),
  providerTimeout: variable('COTEJO_PROVIDER_TIMEOUT', {
    meaning: 'Timeout of one call to a provider. A provider that needs longer returns 202.',
    fallback: '20 seconds',
    read: Read.duration(Duration.seconds(1), Duration.minutes(1)),
  }),
  providerConcurrency: variable('COTEJO_PROVIDER_CONCURRENCY', {
    meaning: 'Maximum concurrent calls for each source and process.',
    fallback: '64',
    read: Read.integer(1, 256),
  }),
}

/** What a provider is called with before it is one. */
export const providerSettings = {
  certificates: common.providerCertificates,
  own: certificateAndKey(common.providerCertificate, common.providerPrivateKey),
  timeout: common.providerTimeout,
}

/**
 * The providers of the real sources. Production needs them; the sandbox, whose sources are simulated, does
 * not look at them.
 */
export const providersIn = (environment: Variable<Environment>) => {
  const inProduction = <A>(setting: Config.Config<A>): Config.Config<A | null> =>
    Config.mapEffect(environment, (name) => (name === 'production' ? setting : Effect.succeed(null)))
  const variableInProduction = <A>(setting: Variable<A>): Variable<A | null> =>
    Object.assign(inProduction(setting), { variable: { ...setting.variable, required: 'in production' } })

  const { identityUrl, identityKey, judicialUrl, judicialKey } = given
  const providers = Config.all({
    identidad: Config.all({ url: identityUrl, key: identityKey }),
    judicial: Config.all({ url: judicialUrl, key: judicialKey }),
    certificates: common.providerCertificates,
    own: certificateAndKey(common.providerCertificate, common.providerPrivateKey),
    timeout: common.providerTimeout,
    concurrency: common.providerConcurrency,
  })
  return {
    /** Each alone, so that all that are missing are reported. */
    variables: {
      identityUrl: variableInProduction(identityUrl),
      identityKey: variableInProduction(identityKey),
      judicialUrl: variableInProduction(judicialUrl),
      judicialKey: variableInProduction(judicialKey),
      ...common,
    },
    /** All together; null in the sandbox. */
    providers: inProduction(providers),
  }
}
