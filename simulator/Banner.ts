import type { Scenario } from '#adapters/sources/sandbox/Scenarios.ts'
import { toPesos } from '#domain/account/Money.ts'
import { sampleRequest } from './samples/SampleRequest.ts'
import type { SourceChoice } from './sources/SourceFaults.ts'
import type { KnownAccount } from './storage/AccountNote.ts'

const outcome = ({ end: { estado, accion, nivel } }: Scenario): string =>
  accion === null ? estado : `${accion} · ${nivel}`

const accountLines = ({ account, apiKey, signingSecret, creditCentavos }: KnownAccount): ReadonlyArray<string> => [
  `  ${account.id.padEnd(16)} ${account.mode === 'consumo' ? `saldo ${toPesos(creditCentavos).toFixed(2)} MXN` : 'pago del solicitante'}`,
  `    llave          ${apiKey}`,
  `    secreto_firma  ${signingSecret}`,
]

const sourcesAre: Record<SourceChoice, string> = {
  fixtures: 'fixtures',
  providers: 'providers (adaptadores de producción; listas sintéticas en memoria)',
}

/** A request that works when pasted into a shell. */
const curlExample = (base: string, apiKey: string): string => {
  const body = sampleRequest('sol-0001')
  return [
    `curl -s ${base}/v1/verificaciones \\`,
    `  -H 'Authorization: Bearer ${apiKey}' \\`,
    `  -H 'Idempotency-Key: ${body.solicitud_id}' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n')
}

/** What the simulator prints once it listens. */
export const banner = (options: {
  readonly base: string
  readonly seed: string
  readonly speed: number
  readonly sources: SourceChoice
  readonly accounts: ReadonlyArray<KnownAccount>
  readonly scenarios: ReadonlyArray<Scenario>
}): string => {
  const { base, accounts } = options
  const key = accounts[0]?.apiKey
  return [
    'Cotejo, simulador local',
    '',
    `  API      ${base}/v1/verificaciones`,
    `  MCP      ${base}/mcp`,
    `  OpenAPI  ${base}/openapi.json`,
    `  Guía     ${base}/docs${key === undefined ? '' : '/es'}`,
    `  Salud    ${base}/_salud`,
    ...(key === undefined ? [] : [`  Consola  ${base}/_simulador`]),
    `  Tiempo   ${options.speed} segundos simulados por segundo real`,
    `  Fuentes  ${sourcesAre[options.sources]}`,
    `  Semilla  ${options.seed}`,
    '',
    ...(key === undefined
      ? ['Fuera de loopback: sin cuentas de demostración ni palancas (--expose-levers las activa).']
      : [
          'Cuentas de demostración',
          ...accounts.flatMap(accountLines),
          '',
          'Escenarios, por las primeras cuatro letras de la CURP',
          ...options.scenarios.map(
            (scenario) => `  ${(scenario.prefix ?? 'otra').padEnd(5)} ${scenario.name.padEnd(28)} ${outcome(scenario)}`,
          ),
          '',
          'Para empezar',
          '',
          curlExample(base, key),
          '',
          `curl -s '${base}/v1/verificaciones?solicitud_id=sol-0001' -H 'Authorization: Bearer ${key}'`,
        ]),
    '',
    `Listo en ${base}`,
  ].join('\n')
}
