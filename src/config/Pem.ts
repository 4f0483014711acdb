import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { Config, Effect, Result } from 'effect'
import { fileContent, type Reader, refuse, type Variable } from './Variable.ts'

/** Settings that name files of certificates and keys, in PEM. */

/** Node takes a text that is no certificate without complaint, and then trusts nothing more than before. */
export const certificateFile: Reader<string> = (path) =>
  Result.flatMap(fileContent(path), (pem) =>
    Result.mapBoth(
      Result.try(() => new X509Certificate(pem)),
      { onSuccess: () => pem, onFailure: () => 'names a file that holds no certificate in PEM.' },
    ),
  )

/** A certificate chain and its private key, or null where neither is set. */
export const certificateAndKey = (certificate: Variable<string | null>, privateKey: Variable<string | null>) => {
  const names = `${certificate.variable.name} and ${privateKey.variable.name}`
  return Config.all({ cert: certificate, key: privateKey }).pipe(
    Config.mapEffect(({ cert, key }) => {
      if (cert === null && key === null) return Effect.succeed(null)
      if (cert === null || key === null) return refuse(`${names} go together: set both or neither.`)
      return Result.isSuccess(Result.try(() => createSecureContext({ cert, key })))
        ? Effect.succeed({ cert, key })
        : refuse(`${names} are no certificate and its key, in PEM.`)
    }),
  )
}
