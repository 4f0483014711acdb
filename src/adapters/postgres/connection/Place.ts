import { Redacted } from 'effect'

/** The host, port and database of a connection string, so that spans show them and not the string with its password. */
export const placeOf = (address: Redacted.Redacted) => {
  const { hostname, port, pathname } = new URL(Redacted.value(address))
  const database = decodeURIComponent(pathname.slice(1))
  return {
    ...(hostname === '' ? {} : { host: decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1')) }),
    ...(port === '' ? {} : { port: Number(port) }),
    ...(database === '' ? {} : { database }),
  }
}
