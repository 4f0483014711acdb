/** Recognizes this machine in hosts, origins and URLs. */

/** A host as in URLs and the header `Host`: IPv6 is in brackets. */
const host = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])`
const authority = String.raw`${host}(?::\d{1,5})?`

const hostForm = new RegExp(`^(?:${host}|::1)$`)
const authorityForm = new RegExp(`^${authority}$`, 'i')
const originForm = new RegExp(`^https?://${authority}$`, 'i')
const urlForm = new RegExp(`^https?://${authority}(?:[/?]|$)`)

/** Whether a host in lower case is this machine. Brackets around IPv6 are optional. */
export const isLoopback = (name: string): boolean => hostForm.test(name)

/** Whether a host with an optional port, as in the header `Host`, is this machine. */
export const isLoopbackAuthority = (text: string): boolean => authorityForm.test(text)

/** Whether an origin, as in the header `Origin`, is an HTTP or HTTPS page of this machine. */
export const isLoopbackOrigin = (text: string): boolean => originForm.test(text)

/** Whether an HTTP URL without a user leads to this machine. */
export const isLoopbackUrl = (text: string): boolean => urlForm.test(text)
