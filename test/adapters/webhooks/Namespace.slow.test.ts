import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ports, type Result, type Task } from '#test/support/isolatedEgress.ts'
import { authority } from '#test/support/receiverCertificates.ts'
import { temporaryFile } from '#tools/machine/temporary.ts'
import { forbiddenUrls } from './forbiddenUrls.ts'

const program = fileURLToPath(new URL(import.meta.resolve('#test/support/isolatedEgress.ts')))
/** Root makes a namespace as it is, others as the root of a namespace of users. */
const namespace = process.getuid?.() === 0 ? ['--net'] : ['--map-root-user', '--net']
const possible = spawnSync('unshare', [...namespace, 'ip', 'link', 'set', 'lo', 'up']).status === 0

const publicV4 = '93.184.216.34'
const publicV6 = '2606:2800:220:1::34'
const forbidden = [
  ...['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '100.100.100.200', '169.254.169.254', '168.63.129.16'],
  ...['192.0.0.192', '192.0.2.1', 'fc00::1', 'fd00:ec2::254', 'fec0::1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe'],
  ...['64:ff9b:1::7f00:1', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2001:db8::1'],
]
const loopback = ['127.0.0.1', '::1']

/** Every forbidden address as that of a name: alone, behind a public one, and before it. */
const names: Record<string, ReadonlyArray<string>> = Object.fromEntries(
  [...loopback, ...forbidden, '0.0.0.0', '::', '::ffff:127.0.0.1'].flatMap((address, index) => [
    [`a${index}.socio.mx`, [address]],
    [`b${index}.socio.mx`, [publicV4, address]],
    [`c${index}.socio.mx`, [address, publicV6]],
  ]),
)

it('where every address can be reached, none is connected to but the public ones', async ({ skip }) => {
  skip(!possible, 'needs Linux, unshare and ip, and root or namespaces of users: no forbidden address exists here')
  const trusted = temporaryFile(authority)
  const allowed = [`https://${publicV4}/`, `https://[${publicV6}]:${ports[1]}/`, 'https://avisos.socio.mx/']
  const attacks = [
    ...forbiddenUrls.map(([url]) => url.replaceAll('{port}', String(ports[1]))),
    ...Object.keys(names).map((name) => `https://${name}/`),
  ]
  const task: Task = {
    addresses: [publicV4, publicV6, ...forbidden],
    urls: [...allowed, ...attacks],
    names: { ...names, 'avisos.socio.mx': [publicV6, publicV4] },
    control: [...loopback, ...forbidden],
  }
  const { stdout } = await promisify(execFile)(
    'unshare',
    [...namespace, process.execPath, program, JSON.stringify(task)],
    // Node's own setting for authorities besides those that it has is honoured.
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted } },
  )
  const result: Result = JSON.parse(stdout)
  expect(result.ends).toEqual([...allowed.map(() => 204), ...attacks.map(() => 'direccion_no_publica')])
  expect(result.connected).toEqual([publicV4, publicV6, publicV4])
  expect(result.controlled).toEqual(task.control)
})
