import { createHash } from 'node:crypto'
import { icon } from '#http/documentation/style.ts'
import { importMap } from './Assets.ts'

/** The only inline script of the page is the import map, allowed by its digest. */
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(importMap).digest('base64')}'`,
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of the page and of what it loads: nothing from elsewhere, nothing kept. */
export const consoleHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The page at /_simulador; all else is done by its modules. */
export const consolePage = `<!doctype html>
<html lang="es">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Cotejo · simulador</title>
<link rel="icon" href="${icon}">
${['Base', 'Layout', 'Parts'].map((name) => `<link rel="stylesheet" href="/_simulador/consola/${name}.css">`).join('\n')}
<script type="importmap">${importMap}</script>
<script type="module" src="/_simulador/consola/Main.ts"></script>
<body>
<noscript>Esta página necesita JavaScript. Las palancas también se alcanzan con curl: vea el README.</noscript>
</body>
</html>
`
