import { BlockList, isIPv6 } from 'node:net'
import { Option } from 'effect'
import { isLoopback } from '#domain/network/Loopback.ts'

const network = /^([\d.]+|[\da-f:]+)\/(\d{1,3})$/i

const added = (list: BlockList, [, address = '', bits = '']: ReadonlyArray<string>) =>
  Option.liftThrowable(() => list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4'))()

/**
 * Whether webhooks may go to a destination: on this machine, or where the start allowed it.
 *
 * @param allowed names of hosts and networks (`172.17.0.0/16`), separated by commas; null allows this machine alone
 */
export const mayReceive = (allowed: string | null): ((destination: string) => boolean) => {
  const entries = (allowed ?? '').split(',').map((entry) => entry.trim().toLowerCase())
  const networks = new BlockList()
  for (const entry of entries) {
    const parts = network.exec(entry)
    if (parts !== null) added(networks, parts)
  }
  const names = new Set(entries.filter((entry) => entry !== '' && !entry.includes('/')))
  return (destination) => {
    const url = URL.parse(destination)
    if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') return false
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return isLoopback(host) || names.has(host) || networks.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
  }
}
