/** What a `Service-Signature` header says. */
export interface SignatureHeader {
  /** When it was signed, in Unix seconds: the digits as they stand, of which the signature is made. */
  readonly t: string
  /** HMAC-SHA256, 64 lower-case hexadecimal digits. */
  readonly v1: string
}

const form = /^t=(?<t>\d+),v1=(?<v1>[\da-f]{64})$/

/** Reads a `Service-Signature` header; null when it is not exactly of the form (contract 6.2). */
export const parse = (header: string): SignatureHeader | null => {
  const { t, v1 } = form.exec(header)?.groups ?? {}
  return t === undefined || v1 === undefined ? null : { t, v1 }
}
