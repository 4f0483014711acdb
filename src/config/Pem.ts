import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { Config, Effect, Result } from 'effect'
import { fileContent, type Reader, refuse, type Variable } from './Variable.ts'

/** Settings that name files of certificates and keys, in PEM. */

/** Node accepts a text without any certificate silently, and then trusts no further authority. */
export const certificateFile: Reader<string> = (path) =>
  Result.flatMap(fileContent(path), (pem) =>
    Result.mapBoth(
      Result.try(() => new X509Certificate(pem)),
      { onSuccess: () => pem, onFailure: () => 'names a file that holds no certificate in PEM.' },
    ),
  )

interface Pair {
  readonly cert: string
  readonly key: string
}

/** What is wrong with a certificate and its key, of the settings that name their files; null when nothing. */
const complaintAbout = ({ cert, key }: Pair, names: Pair): string | null => {
  const certificate = Result.try(() => new X509Certificate(cert))
  if (Result.isFailure(certificate)) return `${names.cert} names a file that holds no certificate in PEM.`
  if (/\bENCRYPTED\b/.test(key)) return `${names.key} names a key with a passphrase: give it without one.`
  const privateKey = Result.try(() => createPrivateKey(key))
  if (Result.isFailure(privateKey)) return `${names.key} names a file that holds no private key in PEM.`
  if (!certificate.success.checkPrivateKey(privateKey.success)) {
    return `${names.key} names another key than that of the certificate in ${names.cert}.`
  }
  return Result.isSuccess(Result.try(() => createSecureContext({ cert, key })))
    ? null
    : `${names.cert} and ${names.key} cannot be used: a certificate is not whole, or its key too weak.`
}

/** A certificate chain and its private key, or null where neither is set. */
export const certificateAndKey = (certificate: Variable<string | null>, privateKey: Variable<string | null>) => {
  const names = { cert: certificate.variable.name, key: privateKey.variable.name }
  return Config.all({ cert: certificate, key: privateKey }).pipe(
    Config.mapEffect(({ cert, key }) => {
      if (cert === null && key === null) return Effect.succeed(null)
      if (cert === null || key === null) {
        return refuse(`${names.cert} and ${names.key} go together: set both or neither.`)
      }
      const complaint = complaintAbout({ cert, key }, names)
      return complaint === null ? Effect.succeed({ cert, key }) : refuse(complaint)
    }),
  )
}
