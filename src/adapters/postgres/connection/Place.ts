import { Redacted } from 'effect'

/** Where the address of a database leads to, part by part: the client's spans tell it by these, and not by the address. */
export const placeOf = (address: Redacted.Redacted) => {
  const { hostname, port, pathname } = new URL(Redacted.value(address))
  const database = decodeURIComponent(pathname.slice(1))
  return {
    ...(hostname === '' ? {} : { host: decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1')) }),
    ...(port === '' ? {} : { port: Number(port) }),
    ...(database === '' ? {} : { database }),
  }
}
