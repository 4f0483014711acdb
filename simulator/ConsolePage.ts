import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { KnownAccounts } from './KnownAccounts.ts'
import type { Lever } from './levers/Lever.ts'

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const page = (rows: string): string => `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Cotejo, simulador local</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; vertical-align: top }
  code { overflow-wrap: anywhere }
</style>
<h1>Cotejo, simulador local</h1>
<p>La API está en <code>/v1/verificaciones</code>; el servicio responde en <a href="/_salud">/_salud</a>.</p>
<h2>Cuentas</h2>
<table><tr><th>Cuenta</th><th>Modo</th><th>Llave</th></tr>${rows}</table>
<h2>Palancas</h2>
<ul>
  <li><a href="/_simulador/escenarios">escenarios</a></li>
  <li><a href="/_simulador/cuentas">cuentas</a></li>
  <li><a href="/_simulador/reloj">reloj</a></li>
  <li><a href="/_simulador/fuentes">fuentes</a></li>
  <li><a href="/_simulador/solicitudes">solicitudes</a></li>
</ul>
</html>
`

/** The plain page at /_simulador: addresses and accounts. */
export const consolePage = Effect.gen(function* () {
  const known = yield* KnownAccounts
  const handler: Lever['handler'] = () =>
    Effect.orDie(known.all).pipe(
      Effect.map((accounts) =>
        HttpServerResponse.text(
          page(
            accounts
              .map(({ account, apiKey }) =>
                [account.id, account.mode, apiKey].map((text) => `<td><code>${escape(text)}</code></td>`).join(''),
              )
              .map((cells) => `<tr>${cells}</tr>`)
              .join(''),
          ),
          {
            contentType: 'text/html; charset=utf-8',
            headers: {
              'cache-control': 'no-store',
              'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
            },
          },
        ),
      ),
    )
  return { method: 'GET' as const, path: '/_simulador' as const, handler }
})
