/** The bytes of a signing secret: 256 bits. */
export const secretBytes = 32

/**
 * The signing secret made of random bytes: `whsec_` and their base64. Receivers take it as it is
 * written for `Service-Signature`; Standard Webhooks takes the bytes.
 */
export const make = (random: Uint8Array): string => `whsec_${btoa(String.fromCharCode(...random))}`
