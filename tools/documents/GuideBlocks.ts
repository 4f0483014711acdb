import { readFileSync } from 'node:fs'
import { engineVersion } from '#domain/recommendation/Engine.ts'
import { errorsInEnglish } from '#http/documentation/English.ts'
import packageJson from '#package.json' with { type: 'json' }
import { checks } from '#simulator/certify/Checks.ts'
import { credentials } from '#simulator/certify/Signing.ts'
import type { Language } from '#simulator/docs/Text.ts'
import { Codigo, catalog, statusesOf } from '#wire/Errores.ts'
import { openApiText } from '#wire/OpenApi.ts'
import { code, table } from './Tables.ts'

const languageOf: Readonly<Record<string, string>> = {
  sh: 'sh',
  ts: 'ts',
  mjs: 'js',
  json: 'json',
  rb: 'ruby',
  cs: 'csharp',
}

/** The lines between the comments `region NAME` and `endregion`. */
const inRegion = (text: string, name: string): string => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^\\s*(?://|#) region ${name}$`).test(line))
  const end = lines.findIndex((line, index) => index > start && /^\s*(?:\/\/|#) endregion$/.test(line))
  if (start < 0 || end < 0) throw new Error(`there is no region ${name}`)
  return lines.slice(start + 1, end).join('\n')
}

/** Removes the indentation that all lines share. */
const outdented = (text: string): string => {
  const indents = [...text.matchAll(/^([ \t]*)\S/gm)].map(([, indent = '']) => indent.length)
  return text.replace(new RegExp(`^[ \\t]{${Math.min(...indents)}}`, 'gm'), '').trim()
}

/** A file or one of its regions, formatted for a document. */
const snippet = (path: string, region: string | null): string => {
  const text = readFileSync(path, 'utf8')
  const ending = path.split('.').at(-1) ?? ''
  return `\`\`\`${languageOf[ending] ?? ending}\n${outdented(region === null ? text : inRegion(text, region))}\n\`\`\``
}

/** Generates the blocks of the guides in `docs/es` and `docs/en` from the code and the examples. */

const languages: ReadonlyArray<Language> = ['es', 'en']

/** The place of each snippet, by page and name, and its source. */
const receivers = {
  node: 'examples/webhooks/receiver.mjs',
  python: 'examples/webhooks/receiver.py',
  php: 'examples/webhooks/receiver.php',
  java: 'examples/webhooks/Receiver.java',
  go: 'examples/webhooks/receiver.go',
  ruby: 'examples/webhooks/receiver.rb',
  csharp: 'examples/webhooks/Receiver.cs',
}
const containers = {
  java: 'examples/testcontainers/StartSimulator.java',
  go: 'examples/testcontainers/start_simulator.go',
  csharp: 'examples/testcontainers/StartSimulator.cs',
  python: 'examples/testcontainers/start_simulator.py',
}
const shell = 'examples/guide.sh'
const backend = 'examples/partner-backend.ts'
const tests = 'examples/worlds.node-test.ts'

interface Page {
  readonly es: string
  readonly en: string
  /** The file and region of each snippet, by its name. */
  readonly snippets: Readonly<Record<string, readonly [path: string, region: string | null]>>
}

const regions = (path: string, ...names: ReadonlyArray<string>): Page['snippets'] =>
  Object.fromEntries(names.map((name) => [name, [path, name] as const] as const))

/** The same region of several files. */
const everyRegion = (paths: Readonly<Record<string, string>>, region: string): Page['snippets'] =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, [path, region] as const] as const))

const pages: ReadonlyArray<Page> = [
  { es: 'inicio', en: 'start', snippets: regions(shell, 'create', 'jump', 'find', 'webhooks', 'receiver') },
  { es: 'reintentos', en: 'retries', snippets: { ...regions(backend, 'apply'), ...regions(shell, 'fail') } },
  {
    es: 'webhooks',
    en: 'webhooks',
    snippets: {
      ...regions(backend, 'receive'),
      ...regions(shell, 'check'),
      ...everyRegion(receivers, 'verify'),
    },
  },
  { es: 'errores', en: 'errors', snippets: regions(shell, 'without', 'why') },
  { es: 'pagos', en: 'payments', snippets: regions(shell, 'balance', 'payment', 'paid') },
  { es: 'listas', en: 'lists', snippets: { ...regions(shell, 'underway'), ...regions(backend, 'reconcile') } },
  {
    es: 'pruebas',
    en: 'testing',
    snippets: {
      ...regions(shell, 'world'),
      ...regions(tests, 'setting', 'test'),
      ...everyRegion(containers, 'start'),
    },
  },
  { es: 'mcp', en: 'mcp', snippets: { config: ['examples/mcp.json', null] } },
]

const snippetBlocks = pages.flatMap((page) =>
  languages.flatMap((language) =>
    Object.entries(page.snippets).map(([name, [path, region]]) => {
      const block = { document: `docs/${language}/${page[language]}.md`, content: () => snippet(path, region) }
      return [`snippet ${language} ${page[language]} ${name}`, block] as const
    }),
  ),
)

const checkRows = (head: string, language: Language): string =>
  table(
    ['`codigo`', head],
    Object.entries(checks).map(([check, text]) => [code(check), text[language].split(/\.(?: |$)/)[0] ?? '']),
  )

const errorHeads = { es: ['HTTP', '`codigo`', 'Cuándo, y qué hacer'], en: ['HTTP', '`codigo`', 'When', 'Try again'] }

/** The table of the codes; the contract's has the first status of each, and the numbers of its rules. */
const errorRows = (language: Language, isGuide = true): string =>
  table(
    errorHeads[language],
    Codigo.literals.map((codigo) => {
      const { status, cuando } = catalog[codigo]
      const texts = language === 'es' ? [cuando] : errorsInEnglish[codigo]
      return isGuide
        ? [statusesOf(codigo), code(codigo), ...texts.map((text) => text.replace(/ \(\d+\.\d+\)/, ''))]
        : [String(status), code(codigo), ...texts]
    }),
  )

/** The environment variables of the certification, with the example's names. */
const environment = (): string => {
  const { apiKey, signingSecret, nextSecret } = credentials
  const lines = [`export COTEJO_KEY='${apiKey}'`, `export COTEJO_WEBHOOK_SECRETS='${signingSecret},${nextSecret}'`]
  return ['```sh', ...lines, '```'].join('\n')
}

const versionRows = (language: Language): string => {
  const rows = [
    { es: 'La interfaz', en: 'The interface', version: JSON.parse(openApiText()).info.version },
    { es: 'El motor (`version_prompt`)', en: 'The engine (`version_prompt`)', version: `motor-${engineVersion}` },
    { es: 'Los paquetes y el simulador', en: 'The packages and the simulator', version: packageJson.version },
  ]
  const heads = { es: ['Qué', 'Versión'], en: ['What', 'Version'] }
  return table(
    heads[language],
    rows.map((row) => [row[language], code(row.version)]),
  )
}

export const guideBlocks: Readonly<Record<string, { readonly document: string; readonly content: () => string }>> = {
  ...Object.fromEntries(snippetBlocks),
  'checks es': {
    document: 'docs/es/certificacion.md',
    content: () => checkRows('Qué hizo mal', 'es'),
  },
  'checks en': {
    document: 'docs/en/certification.md',
    content: () => checkRows('What it did wrong', 'en'),
  },
  'credentials es': { document: 'docs/es/certificacion.md', content: environment },
  'credentials en': { document: 'docs/en/certification.md', content: environment },
  'errors es': { document: 'docs/es/errores.md', content: () => errorRows('es') },
  'errors en': { document: 'docs/en/errors.md', content: () => errorRows('en') },
  codes: { document: 'docs/contract.md', content: () => errorRows('en', false) },
  'versions es': { document: 'docs/es/cambios.md', content: () => versionRows('es') },
  'versions en': { document: 'docs/en/changelog.md', content: () => versionRows('en') },
}
