/** Bytes of a signing secret (256 bits). */
export const secretBytes = 32

/**
 * The signing secret for random bytes: `whsec_` and their base64. The key of `Service-Signature` is this text; the key
 * of Standard Webhooks is the bytes.
 */
export const make = (random: Uint8Array): string => `whsec_${btoa(String.fromCharCode(...random))}`
