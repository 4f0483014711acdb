import { isIP } from 'node:net'
// The package of the simulator adds what Node 20 lacks to the module's default export.
import tls, { type SecureContext } from 'node:tls'

interface OwnCertificate {
  readonly cert: string
  readonly key: string
}

/** The authorities to trust: those of Node, and these, in PEM. */
export const trusted = (extra: ReadonlyArray<string>): Array<string> => [...tls.getCACertificates('default'), ...extra]

/** The trust settings for TLS 1.2 or later. Create it once: reading the certificates takes milliseconds. */
export const secureContextOf = (extra: ReadonlyArray<string>, own?: OwnCertificate | null): SecureContext =>
  tls.createSecureContext({ ca: trusted(extra), minVersion: 'TLSv1.2', ...own })

/** Options that always verify the host, whatever NODE_TLS_REJECT_UNAUTHORIZED says, without session resumption. */
export const verifying = (secureContext: SecureContext, host: string) => ({
  secureContext,
  // The certificate is checked against the host. Only a name can be a server name (RFC 6066, 3).
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ALPNProtocols: ['http/1.1'],
  rejectUnauthorized: true,
})
