import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port without a listener. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port)
  // An error rejects it.
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (listens) await once(server.close(), 'close')
  return listens
}

/**
 * Free ports below the range that the system gives to clients. Processes with neighbouring ids start at different
 * ports, so that they do not choose the same ones.
 */
export const freePorts = async (count: number): Promise<ReadonlyArray<string>> => {
  const ports: Array<string> = []
  for (let port = 20_000 + ((process.pid * 8) % 10_000); ports.length < count; port++) {
    if (await isFree(port)) ports.push(String(port))
  }
  return ports
}
