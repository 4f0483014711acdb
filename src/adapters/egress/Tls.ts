import { isIP } from 'node:net'
// The package of the simulator adds what Node 20 lacks to the module's default export.
import tls, { type SecureContext } from 'node:tls'

/** A certificate to show and its key, in PEM. */
interface OwnCertificate {
  readonly cert: string
  readonly key: string
}

/** Authorities that are trusted: those of Node, and these, in PEM. */
export const trusted = (extra: ReadonlyArray<string>): Array<string> => [...tls.getCACertificates('default'), ...extra]

/** Whom to trust over TLS 1.2 or later. Reading the certificates takes milliseconds: make it once. */
export const secureContextOf = (extra: ReadonlyArray<string>, own?: OwnCertificate | null): SecureContext =>
  tls.createSecureContext({ ca: trusted(extra), minVersion: 'TLSv1.2', ...own })

/** Options of a connection that verifies its host, whatever NODE_TLS_REJECT_UNAUTHORIZED says, without resumption. */
export const verifying = (secureContext: SecureContext, host: string) => ({
  secureContext,
  // The certificate is checked against the host; only a name can be a server name (RFC 6066, 3).
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ALPNProtocols: ['http/1.1'],
  rejectUnauthorized: true,
})
