export const product = [
  'adapters',
  'application',
  'client',
  'domain',
  'http',
  'mcp',
  'ports',
  'simulator',
  'src',
  'wire',
]

/** Which folders may import which. The linter's rules and the table in docs/architecture.md are generated from it. */
export const importTable: Readonly<Record<string, ReadonlyArray<string>>> = {
  'src/domain': ['domain'],
  'src/ports': ['domain'],
  'src/wire': ['domain'],
  'src/application': ['domain', 'ports', 'wire'],
  'src/http': ['application', 'domain', 'http', 'wire'],
  'src/mcp': ['application', 'domain', 'wire'],
  'src/adapters': ['domain', 'ports'],
  'src/client': ['wire', 'domain/helpers/ErrorCode.ts', 'domain/network/Loopback.ts'],
  'src/config': ['domain'],
  'src/observability': ['domain', 'ports', 'http', 'src/Version.ts'],
  'src/replica': [
    'adapters',
    'application',
    'domain',
    'http',
    'ports',
    'src/App.ts',
    'src/Config.ts',
    'src/Observability.ts',
    'src/observability',
    'wire',
  ],
  'src/cli': [
    'adapters',
    'application',
    'domain',
    'ports',
    'src/Config.ts',
    'src/Version.ts',
    'src/config',
    'src/observability',
  ],
  simulator: ['adapters', 'application', 'client', 'domain', 'http', 'mcp', 'ports', 'simulator', 'src/App.ts', 'wire'],
  tools: [...product, 'tools'],
  scripts: [...product, 'tools', 'scripts'],
  test: [...product, 'tools', 'test'],
}

/** Adapter packages must not import one another, except `sharedAdapters`. */
export const adapters: ReadonlyArray<string> = [
  'egress',
  'lists',
  'memory',
  'payments',
  'platform',
  'postgres',
  'publishers',
  'sources',
  'webhooks',
]

/** The connections to other hosts. Every adapter package may use it. */
export const sharedAdapters = 'egress'
