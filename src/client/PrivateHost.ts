/** Hosts of a developer's own network, for which http may be allowed. */

const address = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}$/
/** Unique local and link-local addresses. */
const address6 = /^\[f(?:[cd][\da-f]{2}|e[89ab][\da-f]):[\da-f:.]*\]$/
/** A name of one label, such as a container's, `*.local` or `*.internal`. */
const name = /^(?:[a-z\d_-]+|(?:[a-z\d_-]+\.)+(?:local|internal))$/

/** Whether a host, as the URL parser writes it, is a private address, `*.local`, `*.internal`, or a name of one label. */
export const isPrivateHost = (host: string): boolean => address.test(host) || address6.test(host) || name.test(host)
