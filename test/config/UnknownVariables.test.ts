import { ConfigProvider, Effect } from 'effect'
import { expect, it } from 'vitest'
import { unknownVariables } from '#src/config/GivenVariables.ts'

const strangersAmong = (environment: Record<string, string>) =>
  Effect.runSync(
    Effect.provideService(
      unknownVariables(new Set(['COTEJO_PORT', 'COTEJO_API_CONNECTIONS'])),
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnvRecord(environment),
    ),
  )

it('what is called as settings are and is none is told by name, in order', () => {
  const environment = { COTEJO_PORT_FILE: '/port', COTEJO_API_CONECTIONS: '5', COTEJO_PORT: '8080', PATH: '/bin' }
  expect(strangersAmong(environment)).toEqual(['COTEJO_API_CONECTIONS', 'COTEJO_PORT_FILE'])
})

it('what Kubernetes says of services is no stranger, whatever of ours they are called', () => {
  expect(
    strangersAmong({
      COTEJO_SERVICE_HOST: '10.0.0.1',
      COTEJO_SERVICE_PORT: '443',
      COTEJO_SERVICE_PORT_HTTPS: '443',
      COTEJO_PORT_443_TCP: 'tcp://10.0.0.1:443',
      COTEJO_PORT_443_TCP_PROTO: 'tcp',
      COTEJO_PORT_53_UDP_ADDR: '10.0.0.1',
      COTEJO_API_SERVICE_HOST: '10.0.0.2',
      COTEJO_API_PORT: 'tcp://10.0.0.2:443',
      COTEJO_API_PORT_443_TCP_PORT: '443',
      COTEJO_PORT_FILE: '/port',
      COTEJO_API_PORT_FILE: '/port',
    }),
  ).toEqual(['COTEJO_API_PORT_FILE', 'COTEJO_PORT_FILE'])
})

it('what only looks like that is one', () => {
  const environment = { COTEJO_API_PORT: '8080', COTEJO_SERVICE_PORTS: '1', COTEJO_PORT_TCP: '1', COTEJO_SERVICE: 'x' }
  expect(strangersAmong(environment)).toEqual([
    'COTEJO_API_PORT',
    'COTEJO_PORT_TCP',
    'COTEJO_SERVICE',
    'COTEJO_SERVICE_PORTS',
  ])
})
