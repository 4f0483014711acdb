/** What names this machine alone, wherever a host is written. */

/** A host as URLs and the header `Host` write it: IPv6 stands in brackets. */
const host = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])`
const authority = String.raw`${host}(?::\d{1,5})?`

const hostForm = new RegExp(`^(?:${host}|::1)$`)
const authorityForm = new RegExp(`^${authority}$`, 'i')
const originForm = new RegExp(`^https?://${authority}$`, 'i')
const urlForm = new RegExp(`^https?://${authority}(?:[/?]|$)`)

/** Whether a host in lower case is this machine; brackets around IPv6 may be there or not. */
export const isLoopback = (name: string): boolean => hostForm.test(name)

/** Whether a host, perhaps with a port, as the header `Host` has it, is this machine. */
export const isLoopbackAuthority = (text: string): boolean => authorityForm.test(text)

/** Whether an origin, as the header `Origin` has it, is a page of this machine over HTTP. */
export const isLoopbackOrigin = (text: string): boolean => originForm.test(text)

/** Whether an HTTP URL, without a user, leads to this machine. */
export const isLoopbackUrl = (text: string): boolean => urlForm.test(text)
